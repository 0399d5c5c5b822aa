// SPDX-License-Identifier: MIT
#include "system/federation/sessions_of_run.hpp"

#include "sotto/federation/manifest/found_session.hpp"

namespace sotto::test {

std::vector<Session> sessions_of(const FederationUnderTest& federation) {
  std::vector<Session> all{federation.first_session()};
  if (!all[0].is_masked()) return all;
  for (const SignedAmendment& one : find_session(federation.rehearsal().manifest.string(), all[0]).amendments)
    if (one.amendment.number == all.size()) all.push_back(all.back().amended(one.amendment));
  return all;
}

SessionWord::Expected words_of(const Session& session) {
  return {session.id(), session.manifest().dimension(),
          [&session](NodeId i) { return session.has(i) ? &session.manifest().parties()[i].key : nullptr; }};
}

OpenStores open_stores(const FederationUnderTest& federation, const std::set<NodeId>& taken) {
  OpenStores stores;
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    if (!taken.contains(i)) stores.emplace(i, Store::open_to_read(federation.rehearsal().parties[i].state));
  return stores;
}

std::vector<BegunSession> begun_sessions_of(const FederationUnderTest& federation, const OpenStores& stores) {
  std::vector<BegunSession> begun;
  for (const Session& session : sessions_of(federation)) {
    std::optional<Round> agreed;
    for (const auto& [i, store] : stores) {
      if (!session.is_masked()) continue;
      const auto said = store.sessions().word(session.id(), SessionRowKind::ready);
      const auto word = said ? SessionWord::read(*said, words_of(session)) : std::nullopt;
      if (!word) continue;
      if (!agreed) agreed = word->ready()->completed;
      EXPECT_EQ(word->ready()->completed, *agreed)
          << "node " << i << " begins session " << session.number() << " elsewhere than the others";
    }
    begun.push_back({session, agreed.value_or(0)});
  }
  return begun;
}

}  // namespace sotto::test
