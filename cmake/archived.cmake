# Read by cpack once for each kind of package: what the .tar.gz has and the .deb has not.
if(CPACK_GENERATOR STREQUAL "TGZ")
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${CPACK_PERFT_VERIFY_ARCHIVED})
endif()
