# Most of the time that a file takes to compile goes into the headers of libraries. They are read
# once, into a precompiled header. Every file still includes what it uses: `./dev check` compiles
# without.
option(PERFT_VERIFY_PRECOMPILED_HEADERS "Read the headers of libraries once" ${PROJECT_IS_TOP_LEVEL})

if(PERFT_VERIFY_PRECOMPILED_HEADERS)
  # ccache takes a precompiled header for what it is only if it is told that __TIME__ and macros
  # defined later do not matter; and clang must not write the time into it.
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|/)ccache$")
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  add_compile_options("$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# perft_verify_precompile(<name> HEADERS … LINKS …): a precompiled header that targets may share.
function(perft_verify_precompile name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINKS" ${ARGN})
  if(PERFT_VERIFY_PRECOMPILED_HEADERS)
    set(source ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(perft_verify_${name}_headers OBJECT EXCLUDE_FROM_ALL ${source})
    target_compile_features(perft_verify_${name}_headers PRIVATE cxx_std_23)
    target_precompile_headers(perft_verify_${name}_headers PRIVATE ${ARG_HEADERS})
    target_link_libraries(perft_verify_${name}_headers PRIVATE ${ARG_LINKS})
  endif()
endfunction()

# perft_verify_use_precompiled(<target> <name>): the target reads that header first.
function(perft_verify_use_precompiled target name)
  if(PERFT_VERIFY_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM perft_verify_${name}_headers)
  endif()
endfunction()
