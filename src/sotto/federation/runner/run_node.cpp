// SPDX-License-Identifier: MIT
// A node as the program runs it.
#include "sotto/federation/runner/run_node.hpp"

#include <algorithm>

#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/health_answers.hpp"

namespace sotto {
namespace {

/// Beside rounds, a manifest may come: once, from a neighbour that runs another one.
std::size_t longest_frame(const Manifest& manifest) {
  const std::size_t round = RoundMessage::longest(manifest.dimension(), manifest.parties().size());
  return std::max(round, 2 * manifest.canonical().size() + 65536) + 64;
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
    return Reserves{prepared.store.ledger().balance(prepared.dataset).alpha_left,
                    certificate_not_after(prepared.identity)};
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
