// SPDX-License-Identifier: MIT
// What the program answers with --json. Schemas are part of the public contract; numbers read back the same.
#pragma once

#include <map>
#include <string>

#include "sotto/privacy/account.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// sotto.init/1: the sample configuration as one text.
std::string init_json();

/// sotto.plan/1; with the convergence bounds where the network is known.
struct PlanOnNetwork {
  NetworkConstants network;
  StageTwo stage_two;
  std::map<NodeId, Plan> departing_plans;  ///< of nodes with a promise of their own
  const Scenario& scenario;                ///< which says whom a plan is for, and what it does not promise
};
std::string plan_json(const Plan& plan, const std::optional<PlanOnNetwork>& on = {});

/// sotto.account/1. What does not exist is null: an epsilon that keeps delta, noise that would do.
std::string account_json(const Account& account);

/// sotto.run/1. Its first plan is the run's own.
struct RunIdentity {
  std::string kind;  ///< the command: what `sotto verify` runs again
  std::string version;
  std::string commit;
  std::string command_line;
};
std::string run_json(const Scenario& scenario, const Comparison& comparison);

/// sotto.manifest/1: what is needed to repeat the run, and the digests of what it wrote.
std::string manifest_json(const RunIdentity& identity, const Scenario& scenario, const Comparison& comparison,
                          const std::map<std::string, std::string>& digests);

/// sotto.graph/1
std::string graph_json(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights);

/// sotto.written/1: where a page lies.
std::string written_json(const std::string& path);

/// sotto.error/1
std::string error_json(const std::vector<Fault>& faults, int exit_code);

}  // namespace sotto
