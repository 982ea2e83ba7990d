# Toolchain for 64-bit ARM: clang 19 if there is one, else Debian's cross compiler, of which clang takes
# the C++ library; other libraries for that machine are in the folder PERFT_VERIFY_ARM64, as
# ci/arm64-libraries unpacks them. Programs run under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
find_program(clang clang++-19 NO_CACHE)
if(clang)
  set(CMAKE_CXX_COMPILER ${clang})
  set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
else()
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64;-L;/usr/aarch64-linux-gnu)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PERFT_VERIFY_ARM64)

# Libraries from there; packages that are headers only, from here too.
set(CMAKE_FIND_ROOT_PATH ${PERFT_VERIFY_ARM64})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_CXX_FLAGS_INIT "-isystem ${PERFT_VERIFY_ARM64}/usr/include/aarch64-linux-gnu")
