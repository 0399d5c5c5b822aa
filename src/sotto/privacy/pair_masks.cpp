// SPDX-License-Identifier: MIT
#include "sotto/privacy/pair_masks.hpp"

#include <string.h>

#include <algorithm>
#include <numeric>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

std::vector<std::uint32_t> up_to(std::uint32_t count) {
  std::vector<std::uint32_t> members(count);
  std::iota(members.begin(), members.end(), 0U);
  return members;
}

}  // namespace

Roster::Roster(std::uint32_t count) : Roster(up_to(count)) {}

Roster::Roster(std::vector<std::uint32_t> members) : members_(std::move(members)) {
  if (members_.size() < 2)
    throw InvalidInput({"roster", std::to_string(members_.size()) + " members", "a masked sum has at least two"});
  if (std::adjacent_find(members_.begin(), members_.end(), std::greater_equal<>()) != members_.end())
    throw InvalidInput({"roster", "out of order", "members must rise by their numbers, each of them once"});
}

void add_masks(PairMasks& masks, const Roster& roster, NodeRound at, std::span<std::uint64_t> residues) {
  std::vector<std::uint64_t> words(residues.size());
  for (const std::uint32_t other : roster.members()) {
    if (other == at.node) continue;
    masks.words({std::min(at.node, other), std::max(at.node, other)}, at.round, words);
    const bool adds = at.node < other;
    for (std::size_t k = 0; k < words.size(); ++k) residues[k] += adds ? words[k] : -words[k];
  }
  explicit_bzero(words.data(),
                 words.size() * sizeof(std::uint64_t));  // a compiler may leave out what it takes for dead
}

}  // namespace sotto
