# Run by cpack on the files of a .deb before it packs them: what Debian's policy asks for besides.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(doc ${usr}/share/doc/perft-verify)

file(GLOB man_pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${man_pages} COMMAND_ERROR_IS_FATAL ANY)
file(CREATE_LINK perft-verify.1.gz ${usr}/share/man/man1/verify.1.gz SYMBOLIC)

file(READ ${CPACK_PERFT_VERIFY_SOURCE}/LICENSE license)
file(READ ${CPACK_PERFT_VERIFY_SOURCE}/THIRD_PARTY.md third_party)
file(WRITE ${doc}/copyright "${license}\n${third_party}
The texts of the Apache License 2.0, LGPL 2.1 and GPL 3 are in /usr/share/common-licenses/Apache-2.0,
/usr/share/common-licenses/LGPL-2.1 and /usr/share/common-licenses/GPL-3; what each library says of
itself is in the folder licenses.\n")
file(REMOVE ${doc}/LICENSE ${doc}/THIRD_PARTY.md)
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
file(WRITE ${doc}/changelog.Debian "perft-verify (${version}) unstable; urgency=medium

  * Made with the program; what is new is in changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${now}\n")
execute_process(COMMAND gzip -9n ${doc}/changelog ${doc}/changelog.Debian
                COMMAND_ERROR_IS_FATAL ANY)

file(COPY_FILE ${CPACK_PERFT_VERIFY_SOURCE}/cmake/debian/lintian-overrides ${doc}/overrides)
file(MAKE_DIRECTORY ${usr}/share/lintian/overrides)
file(RENAME ${doc}/overrides ${usr}/share/lintian/overrides/perft-verify)
