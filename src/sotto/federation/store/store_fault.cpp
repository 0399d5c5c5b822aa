// SPDX-License-Identifier: MIT
// How a store refuses.
#include "sotto/federation/store/store_fault.hpp"

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

void refuse_state(const std::filesystem::path& file, const std::string& rule) {
  throw InvalidInput({"state", printable(file.string()), rule}, FaultKind::store);
}

}  // namespace sotto
