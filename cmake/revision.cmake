# Keeps the revision in version.cpp correct at every build, not only at configure time.
#
# Included by CMakeLists.txt it defines the target; run as a script (-P) it writes the header when changed.

if(CMAKE_SCRIPT_MODE_FILE)
  set(revision "unknown")
  find_program(GIT git)
  if(GIT AND EXISTS ${SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
      set(revision ${head})
      execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} status --porcelain --untracked-files=no -- lib apps
                      OUTPUT_VARIABLE changes ERROR_QUIET)
      if(changes)
        # Two builds of one commit with different changes are different revisions.
        execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} diff HEAD -- lib apps OUTPUT_VARIABLE difference ERROR_QUIET)
        string(SHA256 digest "${difference}")
        string(SUBSTRING ${digest} 0 8 digest)
        string(APPEND revision "-modified.${digest}")
      endif()
    endif()
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
       "#define HILSPACE_VERSION \"${VERSION}\"\n#define HILSPACE_REVISION \"${revision}\"\n")
else()
  set(HILSPACE_REVISION_DIR ${CMAKE_BINARY_DIR}/generated)
  add_custom_target(hilspace_revision
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DOUTPUT=${HILSPACE_REVISION_DIR}/revision.h -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${HILSPACE_REVISION_DIR}/revision.h
    VERBATIM)
endif()
