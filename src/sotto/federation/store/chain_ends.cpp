// SPDX-License-Identifier: MIT
// Where every chain of an open store ends.
#include "sotto/federation/store/chain_ends.hpp"

namespace sotto {
namespace {

void add(ChainHead& sum, std::int64_t entries, const Digest& seal) {
  sum.entries += entries;
  for (std::size_t k = 0; k < seal.bytes.size(); ++k) sum.hash.bytes[k] ^= seal.bytes[k];
}

}  // namespace

std::optional<ChainHead> ChainEnds::find(const Table& table, const Value& chain) const {
  for (const auto* ends : {&moved_, &ends_})
    if (const auto found = ends->find({&table, chain}); found != ends->end()) return found->second;
  return std::nullopt;
}

void ChainEnds::move_heard(const std::optional<HeardSeal>& before, const HeardSeal& now) {
  if (before) add(heard_moved_, -before->round - 1, before->seal);
  add(heard_moved_, now.round + 1, now.seal);
}

void ChainEnds::settle() {
  for (const auto& [key, head] : moved_) ends_[key] = head;
  heard_ = heard_moved_;
  moved_.clear();
}

void ChainEnds::forget() {
  moved_.clear();
  heard_moved_ = heard_;
}

}  // namespace sotto
