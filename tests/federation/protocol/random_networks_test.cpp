// SPDX-License-Identifier: MIT
// Networks of state machines alone, under messages that are late, doubled, lost and out of order, and processes that
// end at any moment: every run comes to its end, and on the way nothing is said that must not be.
#include <gtest/gtest.h>

#include <algorithm>

#include "federation/protocol/some_messages.hpp"
#include "sotto/federation/protocol/reception.hpp"
#include "sotto/federation/protocol/run_progress.hpp"
#include "sotto/federation/wire/frame.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

constexpr Round last_round = 7;
constexpr std::size_t most_letters = 60;  // on their way: more only slow the others down
using Taken = NeighbourWindow::Taken;

/// A node: what is on its disk outlives the process that works on it.
struct Site {
  std::vector<RoundMessage> disk;  // own messages from round 2 on; each names the digests that went into it
  int incarnation = 0;
  std::optional<RunProgress> process;
  std::map<NodeId, int> welcomed_incarnation;  // what the test knows of welcomes, by itself

  Round last() const { return static_cast<Round>(disk.size() + 1); }
  RoundMark mark() const { return disk.empty() ? RoundMark{} : disk.back().mark(); }
  std::optional<Digest> digest(Round round) const {
    return round >= 2 && round <= last() ? std::optional(disk[round - 2].digest()) : std::nullopt;
  }
  /// From the row of the round after it.
  std::optional<Digest> known(NodeId j, Round round) const {
    if (round < 2 || round + 1 > last()) return std::nullopt;
    return disk[round - 1].heard().at(j);
  }
};

/// A hello.
struct Said {
  Standing standing;
  RoundMark held;  // of the listener
};

struct Letter {
  NodeId from, to;
  int to_incarnation;  // of a welcome: the start that it welcomes
  std::variant<Said, Welcome, RoundMessage> what;
};

class RandomNetwork {
 public:
  RandomNetwork(const Graph& graph, std::uint64_t seed) : points_(seed), sites_(graph.node_count()) {
    for (NodeId i = 0; i < graph.node_count(); ++i)
      for (NodeId j : graph.neighbours(i)) neighbours_[i].push_back(j);
    for (NodeId i = 0; i < sites_.size(); ++i) start(i);
  }

  /// One thing happens: a process ends or starts, speaks again, or a letter arrives, is doubled or lost.
  void step(bool calm) {
    const auto i = static_cast<NodeId>(points_.below(sites_.size()));
    const std::uint64_t chance = points_.below(100);
    if (!calm && chance < 2) return sites_[i].process.reset();
    if (!sites_[i].process) return start(i);
    if (letters_.empty() || (chance < 15 && letters_.size() < most_letters)) return speak(i);
    const std::size_t place = points_.below(letters_.size());
    std::swap(letters_[place], letters_.back());
    const Letter letter = letters_.back();
    const bool doubled = !calm && chance < 25, lost = !calm && chance >= 90;
    if (!doubled) letters_.pop_back();
    if (!lost) deliver(letter);
  }
  bool all_know_that_all_have_finished() const {
    return std::all_of(sites_.begin(), sites_.end(),
                       [](const Site& site) { return site.process && site.process->all_have_finished(); });
  }
  /// What a round says it heard is what the neighbour said, for all rounds of all nodes.
  void check_histories() const {
    for (NodeId i = 0; i < sites_.size(); ++i) {
      ASSERT_EQ(sites_[i].last(), last_round);
      for (Round t = 3; t <= last_round; ++t)
        for (const NodeId j : neighbours_.at(i))
          EXPECT_EQ(sites_[i].disk[t - 2].heard().at(j), sites_[j].digest(t - 1));
    }
  }

 private:
  void start(NodeId i) {
    Site& site = sites_[i];
    ++site.incarnation;
    site.welcomed_incarnation.clear();
    site.process.emplace(RunProgress::Setup{.self = i,
                                            .neighbours = neighbours_[i],
                                            .authors = neighbours_[i],
                                            .last_round = last_round,
                                            .last_drawn = last_round,
                                            .own_last = site.mark(),
                                            .known = [&site](NodeId j, Round t) { return site.known(j, t); }});
    speak(i);
  }
  /// A hello, and the last two messages: nobody ever needs an older one.
  void speak(NodeId i) {
    const Site& site = sites_[i];
    for (const NodeId j : neighbours_[i]) {
      letters_.push_back({i, j, 0,
                          Said{.standing = {.run = digest_of("run"),
                                            .node = i,
                                            .incarnation = static_cast<std::uint64_t>(site.incarnation),
                                            .start_id = "",
                                            .last = site.mark(),
                                            .ledger_head = {}},
                               .held = site.process->window(j).latest()}});
      for (std::size_t k = site.disk.size() < 2 ? 0 : site.disk.size() - 2; k < site.disk.size(); ++k)
        letters_.push_back({i, j, 0, site.disk[k]});
    }
  }
  void deliver(const Letter& letter) {
    Site& site = sites_[letter.to];
    if (!site.process) return;
    if (const auto* hello = std::get_if<Said>(&letter.what)) hear(letter, *hello);
    if (std::holds_alternative<Welcome>(letter.what) && letter.to_incarnation == site.incarnation) {
      site.process->note_welcome(letter.from);
      site.welcomed_incarnation[letter.from] = site.incarnation;
    }
    if (const auto* message = std::get_if<RoundMessage>(&letter.what)) {
      EXPECT_TRUE(site.process->differently_heard(*message).empty()) << "all are honest";
      const Taken taken = site.process->take(letter.from, *message);
      EXPECT_TRUE(taken == Taken::kept || taken == Taken::repeated) << "a neighbour is never two rounds ahead";
    }
    go_on(letter.to);
  }
  void hear(const Letter& letter, const Said& hello) {
    Site& site = sites_[letter.to];
    const NeighbourWindow& window = site.process->window(letter.from);
    const HelloVerdict verdict =
        judge(hello.standing, {.run = digest_of("run"),
                               .kind = RunKind::real,
                               .speaker = letter.from,
                               .last_round = last_round,
                               .digest_of_speaker = [&](Round t) { return window.digest_of_round(t); }});
    EXPECT_EQ(verdict.kind, HelloVerdict::Kind::accepted) << verdict.reason;
    EXPECT_TRUE(hello.held.round == 1 || site.digest(hello.held.round) == hello.held.digest)
        << "what was sent was on the disk before";
    site.process->note_last_of(letter.from, hello.standing.last.round);
    letters_.push_back({letter.to, letter.from, static_cast<int>(hello.standing.incarnation), Welcome{}});
  }
  void go_on(NodeId i) {
    Site& site = sites_[i];
    RunProgress& process = *site.process;
    EXPECT_EQ(process.waiting_for().empty(), process.is_finished() ? process.all_have_finished() : process.may_go_on());
    for (const NodeId j : neighbours_[i])
      EXPECT_TRUE(!process.all_have_finished() || sites_[j].last() == last_round) << "only what is so is known";
    if (!process.may_go_on() || points_.below(3) == 0) return;
    for (const NodeId j : neighbours_[i]) {
      EXPECT_EQ(site.welcomed_incarnation[j], site.incarnation) << "no round before all welcomes of this start";
      EXPECT_EQ(process.input(j) == nullptr, site.last() == 1);
      if (site.last() > 1) {
        EXPECT_EQ(process.input(j)->round(), site.last());
      }
      EXPECT_LE(site.last(), sites_[j].last() + 1) << "neighbours are at most a round apart";
    }
    const RoundMessage next = test::message_of(i, site.last() + 1, process.input_digests());
    site.disk.push_back(next);
    if (points_.below(20) == 0) return site.process.reset();  // committed, and not a byte was sent
    process.committed(next.mark());
  }

  test::RandomPoints points_;
  std::vector<Site> sites_;
  std::map<NodeId, std::vector<NodeId>> neighbours_;
  std::vector<Letter> letters_;
};

TEST(RandomNetworks, ComeToTheirEndAndKeepEveryRuleOnTheWay) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomPoints points(1000 + seed);
    const auto nodes = static_cast<NodeId>(2 + points.below(5));
    RandomNetwork network(erdos_renyi_graph({.nodes = nodes, .edge_probability = 0.6, .seed = seed}), seed);
    int steps = 0;
    for (; steps < 1000; ++steps) network.step(false);
    for (; steps < 20000 && !network.all_know_that_all_have_finished(); ++steps) network.step(true);
    ASSERT_TRUE(network.all_know_that_all_have_finished()) << "after " << steps;
    network.check_histories();
  }
}

}  // namespace
}  // namespace sotto
