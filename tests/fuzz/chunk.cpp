// SPDX-License-Identifier: MIT
// Any bytes as what a chunk of trials brought.
#include "fuzz/targets.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/simulation/comparison/chunk_bytes.hpp"

namespace sotto::fuzz {

void chunk(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  try {
    hold(bytes_of(chunk_in(text)) == text, "a chunk that changes when written");
  } catch (const InvalidInput& refused) {
    hold(!refused.faults().empty() && is_utf8(refused.what()), "a refusal that cannot be shown");
    hold(refused.kind() == FaultKind::data, "bytes are blamed on something else");
  }
}

}  // namespace sotto::fuzz
