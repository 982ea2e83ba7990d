# The oldest compilers that can compile what is here, and what to do with an older one. Older gcc has
# no std::expected; older clang does not see the one of libstdc++.
set(PERFT_VERIFY_OLDEST_GNU 12)
set(PERFT_VERIFY_OLDEST_Clang 19)

set(oldest ${PERFT_VERIFY_OLDEST_${CMAKE_CXX_COMPILER_ID}})
if(oldest AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest)
  message(FATAL_ERROR
    "perft-verify needs gcc ${PERFT_VERIFY_OLDEST_GNU} or clang ${PERFT_VERIFY_OLDEST_Clang}, or later; "
    "this is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} (${CMAKE_CXX_COMPILER}). "
    "Choose another one with -DCMAKE_CXX_COMPILER=…, in an empty build folder.")
endif()
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_SCRIPT_MODE_FILE)
  message(FATAL_ERROR "perft-verify runs on Linux only: see reference/process/system.h for what a "
    "port has to provide.")
endif()
