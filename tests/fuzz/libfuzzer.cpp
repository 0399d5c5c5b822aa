// SPDX-License-Identifier: MIT
// libFuzzer's way in to one target, SOTTO_FUZZ_TARGET. A broken claim leaves as an exception and counts as a crash.
#include <cstddef>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  sotto::fuzz::SOTTO_FUZZ_TARGET({bytes, size});
  return 0;
}
