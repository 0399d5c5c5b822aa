// SPDX-License-Identifier: MIT
// Signed rounds: what was said is read with the same bits by who knows the sender, and anything else is refused; the
// sender is blamed for what it signed itself, and for nothing else.
#include "sotto/federation/wire/round_message.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "federation/wire/recorded_run.hpp"
#include "sotto.pb.h"
#include "support/random_points.hpp"

namespace sotto {
namespace {

namespace schema = federation::v2;
using Refused = RoundMessage::Refused;

std::string bits_of(std::span<const double> values) {
  std::string bytes(values.size_bytes(), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

struct Speaker {
  test::RecordedRun recorded;
  SiteKey key = SiteKey::generate();
  Digest run = digest_of("this run");
  NodeId node = 7;
  HeardDigests heard = {{2, digest_of("two")}, {5, digest_of("five")}, {300, digest_of("many")}};

  HeardDigests heard_before(Round round) const { return round == 2 ? HeardDigests{} : heard; }
  RoundMessage say(Round round) const {
    return RoundMessage::say({.run = run, .node = node, .round = round}, recorded.y(round), heard_before(round), key);
  }
  RoundMessage::Sender sender() const {
    std::vector<NodeId> neighbours;
    for (const auto& [neighbour, digest] : heard) neighbours.push_back(neighbour);
    return {.run = run,
            .node = node,
            .key = key.public_key(),
            .dimension = 3,
            .neighbours = neighbours,
            .rules = recorded.rules()};
  }
  std::variant<RoundMessage, Refused> read(const std::string& bytes) const {
    return RoundMessage::read(bytes, sender());
  }
  /// A good message, changed, and signed again as if that were nothing.
  template <class Change>
  Refused refusal_of_changed(Change change, Round round = 2) const {
    schema::SignedRound message;
    schema::RoundBody body;
    EXPECT_TRUE(message.ParseFromString(say(round).bytes()) && body.ParseFromString(message.body()));
    change(body);
    return refusal_of_signed(body.SerializeAsString(), round);
  }
  Refused refusal_of_signed(const std::string& body, Round round, RunKind kind = RunKind::real) const {
    schema::SignedRound message;
    message.set_run_id(std::string(run.view()));
    message.set_round(round);
    message.set_body(body);
    std::string label(run.view());
    for (int shift = 24; shift >= 0; shift -= 8) label += static_cast<char>(round >> shift & 0xff);
    message.set_signature(Seal::of(run, {round, digest_of(label + body)}, kind, key).signature);
    return refusal_of(message.SerializeAsString());
  }
  Refused refusal_of(const std::string& bytes) const {
    const auto answer = read(bytes);
    const auto* refused = std::get_if<Refused>(&answer);
    return refused != nullptr ? *refused : Refused{"accepted", false};
  }
};

TEST(RoundMessage, IsReadWithTheBitsThatWereSaid) {
  const Speaker speaker;
  for (Round t = 2; t <= speaker.recorded.last_round(); ++t) {
    const RoundMessage said = speaker.say(t);
    const auto answer = speaker.read(said.bytes());
    ASSERT_TRUE(std::holds_alternative<RoundMessage>(answer)) << t;
    const auto& heard = std::get<RoundMessage>(answer);
    EXPECT_EQ(heard.round(), t);
    EXPECT_EQ(bits_of(heard.y().values()), bits_of(speaker.recorded.y(t).values()));
    EXPECT_EQ(heard.bytes(), said.bytes());
    EXPECT_EQ(heard.digest(), said.digest());
    EXPECT_EQ(heard.heard(), speaker.heard_before(t));
    EXPECT_EQ(speaker.say(t).bytes(), said.bytes()) << "said again, it is the same bytes";
  }
}

TEST(RoundMessage, HasADigestThatNoOtherRoundRunNodeValueOrInputHas) {
  const Speaker speaker;
  const Released& y = speaker.recorded.y(2);
  const auto digest = [&](const RoundMessage::Label& label, const Released& values, const HeardDigests& heard) {
    return RoundMessage::say(label, values, heard, speaker.key).digest().hex();
  };
  const std::set<std::string> digests{digest({speaker.run, 7, 2}, y, speaker.heard),
                                      digest({speaker.run, 7, 3}, y, speaker.heard),
                                      digest({speaker.run, 8, 2}, y, speaker.heard),
                                      digest({digest_of("other"), 7, 2}, y, speaker.heard),
                                      digest({speaker.run, 7, 2}, speaker.recorded.y(2, 1), speaker.heard),
                                      digest({speaker.run, 7, 2}, y, {})};
  EXPECT_EQ(digests.size(), 6u);
}

TEST(RoundMessage, WithAnyBitChangedOnTheWayIsRefusedAndNobodyIsBlamed) {
  const Speaker speaker;
  const std::string good = speaker.say(3).bytes();
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string changed = good;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    const Refused refused = speaker.refusal_of(changed);
    EXPECT_NE(refused.why, "accepted") << bit;
    EXPECT_FALSE(refused.blames_sender) << bit;
  }
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(speaker.refusal_of(good.substr(0, size)).why, "accepted") << size;
  EXPECT_NE(speaker.refusal_of(good + '\0').why, "accepted");
}

TEST(RoundMessage, OfAnotherKeyOrSignedForAnotherPurposeIsRefusedAndNobodyIsBlamed) {
  const Speaker speaker, stranger;
  const Refused foreign = speaker.refusal_of(stranger.say(2).bytes());
  EXPECT_EQ(foreign.why, "a round message without the sender's signature");
  EXPECT_FALSE(foreign.blames_sender);
  schema::SignedRound message;
  ASSERT_TRUE(message.ParseFromString(speaker.say(2).bytes()));
  const Refused otherwise = speaker.refusal_of_signed(message.body(), 2, RunKind::dry);
  EXPECT_EQ(otherwise.why, "a round message without the sender's signature");
  EXPECT_FALSE(otherwise.blames_sender);
}

/// Who replays what was honestly said elsewhere need not be the one who said it.
TEST(RoundMessage, OfAnotherRunIsRefusedAndNobodyIsBlamed) {
  Speaker speaker;
  const std::string elsewhere = speaker.say(2).bytes();
  speaker.run = digest_of("another run");
  const Refused refused = speaker.refusal_of(elsewhere);
  EXPECT_EQ(refused.why, "a message of another run");
  EXPECT_FALSE(refused.blames_sender);
}

TEST(RoundMessage, OfAnotherNodeOfThisRunIsTheFaultOfWhoSignedIt) {
  Speaker speaker;
  const std::string as_seven = speaker.say(2).bytes();
  speaker.node = 8;
  const Refused refused = speaker.refusal_of(as_seven);
  EXPECT_EQ(refused.why, "a message of another node");
  EXPECT_TRUE(refused.blames_sender) << "no honest site signs for another";
}

TEST(RoundMessage, ThatItsSenderSignedAgainstARuleIsTheSendersFault) {
  const Speaker speaker;
  const auto blamed = [&](const Refused& refused) { return refused.why != "accepted" && refused.blames_sender; };
  EXPECT_EQ(speaker.refusal_of_changed([](schema::RoundBody&) {}).why, "accepted");
  for (const Round round : {0u, 1u}) {
    schema::SignedRound message;
    ASSERT_TRUE(message.ParseFromString(speaker.say(2).bytes()));
    const Refused refused = speaker.refusal_of_signed(message.body(), round);
    EXPECT_EQ(refused.why, "a message of round " + std::to_string(round) + "; the first is 2");
    EXPECT_TRUE(refused.blames_sender);
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, std::size_t{23}, std::size_t{25}, std::size_t{32}})
    EXPECT_TRUE(blamed(speaker.refusal_of_changed([&](schema::RoundBody& body) {
      body.set_values(std::string(size, '\0'));
    }))) << size;
  EXPECT_TRUE(blamed(speaker.refusal_of_signed("no body", 2)));
  schema::SignedRound message;
  ASSERT_TRUE(message.ParseFromString(speaker.say(2).bytes()));
  const std::string unknown_part("\xa0\x06\x01", 3);
  EXPECT_TRUE(blamed(speaker.refusal_of_signed(message.body() + unknown_part, 2)));
  EXPECT_EQ(speaker.refusal_of(message.SerializeAsString() + unknown_part).why, "a round message that cannot be read");
  ASSERT_TRUE(message.ParseFromString(speaker.say(3).bytes()));
  schema::RoundBody body;
  ASSERT_TRUE(body.ParseFromString(message.body()));
  body.mutable_heard(1)->GetReflection()->MutableUnknownFields(body.mutable_heard(1))->AddVarint(100, 1);
  EXPECT_TRUE(blamed(speaker.refusal_of_signed(body.SerializeAsString(), 3))) << "in what was heard";
}

TEST(RoundMessage, WithAValueThatIsNoneIsTheSendersFault) {
  using Limits = std::numeric_limits<double>;
  const Speaker speaker;
  const double grid = speaker.recorded.plan().lattice_round(1).grid;
  for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::denorm_min(), 1e308,
                           grid / 2, grid * 0x1p53})
    for (const std::size_t place : {0, 1, 2}) {
      const Refused refused = speaker.refusal_of_changed([&](schema::RoundBody& body) {
        std::vector<double> values(3, grid);
        values[place] = bad;
        body.set_values(bits_of(values));
      });
      EXPECT_EQ(refused.why, "a value is no whole number of steps of the round's lattice") << bad;
      EXPECT_TRUE(refused.blames_sender);
    }
  const Refused in_stage_two = speaker.refusal_of_changed(
      [&](schema::RoundBody& body) {
        body.set_values(bits_of(std::vector<double>{1.0, 1e300, 0.0}));
      },
      6);
  EXPECT_EQ(in_stage_two.why, "a value is not finite, or beyond what averaging can make");
  EXPECT_TRUE(in_stage_two.blames_sender);
}

using HeardTexts = std::vector<std::pair<NodeId, std::string>>;

Refused refusal_of_heard(const Speaker& speaker, const HeardTexts& heard, Round round = 3) {
  return speaker.refusal_of_changed(
      [&](schema::RoundBody& body) {
        body.clear_heard();
        for (const auto& [node, digest] : heard) {
          body.add_heard()->set_node(node);
          body.mutable_heard(body.heard_size() - 1)->set_digest(digest);
        }
      },
      round);
}

TEST(RoundMessage, NamesWhatItHeardInTheOrderOfNodesEachOnceWithAWholeDigest) {
  const Speaker speaker;
  const std::string digest(32, 'd');
  EXPECT_EQ(refusal_of_heard(speaker, {{2, digest}, {5, digest}, {300, digest}}).why, "accepted");
  for (const HeardTexts& heard : {HeardTexts{{5, digest}, {2, digest}, {300, digest}},
                                  HeardTexts{{2, digest}, {2, digest}, {5, digest}, {300, digest}},
                                  HeardTexts{{2, std::string(31, 'd')}, {5, digest}, {300, digest}},
                                  HeardTexts{{2, ""}, {5, digest}, {300, digest}}}) {
    const Refused refused = refusal_of_heard(speaker, heard);
    EXPECT_EQ(refused.why, "a signed round message that cannot be read");
    EXPECT_TRUE(refused.blames_sender);
  }
}

/// Otherwise an accomplice of a node that says two things could keep quiet about what it heard of it.
TEST(RoundMessage, NamesEveryNeighbourAndNobodyElseAndOfRoundOneNothing) {
  const Speaker speaker;
  const std::string digest(32, 'd');
  const auto expect_refused = [&](const HeardTexts& heard, Round round) {
    const Refused refused = refusal_of_heard(speaker, heard, round);
    EXPECT_EQ(refused.why, "a message that does not say what was heard of each neighbour");
    EXPECT_TRUE(refused.blames_sender);
  };
  for (const Round round : {3u, 5u, 6u, 8u})
    for (const HeardTexts& heard :
         {HeardTexts{}, HeardTexts{{2, digest}, {5, digest}}, HeardTexts{{5, digest}, {300, digest}},
          HeardTexts{{2, digest}, {5, digest}, {301, digest}},
          HeardTexts{{2, digest}, {5, digest}, {300, digest}, {301, digest}}})
      expect_refused(heard, round);
  expect_refused({{2, digest}, {5, digest}, {300, digest}}, 2);
}

TEST(RoundMessage, IsNeverLongerThanItsPublicLimit) {
  Speaker speaker;
  for (const std::size_t neighbours : {0, 1, 2, 50, 1000}) {
    speaker.heard.clear();
    for (std::size_t k = 0; k < neighbours; ++k)
      speaker.heard.emplace(static_cast<NodeId>(0xffffffffu - k), digest_of(std::to_string(k)));
    speaker.node = 0xffffffffu;
    EXPECT_LE(speaker.say(2).bytes().size(), RoundMessage::longest(3, neighbours)) << neighbours;
  }
}

TEST(RoundMessage, MadeOfRandomBytesIsRefused) {
  const Speaker speaker;
  test::RandomPoints points(2);
  for (int k = 0; k < 3000; ++k) {
    std::string bytes(points.below(100), '\0');
    for (char& byte : bytes) byte = static_cast<char>(points.below(256));
    EXPECT_NE(speaker.refusal_of(bytes).why, "accepted");
  }
}

}  // namespace
}  // namespace sotto
