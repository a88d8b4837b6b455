# Installed files other than programs, module and libraries, whose rules stand where they are built.

# Documents and studies
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs studies DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The scripts of `hilspace plot`, `hilspace report` and `hilspace simulate --vtk`, found from bin wherever the tree is moved
install(DIRECTORY tools/plot tools/report tools/vtk DESTINATION share/hilspace
  FILES_MATCHING PATTERN *.py PATTERN *.js PATTERN *.css)

# Completion, where bash and zsh look for it; bash by the name of the program
set(completion ${PROJECT_SOURCE_DIR}/apps/hilspace/completion)
foreach(program hilspace hilspace-rig)
  install(FILES ${completion}/hilspace.bash DESTINATION share/bash-completion/completions RENAME ${program})
endforeach()
install(FILES ${completion}/_hilspace DESTINATION share/zsh/site-functions)

# Manual pages, from what the programs print
foreach(program hilspace hilspace-rig)
  install(CODE "execute_process(COMMAND ${PROJECT_SOURCE_DIR}/tools/man_pages $<TARGET_FILE:${program}>
                \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\" COMMAND_ERROR_IS_FATAL ANY)")
endforeach()

# Scripts that read results: tools/means is hilspace-means, tools/crate hilspace-crate
set(scripts ${CMAKE_INSTALL_LIBEXECDIR}/hilspace)
foreach(script compare_results crate means)
  install(PROGRAMS tools/${script} DESTINATION ${scripts})
  string(REPLACE _ - name ${script})  # not in the path, which may have underscores of its own
  set(link ${PROJECT_BINARY_DIR}/links/hilspace-${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
  file(RELATIVE_PATH target ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/hilspace/${script})
  file(CREATE_LINK ${target} ${link} SYMBOLIC)
  install(FILES ${link} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

# The libraries, for find_package(hilspace)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/hilspace)
install(DIRECTORY lib/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hilspace FILES_MATCHING PATTERN *.hpp)
install(EXPORT hilspace NAMESPACE hilspace:: FILE hilspaceTargets.cmake DESTINATION ${package})
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hilspaceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/hilspaceConfig.cmake ${PROJECT_BINARY_DIR}/hilspaceConfigVersion.cmake DESTINATION ${package})
