# Chooses the compiler that makes the fastest program, before project() looks for one: clang if one
# is installed that can compile this project (see compiler_floor.cmake). A compiler named by CXX,
# CMAKE_CXX_COMPILER or a toolchain file takes precedence. The figures are in
# docs/decisions/0010-compiler.md.

# Sets `result` to the path of the newest suitable clang++, or to nothing.
function(perft_verify_find_clang result)
  set(${result} "" PARENT_SCOPE)
  set(source ${CMAKE_BINARY_DIR}/CMakeFiles/fastest_compiler.cpp)
  file(WRITE ${source} "#include <expected>\nint main() { return std::expected<int, int>(0).value(); }\n")
  foreach(name clang++-22 clang++-21 clang++-20 clang++-19 clang++)
    find_program(PERFT_VERIFY_CLANG ${name} NO_CACHE)
    if(PERFT_VERIFY_CLANG)
      execute_process(
        COMMAND ${PERFT_VERIFY_CLANG} -std=c++23 ${source} -o ${source}.out
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(NOT failed)
        set(${result} ${PERFT_VERIFY_CLANG} PARENT_SCOPE)
        return()
      endif()
    endif()
    unset(PERFT_VERIFY_CLANG)
  endforeach()
endfunction()

if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX} AND NOT DEFINED CMAKE_TOOLCHAIN_FILE
   AND NOT DEFINED ENV{CMAKE_TOOLCHAIN_FILE})
  perft_verify_find_clang(clang)
  if(clang)
    set(CMAKE_CXX_COMPILER ${clang} CACHE FILEPATH "C++ compiler")
    message(NOTICE "Compiler: ${clang}, since clang makes a faster program than gcc "
                   "(-DCMAKE_CXX_COMPILER=g++ chooses gcc)")
  else()
    message(NOTICE "Compiler: the system's; clang 19 would make a faster program "
                   "(apt-get install clang-19, then configure anew)")
  endif()
endif()
