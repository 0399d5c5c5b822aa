// SPDX-License-Identifier: MIT
// Faults of masked sums between processes: relays, keys and sessions that are not what they should be.
#include <atomic>
#include <bit>
#include <cinttypes>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <set>

#include "sotto/federation/store/store.hpp"
#include "system/federation/forged_round.hpp"
#include "system/federation/kept_keys.hpp"
#include "system/federation/masked_secrets.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"
#include "system/federation/stranger.hpp"

namespace sotto::test {
namespace masked_faults {

using Frames = std::vector<Frame>;

/// Node 1 passes on what nodes 0 and 2 say to each other.
const Shape path{.graph = "path", .rounds = 5, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};
/// There are two ways from each to each.
const Shape ring{.nodes = 4, .graph = "ring", .rounds = 5, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};
const Shape trio{.rounds = 5, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};

void run_to_the_end(FederationUnderTest& federation) {
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) federation.start(i, {}, {"--linger", "600"});
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// Whether node 1 passes on a residue of node 0 to node 2.
bool is_passed_on(const Passing& passing) {
  const auto* frame = std::get_if<RoundFrame>(&passing.frame);
  return frame != nullptr && passing.from == 1 && passing.to == 2 && round_in(frame->bytes)->node == 0;
}

TEST(F42Relay, ThatDropsEveryOtherResidueOnlyDelaysTheRun) {
  FederationUnderTest federation({.graph = "path", .rounds = 2, .consensus_rounds = 1, .colluders = 1}, 5);
  int count = 0;
  federation.proxy().set_rule([&](const Passing& passing) {
    return is_passed_on(passing) && ++count % 2 == 1 ? Frames{} : Frames{passing.frame};
  });
  run_to_the_end(federation);
  EXPECT_GT(count, 1);
}

/// On a path there is no other way: the run waits, says for whom, and goes on when the relay does its work again.
TEST(F42Relay, ThatDropsForGoodWhereThereIsNoOtherWayIsWaitedForVisibly) {
  FederationUnderTest federation(path, 5);
  std::atomic<bool> drops = true;
  federation.proxy().set_rule([&](const Passing& passing) {
    const bool is_late = is_passed_on(passing) && round_in(std::get<RoundFrame>(passing.frame).bytes)->round >= 3;
    return is_late && drops ? Frames{} : Frames{passing.frame};
  });
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i, {}, {"--linger", "600"});
  ASSERT_TRUE(federation.gets_to(2, 3)) << federation.log(2);
  ASSERT_TRUE(federation.gets_to(1, 4)) << federation.log(1);  // it has heard all residues of round 3
  EXPECT_TRUE(federation.log_says(2, "\"waiting_for\":{\"site-0\":\"reached over site-1")) << federation.log(2);
  EXPECT_EQ(federation.heard_of(2), 3u) << "it lacks a residue of round 3";
  for (const NodeId i : {0u, 1u, 2u}) EXPECT_TRUE(federation.node(i).is_running()) << federation.log(i);
  federation.stop_all();
  expect_oracle_holds(federation);
  drops = false;
  run_to_the_end(federation);
}

TEST(F42Relay, ThatDelaysAndReordersResiduesChangesNothing) {
  FederationUnderTest federation(path, 5);
  Frames late;
  federation.proxy().set_rule([&](const Passing& passing) {
    if (is_passed_on(passing) && late.empty()) {
      late.push_back(passing.frame);  // until something else goes the same way
      return Frames{};
    }
    if (passing.from != 1 || passing.to != 2) return Frames{passing.frame};
    Frames out{passing.frame};
    out.insert(out.end(), late.begin(), late.end());
    late.clear();
    return out;
  });
  run_to_the_end(federation);
}

/// On a ring the true one comes the other way; what was changed bears no signature and is nobody's. The result is let
/// through: who lacks it only waits longer before it leaves.
TEST(F42Relay, ThatChangesResiduesIsIgnored) {
  FederationUnderTest federation({.nodes = 4, .graph = "ring", .rounds = 2, .consensus_rounds = 1, .colluders = 1}, 5);
  std::atomic<int> changed = 0;
  federation.proxy().set_rule([&](const Passing& passing) {
    if (!is_passed_on(passing)) return Frames{passing.frame};
    RoundFrame other = std::get<RoundFrame>(passing.frame);
    if (round_in(other.bytes)->round == federation.manifest().last_round()) return Frames{passing.frame};
    other.bytes[other.bytes.size() / 2] = static_cast<char>(other.bytes[other.bytes.size() / 2] ^ 1);
    ++changed;
    return Frames{other};
  });
  run_to_the_end(federation);
  EXPECT_GT(changed, 0);
  EXPECT_NE(federation.log(2).find("\"ignored\""), std::string::npos) << federation.log(2);
}

/// A relay that has the author's key is the author: two residues of one round are evidence against it.
TEST(F42Relay, ThatForgesAResidueWithItsAuthorsKeyHaltsTheAuthor) {
  FederationUnderTest federation(ring);
  federation.proxy().set_rule([&](const Passing& passing) {
    if (!is_passed_on(passing) || round_in(std::get<RoundFrame>(passing.frame).bytes)->round != 3)
      return Frames{passing.frame};
    const std::string lie =
        forged(federation, std::get<RoundFrame>(passing.frame).bytes, {.values = std::vector<double>{1, 2, 3}});
    return Frames{passing.frame, RoundFrame{lie}};
  });
  federation.start_all();
  EXPECT_TRUE(federation.log_says(2, "two different messages for round 3")) << federation.log(2);
  federation.stop_all();
  expect_oracle_holds(federation);
  const Store store = Store::open_to_read(federation.rehearsal().parties[2].state);
  ASSERT_EQ(store.evidence().all().size(), 1u);
  EXPECT_EQ(store.evidence().all()[0].site, federation.manifest().parties()[0].key.text());
}

// ---- words ----

std::optional<SessionWord> word_in(const Passing& passing, const Session& session) {
  const auto* frame = std::get_if<WordFrame>(&passing.frame);
  return frame == nullptr ? std::nullopt : SessionWord::read(frame->bytes, words_of(session));
}

/// In the place of node 0's key: another one, signed by its site key; to everybody, or to one node alone.
FaultProxy::Rule with_key(const FederationUnderTest& federation, const std::string& key,
                          std::optional<NodeId> to = {}) {
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Session session = federation.first_session();
  const std::string lie = SessionWord::say({session.id(), 0}, KeyWord{.key = key}, site.key()).bytes();
  return [=](const Passing& passing) {
    const auto word = word_in(passing, session);
    const bool is_meant = word && word->key() != nullptr && word->node() == 0 && passing.to == to.value_or(passing.to);
    return is_meant ? Frames{WordFrame{lie}} : Frames{passing.frame};
  };
}

bool is_a_residue_on(const Tape& tape) {
  for (const TapeEntry& entry : tape.entries())
    if (round_of(entry)) return true;
  return false;
}

/// Two keys of one member: those who hold different ones say so, and nobody draws anything.
TEST(F42Keys, TwoKeysOfOneMemberStopTheRunBeforeAResidue) {
  FederationUnderTest federation(trio);
  federation.proxy().set_rule(with_key(federation, std::string(32, 'k'), 1));
  federation.start_all();
  ASSERT_TRUE(federation.log_says(1, "holds other keys of the members") ||
              federation.log_says(1, "two different words"))
      << federation.log(1);
  federation.stop_all();
  EXPECT_FALSE(is_a_residue_on(federation.proxy_tape()));
  for (const NodeId i : {0u, 1u, 2u}) expect_nothing_spent(federation, i);
  expect_oracle_holds(federation);
}

/// To all others alike: node 0 has said one key, and they hold another one.
TEST(F42Keys, AWrongKeyStopsTheRunBeforeAResidue) {
  FederationUnderTest federation(trio);
  federation.proxy().set_rule(with_key(federation, std::string(32, 'k')));
  federation.start_all();
  ASSERT_TRUE(federation.log_says(0, "holds other keys of the members")) << federation.log(0);
  federation.stop_all();
  EXPECT_FALSE(is_a_residue_on(federation.proxy_tape()));
  expect_oracle_holds(federation);
}

/// Its masks would be known to everybody. The liar itself says that it is ready for the key that it has said.
TEST(F42Keys, AKeyOfZerosIsRefusedBeforeAResidue) {
  FederationUnderTest federation(trio);
  const Session session = federation.first_session();
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const SessionWord zero = SessionWord::say({session.id(), 0}, KeyWord{.key = std::string(32, '\0')}, liar.key());
  std::map<NodeId, std::string> keys;
  const auto lie = with_key(federation, std::string(32, '\0'));
  federation.proxy().set_rule([&](const Passing& passing) {
    const auto word = word_in(passing, session);
    if (!word || word->ready() == nullptr) {
      if (word) keys[word->node()] = word->node() == 0 ? zero.bytes() : word->bytes();
      return lie(passing);
    }
    if (word->node() != 0 || keys.size() < 3) return Frames{passing.frame};
    std::string all;
    for (const auto& [node, bytes] : keys) all += digest_of(bytes).view();
    return Frames{WordFrame{SessionWord::say({session.id(), 0}, ReadyWord{digest_of(all)}, liar.key()).bytes()}};
  });
  federation.start_all();
  for (const NodeId i : {1u, 2u}) EXPECT_TRUE(federation.log_says(i, "said a key for this session that is none"));
  federation.stop_all();
  for (const NodeId i : {1u, 2u}) expect_nothing_spent(federation, i);
  EXPECT_FALSE(is_a_residue_on(federation.proxy_tape()));
  expect_oracle_holds(federation);
}

/// F7: words and residues of another session, with the right signature, are not of this one.
TEST(F42Keys, WordsAndResiduesOfAnOldSessionChangeNothing) {
  FederationUnderTest federation(trio, 5);
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Digest old = digest_of("an old session");
  federation.proxy().set_rule([&](const Passing& passing) {
    Frames out;
    if (passing.from == 0 && std::holds_alternative<WordFrame>(passing.frame)) {
      out.emplace_back(WordFrame{SessionWord::say({old, 0}, KeyWord{.key = std::string(32, 'k')}, site.key()).bytes()});
      out.emplace_back(WordFrame{SessionWord::say({old, 0}, ReadyWord{old, 0}, site.key()).bytes()});
      out.emplace_back(RoundFrame{RoundMessage::say({old, 0, 2}, Masked(3), {}, site.key()).bytes()});
    }
    out.push_back(passing.frame);
    return out;
  });
  run_to_the_end(federation);
  EXPECT_NE(federation.log(1).find("not one of this session"), std::string::npos) << federation.log(1);
}

/// F12: words of any value are a residue. Lengths, bytes behind it and a result that is no number are not.
struct BadResidue {
  const char* name;
  Round round;
  std::vector<double> values;
  std::string trailing = {};
};
class F12MaskedMalformed : public ::testing::TestWithParam<BadResidue> {};

TEST_P(F12MaskedMalformed, IsRefusedByWhomItWasPassedOnToAndItsAuthorIsHalted) {
  FederationUnderTest federation(path);
  federation.proxy().set_rule([&](const Passing& passing) {
    if (!is_passed_on(passing)) return Frames{passing.frame};
    const std::string& said = std::get<RoundFrame>(passing.frame).bytes;
    if (round_in(said)->round != GetParam().round) return Frames{passing.frame};
    return Frames{RoundFrame{forged(federation, said, {.values = GetParam().values, .trailing = GetParam().trailing})}};
  });
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i, {}, {"--linger", "600"});
  EXPECT_TRUE(federation.log_says(2, "\"halted\"")) << federation.log(2);
  federation.stop_all();
  EXPECT_LE(federation.heard_of(2), GetParam().round) << "what was refused went into a round";
  expect_oracle_holds(federation);
}

INSTANTIATE_TEST_SUITE_P(
    Messages, F12MaskedMalformed,
    ::testing::Values(BadResidue{"too_short", 3, {0, 0}}, BadResidue{"too_long", 3, {0, 0, 0, 0}},
                      BadResidue{"trailing_bytes", 3, {0, 0, 0}, "\x7a\x01x"},
                      BadResidue{"result_is_no_number", 7, {0, std::numeric_limits<double>::quiet_NaN(), 0}}),
    [](const auto& one) { return std::string(one.param.name); });

/// Node 2 hears a residue of node 0 that moves the mean of a round by so much.
void move_mean(FederationUnderTest& federation, Round round, double by, double grid) {
  const auto words = static_cast<std::uint64_t>(std::llround(by * 3 / grid));
  federation.proxy().set_rule([&federation, round, words](const Passing& passing) {
    if (!is_passed_on(passing)) return Frames{passing.frame};
    const std::string& said = std::get<RoundFrame>(passing.frame).bytes;
    const auto message = round_in(said);
    if (message->round != round) return Frames{passing.frame};
    std::vector<double> moved;
    for (const std::uint64_t word : message->words()) moved.push_back(std::bit_cast<double>(word + words));
    return Frames{RoundFrame{forged(federation, said, {.values = moved})}};
  });
}

/// A mean of honest members lies in the domain, of radius 4, but for its noise. Beyond 16 deviations of it there is an
/// alarm, and none within. Of these noises each is below 4 deviations with probability 1 - 6.3e-5; the seed is fixed.
TEST(F42Range, OfASumEndsWhereHonestMembersCannotCome) {
  for (const bool is_beyond : {false, true}) {
    FederationUnderTest federation(path, 5);
    const std::string noisy = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.2").manifest.string();
    const Manifest manifest = Manifest::read(noisy);
    const Plan& plan = manifest.plan_of(0);
    constexpr Round round = 3;
    const double deviation = plan.noise_scale(round - 1).standard_deviation() / std::sqrt(3.0);
    const double end = 4 + 16 * deviation, honest = 4 + 4 * deviation;
    ASSERT_GT(3 * deviation, 8) << "so much noise that other ends would be told apart";
    move_mean(federation, round, is_beyond ? end + honest : end - honest, plan.lattice_round(round - 1).grid);
    for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, noisy);
    ASSERT_TRUE(federation.gets_to(2, round + 1)) << federation.log(2);
    if (is_beyond) EXPECT_TRUE(federation.log_says(2, "\"wild-sum\"")) << federation.log(2);
    if (!is_beyond) EXPECT_EQ(federation.log(2).find("\"wild-sum\""), std::string::npos) << federation.log(2);
  }
}

// ---- what comes between members ----

class F21Partition : public EitherTrust {};
class F26Signals : public EitherTrust {};

/// F21: nothing crosses for a while, before the first round and in the middle of the run.
void expect_a_pause_alone(const Shape& shape, const std::function<bool(const Passing&)>& crosses) {
  FederationUnderTest federation(shape, 5);
  const auto cut = [&](const Passing& passing) { return crosses(passing) ? Frames{} : Frames{passing.frame}; };
  federation.proxy().set_rule(cut);
  federation.start_all();
  ASSERT_TRUE(federation.log_says(0, "\"connected\""));
  ASSERT_TRUE(federation.log_says(2, "\"connected\""));
  EXPECT_FALSE(is_a_residue_on(federation.proxy_tape()));
  federation.proxy().set_rule({});
  federation.proxy().cut_all();
  ASSERT_TRUE(federation.gets_to(1, 5)) << federation.log(1);
  federation.proxy().set_rule(cut);
  const Round last = federation.last_of_waiting(0);
  EXPECT_LE(federation.heard_of(3), last + 1) << "members are at most one round apart";
  federation.proxy().set_rule({});
  federation.proxy().cut_all();
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

const Shape cut_ring{.nodes = 4, .graph = "ring", .rounds = 30, .consensus_rounds = 1};

TEST_P(F21Partition, PausesTheRunAndItGoesOn) {
  expect_a_pause_alone(trusting(cut_ring),
                       [](const Passing& passing) { return (passing.from < 2) != (passing.to < 2); });
}

/// What one side says is lost, and it hears all that the other one says.
TEST_P(F21Partition, OfOneDirectionAlonePausesTheRunAndItGoesOn) {
  expect_a_pause_alone(trusting(cut_ring), [](const Passing& passing) { return passing.from < 2 && passing.to >= 2; });
}

/// F26.
TEST_P(F26Signals, AMemberThatIsStoppedOrSuspendedGoesOn) {
  FederationUnderTest federation(trusting({.graph = "path", .rounds = 40, .consensus_rounds = 1}), 5);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 5));
  federation.node(1).send(SIGSTOP);
  const Round waiting = federation.last_of_waiting(0);
  federation.node(1).send(SIGCONT);
  ASSERT_TRUE(federation.gets_to(1, waiting + 2)) << federation.log(1);
  federation.stop(1);
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F21Partition, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F26Signals, ::testing::Bool(), name_of_trust);

/// F9.
TEST(F9Manifests, WithAnotherNumberOfColludersAreRefusedOnBothSidesWithTheField) {
  FederationUnderTest federation(ring);
  const std::string other = federation.with_other_manifest("colluders = 1", "colluders = 2").manifest.string();
  federation.start(0);
  federation.start_with(1, other);
  for (const NodeId i : {0u, 1u}) {
    federation.expect_exit(i, 5, "colluders");
    expect_nothing_spent(federation, i);
  }
  expect_oracle_holds(federation);
}

/// F13.
TEST(F13Oversized, AWordLongerThanTheManifestAllowsEndsTheConnectionAndTheRunIsUnharmed) {
  Shape direct = trio;
  direct.direct = true;
  FederationUnderTest federation(direct, 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  Stranger stranger(federation, 0);
  stranger.say(federation.manifest().parties()[1],
               [&](const LinkPtr& link) { link->send(WordFrame{std::string(std::size_t{8} << 20, 'x')}); });
  EXPECT_TRUE(federation.log_says(1, "bytes; the manifest allows")) << federation.log(1);
  federation.start(0);
  federation.start(2);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

// ---- what must stay inside ----

/// I8: enough is looked for, with the keys that a node has on its disk in the middle of a run; killed there, and when
/// it is done. Then no key of a session is left.
TEST(I8Secrets, OfARunAreKnownToTheTestAndNowhereInTheClear) {
  FederationUnderTest federation(path, 9);
  federation.start(0);
  federation.start(2);
  federation.start(1, {{"TEST_FAILPOINT", "after commit:3"}});
  ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(1);
  ASSERT_TRUE(federation.gets_to(1, 3));
  for (const NodeId i : {0u, 2u}) federation.node(i).kill_now();
  expect_oracle_holds(federation);  // write-ahead logs and all
  federation.start_all();
  federation.expect_all_finish();
  const MaskedSecrets secrets = secrets_of(federation, open_stores(federation));
  EXPECT_EQ(secrets.keys, 3u);
  EXPECT_EQ(secrets.pairs, 3u);
  EXPECT_EQ(secrets.residues, 3u * 5u) << "all of them can be unmasked";
  EXPECT_GT(secrets.needles.count(), 200u);
  for (const NodeId i : {0u, 1u, 2u})
    EXPECT_FALSE(
        std::filesystem::exists(key_file_of(federation.rehearsal().parties[i].state, federation.first_session().id())));
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// All that a process can write to; nothing where this user may not look.
std::string memory_of(pid_t process) {
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream places(folder + "/maps"), memory(folder + "/mem", std::ios::binary);
  std::string all;
  for (std::string line; std::getline(places, line);) {
    std::uint64_t from = 0, to = 0;
    char mode[5] = "";
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s", &from, &to, mode) != 3 ||
        std::string_view(mode).substr(0, 2) != "rw")
      continue;
    std::string bytes(to - from, '\0');
    memory.clear();
    if (memory.seekg(static_cast<std::streamoff>(from)) &&
        memory.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      all += bytes;
  }
  return all;
}

/// Of the keys of a session alone: how many different ones lie there.
std::size_t keys_in(const MaskedSecrets& secrets, const std::string& memory) {
  std::set<std::string> keys;
  for (const std::string& what : secrets.needles.found_in(memory))
    if (what.find(" key of node") != std::string::npos) keys.insert(what);
  return keys.size();
}

/// A node that is done waits for others, an hour perhaps. Whoever takes its memory then takes off no mask.
TEST(I8Memory, OfANodeThatIsDoneHoldsNoKeyOfTheSession) {
  FederationUnderTest federation(path, 9);
  const Round last = federation.manifest().last_round();
  std::atomic<Round> held_back = 3;  // what node 2 says of this round and later ones is lost
  federation.proxy().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const auto* heard = std::get_if<Acknowledgement>(&passing.frame);
    const bool is_late = (round != nullptr && round_in(round->bytes)->round >= held_back) ||
                         (heard != nullptr && heard->last_round >= held_back) ||
                         std::holds_alternative<Goodbye>(passing.frame);
    return passing.from == 2 && is_late ? Frames{} : Frames{passing.frame};
  });
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i, {}, {"--linger", "600"});
  ASSERT_TRUE(federation.gets_to(1, 3)) << federation.log(1);
  const std::string in_the_middle = memory_of(federation.node(1).id());
  held_back = last;
  ASSERT_TRUE(federation.log_says(1, "\"finished\"")) << federation.log(1);
  ASSERT_TRUE(federation.node(1).is_running()) << federation.log(1);
  const std::string afterwards = memory_of(federation.node(1).id());
  for (const NodeId i : {0u, 1u, 2u}) federation.node(i).kill_now();
  const MaskedSecrets secrets = secrets_of(federation, open_stores(federation));
  ASSERT_EQ(secrets.pairs, 3u);
  if (in_the_middle.empty()) GTEST_SKIP() << "this user may not read the memory of its processes";
  EXPECT_GE(keys_in(secrets, in_the_middle), 2u) << "they are looked for as they lie there";
  EXPECT_EQ(keys_in(secrets, afterwards), 0u);
}

TEST(I8Needles, AreFoundAsBytesAndAsTextAndNowhereElse) {
  Needles needles;
  const std::string key = "0123456789abcdef0123456789ABCDEF";
  needles.plant_key(key, "key");
  needles.plant_numbers(std::vector<std::int64_t>{-123456, 7654321}, 0.5, "numbers");
  const std::vector<std::int64_t> numbers{-123456, 7654321};
  const std::string bytes(reinterpret_cast<const char*>(numbers.data()), 16);
  EXPECT_EQ(needles.found_in("xyz" + key + "xyz").size(), 1u);
  EXPECT_EQ(needles.found_in("xyz" + hex_of(key)).size(), 1u);
  EXPECT_EQ(needles.found_in("xyz" + bytes).size(), 1u);
  EXPECT_EQ(needles.found_in("[-123456, 7654321]").size(), 1u);
  EXPECT_EQ(needles.found_in("[-61728, 3827160.5]").size(), 1u);
  EXPECT_TRUE(needles.found_in(key.substr(0, 31) + bytes.substr(1) + "-123456;7654321").empty());
}

}  // namespace masked_faults
}  // namespace sotto::test
