// SPDX-License-Identifier: MIT
// What a hello means: accepted exactly where the two know the same of each other, as far as both know anything.
#include <gtest/gtest.h>

#include "sotto/federation/protocol/reception.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using Kind = HelloVerdict::Kind;

Digest digest_in(char history, Round round) {
  return digest_of(std::string(1, history) + std::to_string(round));
}
RoundMark mark_in(char history, Round round) {
  return round == 1 ? RoundMark{} : RoundMark{round, digest_in(history, round)};
}

/// What the listener holds of the speaker, whose history is 'b'.
struct Memory {
  Round held = 5;
  HelloContext context() const {
    return {.run = digest_of("run"),
            .kind = RunKind::real,
            .speaker = 2,
            .last_round = 9,
            .digest_of_speaker = [this](Round round) {
              return round > 1 && round <= held ? std::optional(digest_in('b', round)) : std::nullopt;
            }};
  }
};

Standing standing(RoundMark last = mark_in('b', 5)) {
  return {.run = digest_of("run"), .node = 2, .start_id = "", .last = last, .ledger_head = {}};
}

TEST(HelloVerdict, RefusesAnotherVersionRunKindOrNodeAndRoundsBeyondTheLast) {
  const Memory listener;
  const auto kind = [&](auto change) {
    Standing speaker = standing();
    change(speaker);
    const HelloVerdict verdict = judge(speaker, listener.context());
    EXPECT_EQ(verdict.reason.empty(), verdict.kind == Kind::accepted);
    return verdict.kind;
  };
  EXPECT_EQ(kind([](Standing&) {}), Kind::accepted);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.version = 1; }), Kind::version_differs);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.run = digest_of("other"); }), Kind::manifest_differs);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.kind = RunKind::dry; }), Kind::malformed);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.node = 3; }), Kind::malformed);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.last.round = 10; }), Kind::malformed);
  EXPECT_EQ(kind([](Standing& speaker) { speaker.last = mark_in('b', 9); }), Kind::accepted) << "the last itself";
}

/// All pairs of places: the verdict is the one that the histories say.
TEST(HelloVerdict, FindsASpeakerThatContradictsWhatItSaid) {
  for (Round held = 1; held <= 5; ++held)
    for (Round last = 1; last <= 6; ++last)
      for (const bool same : {true, false}) {
        const Memory listener{held};
        const HelloVerdict verdict = judge(standing(mark_in(same ? 'b' : 'x', last)), listener.context());
        const bool contradicts = !same && last > 1 && last <= held;
        ASSERT_EQ(verdict.kind, contradicts ? Kind::speaker_contradicts : Kind::accepted);
      }
}

}  // namespace
}  // namespace sotto
