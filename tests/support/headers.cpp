// Empty: it is compiled with the tests' precompiled header (CMakeLists.txt).
