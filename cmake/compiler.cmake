# What every target is compiled with. Imported by linking hilspace_options.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

set(HILSPACE_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")

add_library(hilspace_options INTERFACE)
target_compile_options(hilspace_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # g++ 12 sees overlaps in std::string that are not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # The same bits from every compiler and instruction set: no fused multiply-add behind our back.
  -ffp-contract=off
  # Neither changes a value; both let square roots and selects become single instructions.
  -fno-math-errno -fno-trapping-math
  # Packs wider than the baseline's registers never cross a function boundary (all of it is inlined).
  -Wno-psabi)
# Where sources are compiled together (the tests' always are): of a class that hides its parts in a source's unnamed
# namespace, which g++ takes for a header's.
target_compile_options(hilspace_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
if(HILSPACE_SANITIZE)
  target_compile_options(hilspace_options INTERFACE
    -fsanitize=${HILSPACE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
    # Instrumented code hides from g++ what is initialized, as its manual says of -fsanitize.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(hilspace_options INTERFACE -fsanitize=${HILSPACE_SANITIZE})
endif()

# hilspace_library(NAME SOURCES ... [PUBLIC ...] [PRIVATE ...]): one target per folder of lib.
function(hilspace_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    add_library(hilspace_${name} STATIC ${ARG_SOURCES})
    target_include_directories(hilspace_${name} PUBLIC ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(hilspace_${name} PUBLIC ${ARG_PUBLIC} PRIVATE hilspace_options ${ARG_PRIVATE})
  else()
    add_library(hilspace_${name} INTERFACE)
    target_include_directories(hilspace_${name} INTERFACE ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(hilspace_${name} INTERFACE ${ARG_PUBLIC})
  endif()
endfunction()
