// SPDX-License-Identifier: MIT
#include "system/federation/sessions_of_run.hpp"

#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/session_word.hpp"

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

std::vector<BegunSession> begun_sessions_of(const FederationUnderTest& federation, const std::set<NodeId>& taken) {
  std::vector<BegunSession> begun;
  for (const Session& session : sessions_of(federation)) {
    std::optional<Round> agreed;
    for (const NodeId i : session.members()) {
      if (taken.contains(i) || !session.is_masked()) continue;
      const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
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
