// SPDX-License-Identifier: MIT
// A node as the program runs it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "sotto/federation/peer/health_door.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/federation/runner/node_status.hpp"

namespace sotto {
namespace {

/// What an operator wants to be warned of before it stops a node.
struct Reserves {
  std::string budget_epsilon_left, budget_percent_left;  ///< of the dataset, in the ledger that pays; from below
  std::int64_t certificate_not_after;                    ///< seconds since 1970
};

std::string metric(const char* name, const char* help, const std::string& lines) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{2}", name, help, lines);
}

std::string metrics(const NodeStatus& status, const Reserves& reserves) {
  std::string connected, waiting, rounds;
  for (const NeighbourStatus& one : status.neighbours) {
    if (one.is_neighbour)
      connected += fmt::format("sotto_neighbour_connected{{neighbour=\"{}\"}} {}\n", one.name, one.connected ? 1 : 0);
    waiting += fmt::format("sotto_waiting_for{{neighbour=\"{}\"}} {}\n", one.name, one.waited_for ? 1 : 0);
    rounds += fmt::format("sotto_neighbour_round{{neighbour=\"{}\"}} {}\n", one.name, one.last_round);
  }
  const auto gauge = [](const char* name, const char* help, auto value) {
    return metric(name, help, fmt::format("{} {}\n", name, value));
  };
  return gauge("sotto_round", "last committed round", status.round) +
         gauge("sotto_last_round", "round that ends the run", status.last_round) +
         gauge("sotto_debited", "whether the run was debited", status.debited ? 1 : 0) +
         gauge("sotto_finished", "whether the run is finished", status.finished ? 1 : 0) +
         gauge("sotto_budget_epsilon_left", "epsilon of one run that spends all that the dataset has left",
               reserves.budget_epsilon_left) +
         gauge("sotto_budget_percent_left", "percent of the dataset's budget that is left",
               reserves.budget_percent_left) +
         gauge("sotto_certificate_not_after_seconds", "when this site's certificate expires, in seconds since 1970",
               reserves.certificate_not_after) +
         (status.late_beats
              ? gauge("sotto_late_beats", "beats that passed because a round was not ready", *status.late_beats)
              : "") +
         gauge("sotto_log_lines_lost", "lines of the log that nobody read in time", status.lines_lost) +
         metric("sotto_neighbour_connected", "whether a neighbour is connected", connected) +
         metric("sotto_waiting_for", "whether a neighbour is waited for", waiting) +
         metric("sotto_neighbour_round", "last round known of a neighbour", rounds);
}

/// 404 for any other path. Metrics are Prometheus' text format: rounds, neighbours and reserves, nothing of a record.
/// Reserves are looked up for metrics alone.
HttpAnswer health_answer(const std::string& path, const NodeStatus& status, const std::function<Reserves()>& reserves) {
  if (path == "/healthz") return {.body = "ok\n"};
  if (path == "/readyz" && status.is_ready()) return {.body = "ready\n"};
  if (path == "/readyz") {
    std::string missing;
    for (const NeighbourStatus& one : status.neighbours)
      if (one.is_neighbour && !one.connected) missing += " " + one.name;
    return {.status = 503, .body = "not connected:" + missing + "\n"};
  }
  if (path == "/metrics")
    return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics(status, reserves())};
  return {.status = 404, .body = "there are /healthz, /readyz and /metrics\n"};
}

/// Beside rounds, a manifest may come: once, from a neighbour that runs another one.
std::size_t longest_frame(const Manifest& manifest) {
  const std::size_t parties = manifest.parties().size();
  const std::size_t round = RoundMessage::longest(manifest.dimension(), parties);
  const std::size_t amendments = manifest.is_masked() ? parties * parties * 512 : 0;  // a signature of each, of each
  return std::max(round, 2 * manifest.canonical().size() + 65536 + amendments) + 64;
}

Reserves reserves_of(const Balance& balance, UnixTime certificate_not_after) {
  const PrivacyBudget& promise = balance.promise.planned;
  const std::string percent = shown_percent(promise, balance.alpha_left, ShownFrom::below);
  return {.budget_epsilon_left = shown_epsilon(promise, {.alpha = balance.alpha_left}, ShownFrom::below),
          .budget_percent_left = percent.substr(0, percent.find(' ')),
          .certificate_not_after = certificate_not_after};
}

/// 0 where it cannot be read: a question must not end a node.
UnixTime certificate_not_after(const SiteIdentity& identity) {
  try {
    return identity.certificate().not_after;
  } catch (const InvalidInput&) {
    return 0;
  }
}

}  // namespace

NodeOutcome run_node(PreparedNode& prepared, const NodeOptions& options, NodeObserver& observer) {
  EventLoop loop;  // before all that holds a socket
  TlsDoors doors(loop, {.certificate = prepared.identity.certificate_path(),
                        .rules = rules_of(prepared.manifest.parties()),
                        .longest_frame = longest_frame(prepared.manifest)});
  NodeRunner runner(prepared, options, observer, doors, loop);
  const auto reserves = [&] {
    return reserves_of(prepared.store.ledger().balance(prepared.dataset), certificate_not_after(prepared.identity));
  };
  std::optional<HealthDoor> health;
  if (options.health_port)
    health.emplace(loop, *options.health_port,
                   [&](const std::string& path) { return health_answer(path, runner.status(), reserves); });
  loop.on_signal([&](int) { runner.ask_to_stop(); });
  runner.begin();
  loop.run();
  return runner.outcome();
}

}  // namespace sotto
