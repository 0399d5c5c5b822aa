// SPDX-License-Identifier: MIT
#include "system/federation/stranger.hpp"

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto::test {
namespace {

/// The last one that a node told of: it does so once a second while rounds go on.
Round round_in_log(const std::string& log) {
  constexpr std::string_view field = "\"round\":";
  const std::size_t place = log.rfind(field);
  return place == std::string::npos ? 0 : static_cast<Round>(std::atoi(log.c_str() + place + field.size()));
}

}  // namespace

Stranger::Stranger(const FederationUnderTest& federation, NodeId as)
    : contexts_(SiteIdentity::open(federation.rehearsal().parties[as].state).certificate_path(),
                rules_of(federation.manifest().parties())) {}

std::string Stranger::say(const Party& to, const std::function<void(const LinkPtr&)>& speak) {
  std::string reason;
  LinkSettings settings{.contexts = contexts_,
                        .longest_frame = 1 << 20,
                        .events = {.opened = speak,
                                   .heard =
                                       [&](const LinkPtr&, const Frame& frame) {
                                         if (const auto* refusal = std::get_if<Refusal>(&frame))
                                           reason = refusal->reason;
                                         if (std::holds_alternative<ManifestText>(frame)) ++manifests_heard_;
                                       },
                                   .closed =
                                       [&](const LinkPtr&, const std::string& why) {
                                         if (reason.empty()) reason = why;
                                         loop_.stop();
                                       }}};
  dial(loop_, to, settings);
  loop_.after(std::chrono::seconds(20), [&] {
    if (reason.empty()) reason = "the connection was not ended";
    loop_.stop();
  });
  loop_.run();
  return reason;
}

Standing plain_standing(const FederationUnderTest& federation) {
  return {.run = federation.manifest().run_id(),
          .node = 0,
          .incarnation = 1,
          .start_id = std::string(16, 'x'),
          .last = {},
          .ledger_head = {}};
}

Standing next_standing(const FederationUnderTest& federation, NodeId site) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[site].state);
  const Digest run = federation.manifest().run_id();
  const auto round = store.rounds().last_round(run);
  Standing standing = plain_standing(federation);
  standing.node = site;
  standing.incarnation = store.starts().size() + 1;
  if (round) standing.last = {static_cast<Round>(*round), store.rounds().row(run, *round)->digest};
  standing.ledger_entries = static_cast<std::uint64_t>(store.ledger().head().entries);
  standing.ledger_head = store.ledger().head().hash;
  return standing;
}

SiteKey key_of(const FederationUnderTest& federation, NodeId site) {
  return SiteKey::read(federation.rehearsal().parties[site].state / "identity" / "site.key");
}

void say_hello(const LinkPtr& link, const FederationUnderTest& federation, const Standing& standing,
               const Claims& claims) {
  const auto said = SignedStanding::say(standing, {link->binding(), claims.bytes()}, key_of(federation, 0));
  link->send(HelloFrame{said.bytes(), claims.bytes()});
}

void stop_after_rounds(FederationUnderTest& federation) {
  const int neighbours = static_cast<int>(federation.manifest().neighbours_of(0).size());
  federation.start_rest();
  ASSERT_TRUE(federation.log_says(0, "\"connected\"", neighbours));
  federation.stop(0);
  federation.start(0);
  ASSERT_TRUE(federation.log_says(0, "\"connected\"", 2 * neighbours));
  ASSERT_TRUE(federation.log_says(1, "\"connected\"", neighbours + 1));
  ASSERT_TRUE(comes_true([&] { return round_in_log(federation.log(0)) > 5; })) << federation.log(0);
  federation.stop(0);
}

}  // namespace sotto::test
