// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/waiting_words.hpp"

#include <fmt/format.h>

#include <vector>

namespace sotto {

std::string words_on_waiting(const NodeStatus& status) {
  constexpr std::chrono::seconds long_enough{10};
  std::vector<std::string> away;
  for (const NeighbourStatus& one : status.neighbours)
    if (one.waited_for && !one.connected && one.since >= long_enough) away.push_back(one.name);
  if (!status.masked || status.dry_run || status.finished || away.empty()) return "";
  if (status.neighbours.size() + 1 - away.size() < status.fewest_members)
    return "Waiting spends nothing. Too many members are away for the others to go on without them. This site may be "
           "cut off.";
  const std::string lost = fmt::format("Waiting spends nothing. If {} {} come back, ", fmt::join(away, ", "),
                                       away.size() == 1 ? "does not" : "do not");
  if (status.spare_rounds_left == 0)
    return lost + "the run must be given up (`sotto budget release`). No spare round is left.";
  return lost + fmt::format(
                    "the others can go on without: each of them stops its node and runs `sotto manifest amend MANIFEST "
                    "--state DIR --without {}`. {} spare round{} left.",
                    fmt::join(away, " --without "), status.spare_rounds_left,
                    status.spare_rounds_left == 1 ? " is" : "s are");
}

}  // namespace sotto
