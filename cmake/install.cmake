# The components that `cmake --install` installs:
#
#   program   perft-verify
#   static    perft-verify as a file that needs no other; only if it is asked for by name
#   share     man pages, completions, suites and licenses
#   link      its short name `verify`, which a package leaves out if the name is taken
#   core      the library of chess rules, for find_package(PerftVerify COMPONENTS core) and
#             pkg-config perft-verify-core
#   audit     the audit of a generator in its own process, static and shared, for
#             find_package(PerftVerify COMPONENTS audit) and pkg-config perft-verify-audit
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(PERFT_VERIFY_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/perft-verify)
if(PERFT_VERIFY_STATIC)
  set(program verify-static)
else()
  set(program verify)
endif()
install(PROGRAMS $<TARGET_FILE:${program}> DESTINATION ${CMAKE_INSTALL_BINDIR}
        RENAME perft-verify COMPONENT program)
if(TARGET verify-static)
  install(PROGRAMS $<TARGET_FILE:verify-static> DESTINATION ${CMAKE_INSTALL_BINDIR}
          RENAME perft-verify COMPONENT static EXCLUDE_FROM_ALL)
endif()
if(TARGET verify-mpi)
  # mpirun's verify looks for it beside itself.
  install(TARGETS verify-mpi COMPONENT mpi)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR}
        COMPONENT share PATTERN stamp EXCLUDE)
install(DIRECTORY suites/ DESTINATION ${CMAKE_INSTALL_DATADIR}/perft-verify/suites
        COMPONENT share FILES_MATCHING PATTERN *.epd)
install(FILES LICENSE THIRD_PARTY.md CHANGELOG.md DESTINATION ${PERFT_VERIFY_DOCDIR}
        COMPONENT share)
install(CODE "
  set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  file(MAKE_DIRECTORY \"\${bin}\")
  file(CREATE_LINK perft-verify \"\${bin}/verify\" SYMBOLIC)" COMPONENT link)

# Headers include each other from the root, so they are installed from there.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/perft-verify)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/PerftVerify)
set_target_properties(perft_verify_core PROPERTIES EXPORT_NAME core)
target_include_directories(perft_verify_core INTERFACE $<INSTALL_INTERFACE:${headers}>)
install(TARGETS perft_verify_core EXPORT PerftVerifyCore COMPONENT core
        FILE_SET HEADERS DESTINATION ${headers} COMPONENT core)
install(EXPORT PerftVerifyCore NAMESPACE perft_verify:: DESTINATION ${package} COMPONENT core)
install(TARGETS perft_verify_audit_static perft_verify_audit_shared
        EXPORT PerftVerifyAudit COMPONENT audit
        FILE_SET HEADERS DESTINATION ${headers} COMPONENT audit)
install(EXPORT PerftVerifyAudit NAMESPACE perft_verify:: DESTINATION ${package} COMPONENT audit)
configure_package_config_file(cmake/PerftVerifyConfig.cmake.in
  ${PROJECT_BINARY_DIR}/PerftVerifyConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PerftVerifyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
# Where the files lie does not matter: an archive is unpacked anywhere.
file(RELATIVE_PATH from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(component core audit)
  configure_file(cmake/perft-verify-${component}.pc.in
    ${PROJECT_BINARY_DIR}/perft-verify-${component}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/PerftVerifyConfig.cmake
                ${PROJECT_BINARY_DIR}/PerftVerifyConfigVersion.cmake
          DESTINATION ${package} COMPONENT ${component})
  install(FILES LICENSE DESTINATION ${PERFT_VERIFY_DOCDIR} COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/perft-verify-${component}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endforeach()
# The same package under the name of the project: find_package(perft_verify).
install(FILES cmake/perft_verify-config.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/perft_verify COMPONENT audit)
