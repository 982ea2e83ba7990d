# Programs that are one file and need no other. perft_verify_static(<name> LIKE <executable>) makes
# one of the objects that the executable is made of, so that next to nothing is compiled twice.
# Debian has no static libraries of {fmt} and Highway: what is used of them is compiled here.
#
# PERFT_VERIFY_STATIC_MISSING lists what has to be installed first; while it is not empty, no such
# program can be made.
set(PERFT_VERIFY_STATIC_MISSING "")
set(perft_verify_archives "")
set(perft_verify_linked sqlite3 crypto utf8proc)
if(TARGET Boost::process)
  list(APPEND perft_verify_linked boost_process)
endif()
foreach(name IN LISTS perft_verify_linked)
  find_library(PERFT_VERIFY_STATIC_${name} lib${name}.a)
  mark_as_advanced(PERFT_VERIFY_STATIC_${name})
  if(PERFT_VERIFY_STATIC_${name})
    list(APPEND perft_verify_archives ${PERFT_VERIFY_STATIC_${name}})
  else()
    list(APPEND PERFT_VERIFY_STATIC_MISSING lib${name}.a)
  endif()
endforeach()
if(PERFT_VERIFY_SANITIZE)
  list(APPEND PERFT_VERIFY_STATIC_MISSING "a build without sanitizers")
endif()

# perft_verify_archive(<name> SOURCE <file> LIKE <imported target>): the distribution's archive if
# it has one, else one made of the file.
function(perft_verify_archive name)
  cmake_parse_arguments(ARG "" "SOURCE;LIKE" "" ${ARGN})
  find_library(PERFT_VERIFY_STATIC_${name} lib${name}.a)
  mark_as_advanced(PERFT_VERIFY_STATIC_${name})
  set(archive ${PERFT_VERIFY_STATIC_${name}})
  if(NOT archive)
    add_library(perft_verify_static_${name} STATIC EXCLUDE_FROM_ALL ${ARG_SOURCE})
    target_include_directories(perft_verify_static_${name} PRIVATE ${PROJECT_SOURCE_DIR}
      $<TARGET_PROPERTY:${ARG_LIKE},INTERFACE_INCLUDE_DIRECTORIES>)
    # As everything that goes into a program.
    target_compile_options(perft_verify_static_${name} PRIVATE -fPIE)
    set(archive $<TARGET_FILE:perft_verify_static_${name}>)
  endif()
  set(perft_verify_archives ${perft_verify_archives} ${archive} PARENT_SCOPE)
endfunction()

perft_verify_archive(fmt SOURCE ${PROJECT_SOURCE_DIR}/cmake/static/fmt.cpp LIKE fmt::fmt)
perft_verify_archive(hwy
  SOURCE ${PROJECT_SOURCE_DIR}/cmake/static/supported_targets.cpp LIKE hwy::hwy)

function(perft_verify_static name)
  cmake_parse_arguments(ARG "" "LIKE" "" ${ARGN})
  get_property(own GLOBAL PROPERTY perft_verify_libraries)
  list(TRANSFORM own REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  add_executable(${name} $<TARGET_OBJECTS:${ARG_LIKE}> ${PROJECT_SOURCE_DIR}/cmake/static/unused.cpp)
  target_compile_options(${name} PRIVATE -fPIE)
  # Files, not targets: the shared libraries that the targets ask for must not follow.
  target_link_libraries(${name} PRIVATE
    -Wl,--start-group ${own} -Wl,--end-group ${perft_verify_archives})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
    LINK_OPTIONS "-static-pie;-s;-Wl,--gc-sections;-Wl,-z,relro,-z,now;-Wl,-z,pack-relative-relocs")
endfunction()
