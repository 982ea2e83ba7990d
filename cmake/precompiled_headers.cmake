# Most of the time that a file takes to compile goes into the headers of libraries. They are read
# once, into a precompiled header. Every file still includes what it uses: `./dev check` compiles
# without.
#
# Not with ccache: a precompiled header holds the path of its folder, so that what one folder has
# compiled would be of no use to another.
set(precompiled ${PROJECT_IS_TOP_LEVEL})
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(precompiled OFF)
endif()
option(PERFT_VERIFY_PRECOMPILED_HEADERS "Read the headers of libraries once" ${precompiled})

# perft_verify_precompile(<name> HEADERS … LINKS … [OPTIONS …]): a precompiled header that targets
# with these options may share.
function(perft_verify_precompile name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINKS;OPTIONS" ${ARGN})
  if(PERFT_VERIFY_PRECOMPILED_HEADERS)
    set(source ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(perft_verify_${name}_headers OBJECT EXCLUDE_FROM_ALL ${source})
    target_compile_features(perft_verify_${name}_headers PRIVATE cxx_std_23)
    target_compile_options(perft_verify_${name}_headers PRIVATE ${ARG_OPTIONS})
    target_precompile_headers(perft_verify_${name}_headers PRIVATE ${ARG_HEADERS})
    # gcc accepts it only if the options are the same, warnings included.
    target_link_libraries(perft_verify_${name}_headers
      PRIVATE ${ARG_LINKS} perft_verify_build_flags)
  endif()
endfunction()

# perft_verify_use_precompiled(<target> <name>): the target reads that header first.
function(perft_verify_use_precompiled target name)
  if(PERFT_VERIFY_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM perft_verify_${name}_headers)
  endif()
endfunction()
