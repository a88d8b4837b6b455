# Compiler options of every target. Imported by linking hilspace_options.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Libraries go into programs, modules and shared objects alike; only marked symbols are visible.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# The sources of a folder are compiled together, so that headers, the larger part of the work, are read once per batch.
# tools/check_includes compiles each source by itself.
option(CMAKE_UNITY_BUILD "Compile the sources of a folder in batches" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 40 CACHE STRING "Sources in a batch; 0: all of a folder")

# Users could not act on warnings.
option(HILSPACE_WERROR "Warn, and take warnings as errors: for developers and continuous integration" OFF)

set(HILSPACE_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")

add_library(hilspace_options INTERFACE)
if(HILSPACE_WERROR)
  target_compile_options(hilspace_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Werror
    # In place of clang-tidy's check. clang itself takes defaulted comparisons for such zeros.
    $<$<CXX_COMPILER_ID:GNU>:-Wzero-as-null-pointer-constant>)
endif()
target_compile_options(hilspace_options INTERFACE
  # g++ starts garbage collection at 512 MB instead of about 30 MB: an eighth less time, a quarter more memory.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
  # g++ 12 reports overlaps in std::string that do not exist (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # The same bits from every compiler and instruction set: no implicit fused multiply-add.
  -ffp-contract=off
  # Neither changes a value; both allow single instructions for square roots and selects.
  -fno-math-errno -fno-trapping-math
  # Packs wider than the baseline's registers never cross a function boundary (all of it is inlined).
  -Wno-psabi)
# In a batch (the tests' always are) g++ mistakes a class with members from a source's unnamed namespace for a header's.
target_compile_options(hilspace_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
if(HILSPACE_SANITIZE)
  target_compile_options(hilspace_options INTERFACE
    -fsanitize=${HILSPACE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
    # Instrumented code hides initialisation from g++, as its manual says of -fsanitize.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(hilspace_options INTERFACE -fsanitize=${HILSPACE_SANITIZE})
  if(HILSPACE_SANITIZE STREQUAL "address,undefined")
    # The address sanitizer reports wrong pointers where they are used, but for alignment and dynamic type. To check each before
    # is a third of the time to compile.
    target_compile_options(hilspace_options INTERFACE -fno-sanitize=null,alignment,vptr,pointer-overflow,object-size)
  endif()
endif()

# hilspace_runs_once(TARGET): code that runs once per command compiles in half the time with -Og, and a whole run takes as
# long. Floating point has the same bits at any level. The preset clang, whose programs are only compared with those of
# users, does without.
set(HILSPACE_LEVEL_OF_ONCE -Og CACHE STRING "How a release build optimises code that runs once per command")
function(hilspace_runs_once target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${HILSPACE_LEVEL_OF_ONCE}>)
  hilspace_takes_headers_of_once(${target})
  hilspace_seldom_runs(${target})
endfunction()

# hilspace_seldom_runs(TARGET): code outside of the loops over steps is not optimised under a sanitizer, which takes less
# than half of the compile time.
function(hilspace_seldom_runs target)
  if(HILSPACE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
    hilspace_takes_headers_of_once(${target})
  endif()
endfunction()

# g++ optimises what follows precompiled headers as it did these, whatever the options say: they are compiled once more for
# such code. Programs, compiled with -fPIE, and what does not know fmt do without.
function(hilspace_takes_headers_of_once target)
  get_target_property(linked ${target} LINK_LIBRARIES)
  get_target_property(type ${target} TYPE)
  if(TARGET hilspace_headers_of_once AND "fmt::fmt" IN_LIST linked AND NOT type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM hilspace_headers_of_once)
    add_dependencies(${target} hilspace_headers_of_once)
  else()
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# hilspace_inlined([TARGETS ...] [SOURCES ...]): arithmetic of small vectors in loops of loops. g++ calls it element by
# element unless it may inline more than by default, and takes up to twice the time. Options of a precompiled header
# would come before these.
function(hilspace_inlined)
  cmake_parse_arguments(ARG "" "" "TARGETS;SOURCES" ${ARGN})
  set(options $<$<CONFIG:Release>:-O3>)
  set(more max-inline-insns-auto=200 max-inline-insns-single=2000 inline-unit-growth=50 large-function-growth=2000)
  foreach(parameter ${more})
    list(APPEND options $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:--param=${parameter}>)
  endforeach()
  foreach(target ${ARG_TARGETS})
    target_compile_options(${target} PRIVATE ${options})
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endforeach()
  if(ARG_SOURCES)
    set_source_files_properties(${ARG_SOURCES} PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# hilspace_library(NAME SOURCES ... [PUBLIC ...] [PRIVATE ...]): one target per folder of lib, hilspace::NAME once
# installed.
function(hilspace_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(target hilspace_${name})
  if(ARG_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:hilspace_options> fmt::fmt ${ARG_PRIVATE})
    if(TARGET hilspace_headers)
      target_precompile_headers(${target} REUSE_FROM hilspace_headers)
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} ${ARG_PUBLIC})
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hilspace>)
  target_compile_features(${target} ${scope} cxx_std_20)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT hilspace)
endfunction()
