# sotto_takes_precompiled(target flags): the target, which has these flags and no other that matters to a compiler's reading,
# begins from headers that were read once.
function(sotto_precompiled flags)
  if(NOT CMAKE_UNITY_BUILD)  # elsewhere each source shows that it includes what it uses
    return()
  endif()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${flags}.cpp CONTENT "// It holds nothing: a target has a source.\n")
  add_library(${flags}_precompiled OBJECT ${PROJECT_BINARY_DIR}/${flags}.cpp)
  target_link_libraries(${flags}_precompiled PRIVATE ${flags})
  target_precompile_headers(${flags}_precompiled PRIVATE
    <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map>
    <memory> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector> ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${flags} INTERFACE -fpch-preprocess)  # so that ccache can follow
  endif()
endfunction()

function(sotto_takes_precompiled target flags)
  if(TARGET ${flags}_precompiled)
    target_precompile_headers(${target} REUSE_FROM ${flags}_precompiled)
  endif()
endfunction()

sotto_precompiled(sotto_flags)
sotto_precompiled(sotto_unhurried_flags)
