# find_package(hilspace): the libraries, one per folder of lib, as hilspace::study, hilspace::simulate, hilspace::sweep
# ... Headers are spelt as within hilspace: #include "study/study.hpp".

if(NOT CMAKE_C_COMPILER_LOADED)
  set(hilspace_FOUND FALSE)
  set(hilspace_NOT_FOUND_MESSAGE "CMake finds HDF5 through the C compiler: write project(... LANGUAGES C CXX)")
  return()
endif()

# As in the CMakeLists.txt of hilspace.
include(CMakeFindDependencyMacro)
find_dependency(Boost 1.74)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(fmt)
find_dependency(HDF5 COMPONENTS C HL)
find_dependency(OpenSSL COMPONENTS Crypto)
find_dependency(SUNDIALS 6 COMPONENTS arkode nvecserial)
find_dependency(TBB)
find_dependency(tomlplusplus)

include(${CMAKE_CURRENT_LIST_DIR}/hilspaceTargets.cmake)
