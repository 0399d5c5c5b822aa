// SPDX-License-Identifier: MIT
// F2: nodes are killed at random.
#include "system/federation/random_kills.hpp"

#include <csignal>
#include <iostream>
#include <random>
#include <thread>

#include "system/federation/ledger_of_sessions.hpp"
#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {
namespace {

class Schedule {
 public:
  /// A session has many frames before its first round.
  explicit Schedule(const KillSchedule& wanted)
      : random_(wanted.seed),
        most_frames_(wanted.shape.colluders > 0 ? 24 * wanted.shape.nodes * wanted.shape.nodes : 80) {}

  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  /// Lets the federation go on for a while: until some more frames were said, or a moment has passed. The moment is
  /// short every other time, so that nodes die while they recover, too.
  void let_go_on(const FederationUnderTest& federation) {
    const std::size_t wanted = federation.proxy_tape().size() + 1 + below(most_frames_);
    const std::uint64_t moment = below(2) == 0 ? 20 + below(300) : 5000;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(moment);
    while (federation.proxy_tape().size() < wanted && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  /// One node, some, or all of them.
  std::vector<NodeId> victims(const std::vector<NodeId>& nodes) {
    std::vector<NodeId> chosen;
    const std::uint64_t how = below(4);
    for (const NodeId i : nodes)
      if (how == 0 || below(how == 1 ? 2 : nodes.size()) == 0) chosen.push_back(i);
    return chosen;
  }

 private:
  std::mt19937_64 random_;
  std::uint64_t most_frames_;  // between two kills
};

struct Kills {
  int all = 0;
  int in_rounds = 0;  ///< of nodes that had said a new round since they were started
  int amendments = 0;
  int federations = 0;
};

/// One federation, whose members are killed and started again.
class Bout {
 public:
  Bout(Schedule& schedule, const KillSchedule& wanted, Kills& kills)
      : schedule_(schedule), wanted_(wanted), kills_(kills), federation_(wanted.shape, seed()) {
    for (NodeId i = 0; i < wanted.shape.nodes; ++i) members_.push_back(i);
    said_before_.assign(wanted.shape.nodes, 1);
    ++kills.federations;
  }

  void run() {
    federation_.start_all();
    if (wanted_.shape.colluders > 0) lose_one();
    kill_and_start(wanted_.kills);
    federation_.expect_finish(members_, std::chrono::seconds(120));
    expect_oracle_holds(federation_);
    for (const NodeId i :
         members_)  // a kill loses no commit: whoever had to ask for its own round had not committed it
      EXPECT_EQ(federation_.log(i).find("\"adopted\""), std::string::npos) << "I3: " << federation_.log(i);
    if (seed()) expect_reference_results(federation_);
    if (wanted_.shape.colluders > 0) expect_ledgers_of_sessions(federation_, members_);
  }

 private:
  std::optional<std::uint64_t> seed() const {
    return wanted_.seeded_noise ? std::optional(wanted_.seed + static_cast<std::uint64_t>(kills_.federations))
                                : std::nullopt;
  }

  /// A node that has left for good stays away.
  bool has_left(NodeId i) {
    return !federation_.node(i).is_running() && federation_.node(i).wait(std::chrono::seconds(0)) == 0;
  }
  bool is_finished(NodeId i) const {
    return Store::open_to_read(federation_.rehearsal().parties[i].state)
        .runs()
        .finished(federation_.manifest().run_id())
        .has_value();
  }

  /// Rounds are counted in each session by itself.
  Round last_said(NodeId i) const { return federation_.heard_of(i, session_); }

  void kill(NodeId i) {
    if (has_left(i)) return;
    federation_.node(i).kill_now();
    ++kills_.all;
    if (last_said(i) > said_before_[i]) ++kills_.in_rounds;
  }

  /// Until there were so many kills in all, or everybody has left.
  void kill_and_start(int until) {
    bool any = true;
    while (kills_.all < until && any) {
      schedule_.let_go_on(federation_);
      for (const NodeId i : schedule_.victims(members_)) kill(i);
      any = start_again();
    }
  }
  bool start_again() {
    bool any = false;
    for (const NodeId i : members_) {
      if (has_left(i)) continue;
      any = true;
      if (federation_.node(i).is_running()) continue;
      said_before_[i] = last_said(i);
      federation_.start(i);
    }
    return any;
  }

  /// One dies for good, the others are killed on, until they amend the run. Some die while they sign, and all die when
  /// they have begun again. Where one of them has its result, there is nothing to amend.
  void lose_one() {
    kill_and_start(kills_.all + static_cast<int>(schedule_.below(3)));
    const NodeId lost = members_[schedule_.below(members_.size())];
    kill(lost);
    std::erase(members_, lost);
    kill_and_start(kills_.all + static_cast<int>(schedule_.below(3)));
    for (const NodeId i : members_) kill(i);
    const bool is_amended = std::none_of(members_.begin(), members_.end(), [&](NodeId i) { return is_finished(i); }) &&
                            can_go_on_without(lost);
    if (!is_amended) {
      members_.insert(std::upper_bound(members_.begin(), members_.end(), lost), lost);
      start_again();
      return;
    }
    sign_without(lost);
    session_ = federation_.session().id();
    ++kills_.amendments;
    start_again();
    for (const NodeId i : members_) EXPECT_TRUE(federation_.gets_to(i, 2, session_)) << federation_.log(i);
    for (const NodeId i : members_) kill(i);
    start_again();
  }

  bool can_go_on_without(NodeId lost) const try {
    const Session session = federation_.session();
    session.amended({.run = session.run(), .number = 1, .before = session.id(), .without = {federation_.name(lost)}});
    return true;
  } catch (const InvalidInput&) {
    return false;
  }

  void sign_without(NodeId lost) {
    for (const NodeId i : members_)
      if (schedule_.below(2) == 0) {
        EXPECT_EQ(federation_.amend(i, {lost}, {{"TEST_FAILPOINT", "amendment kept:1"}}).code, 128 + SIGKILL);
      }
    federation_.amend_by_all({lost});
  }

  Schedule& schedule_;
  const KillSchedule& wanted_;
  Kills& kills_;
  FederationUnderTest federation_;
  Digest session_ = federation_.manifest().run_id();
  std::vector<NodeId> members_;
  std::vector<Round> said_before_;
};

}  // namespace

void run_kill_schedule(const KillSchedule& wanted) {
  Schedule schedule(wanted);
  Kills kills;
  const auto began = std::chrono::steady_clock::now();
  while (kills.all < wanted.kills && !::testing::Test::HasFailure()) Bout(schedule, wanted, kills).run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::cout << kills.all << " kills, " << kills.in_rounds << " of them of nodes at work, in " << kills.federations
            << " federations of " << wanted.shape.nodes << ", " << kills.amendments
            << " of them amended: " << took.count() << " s" << std::endl;
  EXPECT_GE(kills.in_rounds, kills.all / 8) << "too few kills hit a node at work: the schedule proves little";
  if (wanted.shape.colluders > 0) {
    EXPECT_GT(kills.amendments, 0) << "no kill went through an amendment";
  }
}

}  // namespace sotto::test
