// Nothing of its own: what is compiled with it is the tests' precompiled header (CMakeLists.txt).
