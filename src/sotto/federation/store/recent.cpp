// SPDX-License-Identifier: MIT
// What the one process that writes asks its store again and again.
#include "sotto/federation/store/recent.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_rounds = 4;  // neighbours are one round apart, and need the one before

}  // namespace

const RoundRow* Recent::round(const Digest& run, std::int64_t round) const {
  for (const auto& [of, row] : rounds_)
    if (row.round == round && of == run) return &row;
  return nullptr;
}

void Recent::keep(const Digest& run, const RoundRow& row) {
  rounds_.emplace_back(run, row);
  if (rounds_.size() > most_rounds) rounds_.pop_front();
}

const Recent::Heard* Recent::heard(const Digest& run, const std::string& site) const {
  const auto found = heard_.find({std::string(run.view()), site});
  return found == heard_.end() ? nullptr : &found->second;
}

void Recent::keep(const Digest& run, const std::string& site, const Heard& heard) {
  heard_[{std::string(run.view()), site}] = heard;
}

}  // namespace sotto
