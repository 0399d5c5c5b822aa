// SPDX-License-Identifier: MIT
#include "federation/runner/masked_federation.hpp"

#include <fstream>

#include "sotto/federation/manifest/found_session.hpp"

namespace sotto::test {

std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void amend(const FederationInMemory& federation, const std::vector<NodeId>& without, const std::set<NodeId>& silent) {
  const std::string manifest = federation.rehearsal().manifest.string();
  const Session session = present_session(federation);
  Amendment amendment{.run = session.run(), .number = session.number() + 1, .before = session.id(), .without = {}};
  for (const NodeId i : without) amendment.without.push_back(federation.name(i));
  (void)session.amended(amendment);
  for (const NodeId i : session.members()) {
    if (std::find(without.begin(), without.end(), i) != without.end() || silent.contains(i)) continue;
    const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[i].state);
    SignedAmendment by{.amendment = amendment, .name = federation.name(i)};
    by.sign(site.key());
    write_amendment(manifest, by);
  }
}

Session present_session(const FederationInMemory& federation) {
  return find_session(federation.rehearsal().manifest.string(), federation.session()).session;
}

std::optional<SessionWord> word_in(const Frame& frame, const Session& session) {
  const auto* word = std::get_if<WordFrame>(&frame);
  if (word == nullptr) return std::nullopt;
  return SessionWord::read(word->bytes,
                           {session.id(), 2, [&](NodeId i) { return &session.manifest().parties()[i].key; }});
}

void stop_all_but(FederationInMemory& federation, NodeId lost, NodeId nodes) {
  for (NodeId i = 0; i < nodes; ++i)
    if (i != lost && federation.node(i).is_running()) federation.stop(i);
}

void lose(FederationInMemory& federation, NodeId lost, NodeId nodes) {
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(lost == 0 ? 1 : 0, 3));
  federation.node(lost).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, lost, nodes);
  amend(federation, {lost});
}

std::vector<double> result_of(FederationInMemory& federation, NodeId i) {
  const std::span<const double> values = federation.node(i).outcome()->result->values();
  return {values.begin(), values.end()};
}

void expect_finish_without(FederationInMemory& federation, NodeId lost, NodeId nodes) {
  EXPECT_TRUE(federation.comes_true([&] {
    for (NodeId i = 0; i < nodes; ++i)
      if (i != lost && federation.node(i).is_running()) return false;
    return true;
  }));
  std::optional<std::vector<double>> first;
  for (NodeId i = 0; i < nodes; ++i) {
    if (i == lost) continue;
    ASSERT_TRUE(federation.node(i).outcome() && federation.node(i).outcome()->finished) << federation.node(i).log();
    if (!first) first = result_of(federation, i);
    EXPECT_EQ(result_of(federation, i), *first) << "node " << i;
  }
}

}  // namespace sotto::test
