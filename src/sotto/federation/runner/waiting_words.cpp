// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/waiting_words.hpp"

#include <fmt/format.h>

#include <vector>

namespace sotto {
namespace {

constexpr std::chrono::seconds long_enough{10};

struct Silent {
  std::vector<std::string> away;      // neighbours that are not connected
  std::vector<std::string> not_here;  // members behind others: they may be up, and what they said under way
  std::vector<std::string> ways;      // "east (over south)"
  std::size_t count() const { return away.size() + not_here.size(); }
};

Silent silent_in(const NodeStatus& status) {
  Silent silent;
  for (const NeighbourStatus& one : status.neighbours) {
    if (!one.waited_for || one.since < long_enough) continue;
    if (one.is_neighbour && !one.connected) silent.away.push_back(one.name);
    if (one.is_neighbour) continue;
    silent.not_here.push_back(one.name);
    silent.ways.push_back(fmt::format("{} (over {})", one.name, one.over));
  }
  return silent;
}

/// What a member behind others says may be late, or held back on its way.
std::string words_on_ways(const Silent& silent, bool agreed) {
  if (silent.not_here.empty()) return "";
  return fmt::format(
      " Nothing of {} has arrived here that this {} needs. It may still compute, or somebody on the way may hold back "
      "what it said: ask there, and ask it, before it is left out.",
      fmt::join(silent.ways, ", "), agreed ? "round" : "session");
}

}  // namespace

std::string words_on_waiting(const NodeStatus& status) {
  const Silent silent = silent_in(status);
  if (!status.masked || status.dry_run || status.finished || silent.count() == 0) return "";
  const std::string begin = "Waiting spends nothing." + words_on_ways(silent, status.agreed);
  if (status.neighbours.size() + 1 - silent.count() < status.fewest_members)
    return begin + " Too many members are silent for the others to go on without them. This site may be cut off.";
  // Those behind others are heard of again when those who are away have been left out.
  const std::vector<std::string>& lost = silent.away.empty() ? silent.not_here : silent.away;
  const std::string if_lost =
      fmt::format(" If {} {} come back, ", fmt::join(lost, ", "), lost.size() == 1 ? "does not" : "do not");
  if (status.spare_rounds_left == 0)
    return begin + if_lost + "the run must be given up (`sotto budget release`). No spare round is left.";
  return begin + if_lost +
         fmt::format(
             "the others can go on without: each of them stops its node and runs `sotto manifest amend MANIFEST "
             "--state DIR --without {}`. {} spare round{} left. It counts when all who remain have signed it, and a "
             "site signs one: make sure that they all are there.",
             fmt::join(lost, " --without "), status.spare_rounds_left, status.spare_rounds_left == 1 ? " is" : "s are");
}

}  // namespace sotto
