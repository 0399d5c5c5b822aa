// SPDX-License-Identifier: MIT
// The oracle.
#include "system/federation/oracle.hpp"

#include <nlohmann/json.hpp>
#include <tuple>

#include "federation/sum_in_row.hpp"
#include "system/federation/canaries.hpp"
#include "system/federation/ledger_of_sessions.hpp"
#include "system/federation/masked_reference.hpp"
#include "system/federation/masked_secrets.hpp"
#include "system/federation/reference_run.hpp"
#include "system/federation/round_on_tape.hpp"
#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {
namespace {

/// One round of one node in one run.
struct At {
  Digest run;
  NodeId node;
  Round round;
  bool operator<(const At& other) const {
    return std::tuple(run.view(), node, round) < std::tuple(other.run.view(), other.node, other.round);
  }
};
using Said = std::map<At, std::set<std::string>>;

/// Only what a node said itself. What a rule put on the wire in its place is the test's own, and what others pass on
/// is judged apart.
Said said_on(const Tape& tape) {
  Said said;
  for (const TapeEntry& entry : tape.entries())
    if (const auto round = round_of(entry);
        round && entry.kind == TapeEntry::Kind::said && entry.passing.from == round->node)
      said[{round->run.value(), round->node, round->round}].insert(round->bytes);
  return said;
}

using Sessions = std::vector<BegunSession>;

/// Null for a session of another run.
const BegunSession* session_at(const Sessions& sessions, const Digest& id) {
  for (const BegunSession& one : sessions)
    if (one.session.id() == id) return &one;
  return nullptr;
}

void expect_paid(const FederationUnderTest& federation, const Store& store, NodeId i, const Said& said,
                 const Sessions& sessions) {
  const Digest own_run = federation.manifest().run_id();
  BookedUnits cost;
  for (const auto& [at, payloads] : said) {
    if (at.node != i) continue;
    const BegunSession* begun = session_at(sessions, at.run);
    ASSERT_TRUE(store.ledger().debit_of(begun != nullptr ? own_run : at.run))
        << "I2: node " << i << " spoke without a debit";
    if (begun != nullptr) cost = cost + begun->cost_of(i, at.round);
  }
  if (const std::optional<LedgerEntry> debit = store.ledger().debit_of(own_run)) {
    EXPECT_EQ(larger_of(debit->units, cost), debit->units) << "I2";
    for (const LedgerEntry& entry : store.ledger().history(debit->dataset))
      if (entry.kind == EntryKind::release && entry.run == own_run) {
        const BookedUnits kept = debit->units - entry.units;
        EXPECT_EQ(larger_of(kept, cost), kept) << "I2: node " << i << " took back what it had said";
      }
    EXPECT_EQ(debit->units, units_of_run(federation.manifest().plan_of(i))) << "I2: the whole run, in both pairs";
  }
  for (const std::string& dataset : store.ledger().datasets()) {
    const Balance balance = store.ledger().balance(dataset);
    EXPECT_TRUE(fits(balance.promise, balance.spent)) << "I2: the budget is overspent";
  }
}

void expect_committed(const Store& store, NodeId i, const Said& said, const Sessions& sessions) {
  for (const auto& [at, payloads] : said) {
    if (at.node != i) continue;
    const std::optional<RoundRow> row = store.rounds().row(at.run, at.round);
    ASSERT_TRUE(row) << "I3: node " << i << " said round " << at.round << " without committing it";
    EXPECT_EQ(*payloads.begin(), row->bytes) << "I3, I7: node " << i << ", round " << at.round;
    if (const BegunSession* begun = session_at(sessions, at.run)) {
      EXPECT_EQ(row->cost, begun->cost_of(i, at.round))
          << "I2: node " << i << ", round " << at.round << ": what is released later follows from what rounds cost";
    }
  }
}

void expect_committed_and_paid(const FederationUnderTest& federation, const Said& said, const Sessions& sessions,
                               const OpenStores& stores) {
  for (const auto& [i, store] : stores) {
    expect_committed(store, i, said, sessions);
    expect_paid(federation, store, i, said, sessions);
    if (!federation.is_direct() && store.rounds().last_round(federation.manifest().run_id()).value_or(1) > 2) {
      EXPECT_FALSE(said.empty()) << "rounds went on, and nobody listened: nothing was judged";
    }
  }
}

using RowsOfNodes = std::vector<std::vector<std::optional<RoundRow>>>;

RowsOfNodes rows_in(const BegunSession& begun, const OpenStores& stores) {
  RowsOfNodes rows(begun.session.manifest().parties().size());
  for (const auto& [i, store] : stores) {
    for (Round t = 0; t <= begun.last_round(); ++t) rows[i].push_back(store.rounds().row(begun.session.id(), t));
  }
  return rows;
}

/// All that went into a round of one node is what the other one committed: it said that, once, to all (I1, I3, I5, I7).
/// With masked sums the sum stands behind it.
void expect_heard_is_committed(const BegunSession& begun, const OpenStores& stores) {
  const RowsOfNodes rows = rows_in(begun, stores);
  const std::size_t of_sum = begun.session.is_masked() ? begun.session.manifest().dimension() * sizeof(double) : 0;
  for (const NodeId i : begun.session.members())
    for (Round t = 3; t < rows[i].size() && rows[i][t]; ++t) {
      std::string expected;
      for (const NodeId j : begun.session.heard_by(i)) {
        ASSERT_TRUE(rows[j][t - 1]) << "I3: node " << j << " said round " << t - 1 << " without committing it";
        expected += rows[j][t - 1]->digest.view();
      }
      EXPECT_EQ(rows[i][t]->inputs.size(), expected.size() + of_sum);
      EXPECT_EQ(rows[i][t]->inputs.substr(0, expected.size()), expected)
          << "I1, I7: node " << i << " heard something else in round " << t - 1;
    }
}

/// What was handed to each node so far, as the tape goes on.
class Delivered {
 public:
  explicit Delivered(const FederationUnderTest& federation, const Sessions& sessions)
      : first_(federation.first_session()), sessions_(sessions) {}

  void add(const Passing& passing) {
    if (const auto* word = std::get_if<WordFrame>(&passing.frame)) return add_word(passing.to, word->bytes);
    const auto* frame = std::get_if<RoundFrame>(&passing.frame);
    const auto round = frame == nullptr ? std::nullopt : round_in(frame->bytes);
    if (!round || (!first_.is_masked() && passing.from != round->node)) return;
    Round& last = rounds_[{text(round->run.value()), passing.to}][round->node];
    last = std::max(last, round->round);
    bytes_[passing.to].insert(round->bytes);
  }

  /// A node speaks in round r+1 when it has heard round r of all, and with masked sums not before all were ready.
  void expect_in_order(const RoundOnTape& said) {
    const BegunSession* begun = session_at(sessions_, said.run.value());
    const Session& session = begun != nullptr ? begun->session : first_;
    for (const NodeId j : session.heard_by(said.node)) {
      if (said.round > 2) {
        EXPECT_GE((rounds_[{text(*said.run), said.node}][j]), said.round - 1)
            << "I5: node " << said.node << " said round " << said.round << " before it heard node " << j;
      }
      if (session.is_masked() && begun != nullptr) {
        EXPECT_TRUE(ready_.contains({text(*said.run), said.node, j}))
            << "I5: node " << said.node << " said round " << said.round << " before it heard that node " << j
            << " is ready";
      }
    }
  }
  /// Nobody passes on what it was not handed.
  void expect_passed_on(NodeId by, const RoundOnTape& said) const {
    const auto heard = bytes_.find(by);
    EXPECT_TRUE(heard != bytes_.end() && heard->second.contains(said.bytes))
        << "I1: node " << by << " passes on a round " << said.round << " of node " << said.node << " that nobody said";
  }

 private:
  static std::string text(const Digest& digest) { return std::string(digest.view()); }

  void add_word(NodeId to, const std::string& bytes) {
    for (const BegunSession& begun : sessions_) {
      const auto word = SessionWord::read(bytes, words_of(begun.session));
      if (word && word->ready() != nullptr) ready_.insert({text(begun.session.id()), to, word->node()});
    }
  }

  Session first_;
  const Sessions& sessions_;
  std::map<std::pair<std::string, NodeId>, std::map<NodeId, Round>> rounds_;
  std::set<std::tuple<std::string, NodeId, NodeId>> ready_;  // session, listener, speaker
  std::map<NodeId, std::set<std::string>> bytes_;
};

void expect_order(const FederationUnderTest& federation, const Sessions& sessions) {
  Delivered delivered(federation, sessions);
  for (const TapeEntry& entry : federation.proxy_tape().entries()) {
    if (entry.kind == TapeEntry::Kind::delivered) {
      delivered.add(entry.passing);
      continue;
    }
    const auto round = round_of(entry);
    if (!round) continue;
    if (round->node == entry.passing.from)
      delivered.expect_in_order(*round);
    else
      delivered.expect_passed_on(entry.passing.from, *round);
  }
}

/// I7: in a session a member has one key and is ready for one thing, whatever dies; and that is in its store.
void expect_one_word_each(const FederationUnderTest& federation, const Sessions& sessions, const OpenStores& stores) {
  std::map<std::tuple<std::string, NodeId, bool>, std::set<std::string>> words;
  for (const TapeEntry& entry : federation.proxy_tape().entries()) {
    const auto* frame = std::get_if<WordFrame>(&entry.passing.frame);
    if (frame == nullptr || entry.kind != TapeEntry::Kind::said) continue;
    for (const BegunSession& begun : sessions)
      if (const auto word = SessionWord::read(frame->bytes, words_of(begun.session));
          word && word->node() == entry.passing.from)
        words[{std::string(begun.session.id().view()), word->node(), word->key() != nullptr}].insert(frame->bytes);
  }
  for (const auto& [at, said] : words) {
    const auto& [session, node, is_key] = at;
    EXPECT_EQ(said.size(), 1u) << "I7: node " << node << " said two " << (is_key ? "keys" : "ready words");
    if (!stores.contains(node)) continue;
    EXPECT_EQ(stores.at(node).sessions().word(digest_from_bytes(session).value(),
                                              is_key ? SessionRowKind::key : SessionRowKind::ready),
              *said.begin())
        << "I7: node " << node << " has not kept what it said";
  }
}

/// All that nodes have on their disks.
std::string kept_on_disks(const FederationUnderTest& federation) {
  std::string bytes;
  for (const RehearsedParty& party : federation.rehearsal().parties)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(party.state))
      if (entry.is_regular_file()) bytes += bytes_in(entry.path());
  return bytes;
}

/// All that a node let out: what it wrote, and every byte of every frame it sent.
std::string let_out(const FederationUnderTest& federation) {
  std::string bytes;
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) bytes += federation.log(i) + federation.out(i);
  for (const TapeEntry& entry : federation.proxy_tape().entries())
    if (entry.kind == TapeEntry::Kind::said) bytes += encode(entry.passing.frame);
  return bytes;
}

void expect_none(const std::vector<std::string>& found) {
  EXPECT_TRUE(found.empty()) << "I6: " << found.size() << " numbers that must not leave a node were found, first "
                             << found.front();
}

void expect_none_of(const Needles& needles, const std::string& bytes, const char* where) {
  const std::vector<std::string> found = needles.found_in(bytes);
  EXPECT_TRUE(found.empty()) << "I8: " << found.size() << " secrets were found " << where << ", first "
                             << found.front();
}

/// I8: what masks are made of and what they hide is nowhere in the clear. Where a store was taken away, its member's
/// key is not known, and no residue of a session can be unmasked.
void expect_secrets_stay(const FederationUnderTest& federation, const OpenStores& stores) {
  const MaskedSecrets secrets = secrets_of(federation, stores);
  if (stores.size() == federation.rehearsal().parties.size()) {
    EXPECT_EQ(secrets.residues, secrets.rows) << "I8: what residues hide is not known, and was not looked for";
  }
  expect_none_of(secrets.needles, let_out(federation), "on the wire or in a log");
  expect_none_of(secrets.needles, kept_on_disks(federation), "on a disk");
}

}  // namespace

void expect_no_record_in(const FederationUnderTest& federation, const std::string& text) {
  Canaries canaries;
  canaries.plant_records(federation.rehearsal());
  expect_none(canaries.found_roughly_in(text));
}

void expect_oracle_holds(const FederationUnderTest& federation, const std::set<NodeId>& taken) {
  const Said said = said_on(federation.proxy_tape());
  const OpenStores stores = open_stores(federation, taken);
  const Sessions sessions = begun_sessions_of(federation, stores);
  for (const auto& [at, payloads] : said)
    EXPECT_EQ(payloads.size(), 1u) << "I1, I7: node " << at.node << " said two things in round " << at.round;
  expect_committed_and_paid(federation, said, sessions, stores);
  if (federation.is_direct())
    for (const BegunSession& begun : sessions) expect_heard_is_committed(begun, stores);
  expect_order(federation, sessions);
  Canaries canaries;
  canaries.plant_records(federation.rehearsal());
  ASSERT_GT(canaries.count(), 0u);
  expect_none(canaries.found_in(let_out(federation)));
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    expect_none(canaries.found_roughly_in(federation.log(i)));
  if (!federation.first_session().is_masked()) return;
  expect_one_word_each(federation, sessions, stores);
  expect_secrets_stay(federation, stores);
}

void expect_committed_when_it_died(const FederationUnderTest& federation, NodeId node) {
  std::set<NodeId> others;
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    if (i != node) others.insert(i);
  const OpenStores stores = open_stores(federation, others);
  expect_committed(stores.at(node), node, said_on(federation.proxy_tape()), begun_sessions_of(federation, stores));
}

namespace {

void expect_result(const FederationUnderTest& federation, NodeId i, std::vector<double> x) {
  const auto result = nlohmann::json::parse(federation.out(i));
  project(federation.manifest().agreement().domain(), x);
  EXPECT_EQ(result["x"].get<std::vector<double>>(), x) << "I4: result of node " << i;
}

void expect_reference_rounds(const FederationUnderTest& federation, const ReferenceRun& reference) {
  const Round last = federation.manifest().last_round();
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) {
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    for (Round t = 2; t <= last; ++t) {
      const std::optional<RoundRow> row = store.rounds().row(federation.manifest().run_id(), t);
      ASSERT_TRUE(row) << "node " << i << ", round " << t;
      EXPECT_EQ(round_in(row->bytes)->values, reference.said(i, t)) << "I4: node " << i << ", round " << t;
    }
    expect_result(federation, i, reference.said(i, last));
  }
}

/// What the engine makes of one session is what the members make one by one.
void expect_reference_sums(const FederationUnderTest& federation, const MaskedReference& sums) {
  const ReferenceRun engine(federation.manifest(), federation.rehearsal(), *federation.seed());
  for (Round t = 1; t < sums.sums.size(); ++t)
    EXPECT_EQ(sums.sums[t], engine.said(0, t + 1)) << "I4: the reference engine, round " << t;
  EXPECT_EQ(sums.result, engine.result(0));
}

/// Every row holds the sum that it was made from. A void round was made from one that stands.
void expect_sums_in(const BegunSession& begun, const OpenStores& stores, const MaskedReference& sums) {
  const std::size_t dimension = begun.session.manifest().dimension();
  for (const auto& [i, store] : stores) {
    const Round last = static_cast<Round>(store.rounds().last_round(begun.session.id()).value_or(1));
    for (Round t = 2; t <= last; ++t) {
      const std::optional<RoundRow> row = store.rounds().row(begun.session.id(), t);
      ASSERT_TRUE(row && row->inputs.size() >= dimension * sizeof(double)) << "node " << i << ", round " << t;
      EXPECT_EQ(sum_in_row(row->inputs, dimension), sums.sums.at(begun.gradient(t) - 1))
          << "I4: node " << i << ", session " << begun.session.number() << ", round " << t;
    }
  }
}

void expect_masked_results(const FederationUnderTest& federation) {
  const OpenStores stores = open_stores(federation);
  const Sessions sessions = begun_sessions_of(federation, stores);
  const MaskedReference sums = masked_reference(federation, sessions);
  if (sessions.size() == 1) expect_reference_sums(federation, sums);
  for (const BegunSession& begun : sessions) {
    expect_heard_is_committed(begun, stores);
    expect_sums_in(begun, stores, sums);
  }
  for (const NodeId i : sessions.back().session.members()) {
    EXPECT_EQ(stores.at(i).rounds().last_round(sessions.back().session.id()), sessions.back().last_round())
        << "node " << i;
    expect_result(federation, i, sums.result);
  }
}

}  // namespace

void expect_reference_messages(const FederationUnderTest& federation) {
  if (federation.first_session().is_masked()) return expect_masked_results(federation);
  expect_reference_rounds(federation, {federation.manifest(), federation.rehearsal(), *federation.seed()});
}

void expect_reference_results(const FederationUnderTest& federation) {
  expect_reference_messages(federation);
  const Canaries canaries =
      ReferenceRun(federation.manifest(), federation.rehearsal(), *federation.seed()).private_numbers();
  expect_none(canaries.found_in(let_out(federation)));
  if (federation.first_session().is_masked()) expect_none(canaries.found_in(kept_on_disks(federation)));
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    expect_none(canaries.found_roughly_in(federation.log(i)));
}

void expect_nothing_spent(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  EXPECT_FALSE(store.ledger().debit_of(federation.manifest().run_id())) << "node " << node;
  for (const Digest& session : store.sessions().sessions_of(federation.manifest().run_id()))
    EXPECT_FALSE(store.rounds().last_round(session)) << "node " << node << " drew noise";
  for (const TapeEntry& entry : federation.proxy_tape().entries())
    if (const auto round = round_of(entry)) {
      EXPECT_NE(round->node, node) << "node " << node << " said round " << round->round;
    }
}

void expect_run_is_unharmed(FederationUnderTest& federation) {
  federation.start_rest();
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
  if (federation.first_session().is_masked())
    expect_ledgers_of_sessions(federation, federation.first_session().members());
}

}  // namespace sotto::test
