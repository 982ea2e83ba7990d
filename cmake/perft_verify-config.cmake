# find_package(perft_verify) is find_package(PerftVerify COMPONENTS audit), or with the components
# that are asked for.
include(CMakeFindDependencyMacro)
if(NOT perft_verify_FIND_COMPONENTS)
  set(perft_verify_FIND_COMPONENTS audit)
endif()
find_dependency(PerftVerify COMPONENTS ${perft_verify_FIND_COMPONENTS}
  PATHS ${CMAKE_CURRENT_LIST_DIR}/../PerftVerify NO_DEFAULT_PATH)
