// SPDX-License-Identifier: MIT
// sotto id disown: heals a lock-out by a start that bears this site's signature and was not of this state.
#include <fmt/format.h>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/runner/disown.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

/// One that spent or said what this state lacks is the true state, and this one is the copy.
void refuse_obstacles(const std::vector<ForeignStart>& starts) {
  Faults faults;
  for (const ForeignStart& one : starts)
    if (!one.obstacle.empty())
      faults.add({"start", std::to_string(one.start.standing().incarnation), "cannot be disowned: " + one.obstacle});
  faults.throw_if_any(FaultKind::store);
}

std::string numbers_of(const std::vector<ForeignStart>& starts) {
  std::string numbers;
  for (const ForeignStart& one : starts)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(one.start.standing().incarnation);
  return numbers;
}

void describe_id_disown(Command& command) {
  command.takes_value("--state", Command::Wanted::required, "the node's state folder", Command::Names::folder);
  command.takes_switch("--yes", "yes, these starts were not of this state");
}

ExitCode id_disown(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const Store store = Store::open(command.value("--state"), site.public_key().text());
  const std::vector<ForeignStart> starts = foreign_starts(store, site);
  refuse_obstacles(starts);
  if (!starts.empty() && !command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        "neighbours have shown starts with this site's signature that this state does not know: " +
                            numbers_of(starts) +
                            ". A copy of this state was started, or its site key was stolen. Find out which; if it was "
                            "a copy that is gone, repeat the command with --yes"});
  for (const ForeignStart& one : starts) disown(store, site, one.start);
  if (command.json()) {
    Json json{{"schema", "sotto.disowned/1"}, {"starts", Json::array()}};
    for (const ForeignStart& one : starts) json["starts"].push_back(one.start.standing().incarnation);
    print(dump(json));
  } else if (starts.empty()) {
    print("  nothing to disown: no neighbour has shown a start of this site that this state does not know\n");
  } else {
    print(fmt::format("  disowned: start {}. Neighbours hear it with the next hello and keep it as evidence\n",
                      numbers_of(starts)));
  }
  return ok;
}

}  // namespace

const Subcommand id_disown_command{"id disown", "say that a start with this site's signature was not of this state",
                                   describe_id_disown, id_disown};

}  // namespace sotto::app
