# The packages that `./dev package` makes with cpack: a .deb and a .tar.gz of the static program,
# with man pages, completions and suites. The program is static, so that one .deb is good for every
# release of Debian and Ubuntu. The .tar.gz has the audit, too
# (docs/decisions/0022-packed-audit.md).
set(CPACK_PACKAGE_NAME perft-verify)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the bug in a chess move generator")
string(TOLOWER "${CMAKE_SYSTEM_NAME}" system)
# The name has no version, so that the address of the latest release is always the same.
set(CPACK_PACKAGE_FILE_NAME "perft-verify-${system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_INSTALL_CMAKE_PROJECTS "")
foreach(component static share link)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${PROJECT_BINARY_DIR} ${PROJECT_NAME} ${component} /)
endforeach()

set(CPACK_PERFT_VERIFY_ARCHIVED ${PROJECT_BINARY_DIR} ${PROJECT_NAME} audit /)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/archived.cmake)
add_custom_target(packed DEPENDS verify-static documentation
  perft_verify_audit_static perft_verify_audit_shared)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER
    "The perft-verify authors <perft-verify@users.noreply.github.com>")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"perft-verify counts the leaf nodes of positions with a chess engine and with
a reference, follows each difference to the first wrong move, and says which
rule of chess the engine breaks there. Suites of positions are part of the
program; without Stockfish a generator of its own is the reference.")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The program needs no library.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS stockfish)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The script makes changes that only Debian wants: see there.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/prepare.cmake)
set(CPACK_PERFT_VERIFY_SOURCE ${PROJECT_SOURCE_DIR})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
include(CPack)

# The licenses of all that the static program contains, as stated by the packages that it is built
# with. Boost and mustache ask for no copy. (libstdc++ has a number in the package's name.)
foreach(package libcli11-dev libfmt-dev libhwy-dev
        nlohmann-json3-dev libsqlite3-dev libssl-dev libtomlplusplus-dev libutf8proc-dev libc6-dev libstdc++)
  file(GLOB copyright /usr/share/doc/${package}/copyright /usr/share/doc/${package}[0-9-]*-dev/copyright)
  if(copyright)
    list(GET copyright 0 copyright)
    install(FILES ${copyright} DESTINATION ${PERFT_VERIFY_DOCDIR}/licenses RENAME ${package}
            COMPONENT static EXCLUDE_FROM_ALL)
  endif()
endforeach()
