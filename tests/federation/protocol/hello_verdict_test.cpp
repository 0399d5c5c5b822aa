// SPDX-License-Identifier: MIT
// What a hello means: accepted exactly where the two know the same of each other, as far as both know anything.
#include "sotto/federation/protocol/hello_verdict.hpp"

#include <gtest/gtest.h>

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

/// Listener and speaker, each with a history of its own messages, named by a letter.
struct Pair {
  Round own_last = 5, held_of_speaker = 5;
  std::function<std::optional<Digest>(Round)> known(char history, Round last) const {
    return [history, last](Round round) {
      return round > 1 && round <= last ? std::optional(digest_in(history, round)) : std::nullopt;
    };
  }
  HelloContext context() const {
    return {.run = digest_of("run"),
            .speaker = 2,
            .own_last = mark_in('a', own_last),
            .held_of_speaker = mark_in('b', held_of_speaker),
            .last_round = 9,
            .own_digest = known('a', own_last),
            .digest_of_speaker = known('b', held_of_speaker)};
  }
  Hello hello(RoundMark last = mark_in('b', 5), RoundMark held = mark_in('a', 5)) const {
    return {.run = digest_of("run"), .node = 2, .start_id = "", .last = last, .held = held, .ledger_head = {}};
  }
};

TEST(HelloVerdict, RefusesAnotherVersionRunOrNodeAndRoundsBeyondTheLast) {
  const Pair pair;
  const auto kind = [&](auto change) {
    Hello hello = pair.hello();
    change(hello);
    const HelloVerdict verdict = judge(hello, pair.context());
    EXPECT_EQ(verdict.reason.empty(), verdict.kind == Kind::accepted);
    return verdict.kind;
  };
  EXPECT_EQ(kind([](Hello&) {}), Kind::accepted);
  EXPECT_EQ(kind([](Hello& hello) { hello.version = 2; }), Kind::version_differs);
  EXPECT_EQ(kind([](Hello& hello) { hello.run = digest_of("other"); }), Kind::manifest_differs);
  EXPECT_EQ(kind([](Hello& hello) { hello.node = 3; }), Kind::malformed);
  EXPECT_EQ(kind([](Hello& hello) { hello.last.round = 10; }), Kind::malformed);
  EXPECT_EQ(kind([](Hello& hello) { hello.held.round = 10; }), Kind::malformed);
  EXPECT_EQ(kind([](Hello& hello) { hello.last = mark_in('b', 9); }), Kind::accepted) << "the last itself";
}

/// All pairs of places: of the four ways to differ, each verdict is the one that the histories say.
TEST(HelloVerdict, FindsWhoContradictsWhomAndWhoLacksRounds) {
  for (Round own_last = 1; own_last <= 5; ++own_last)
    for (Round held_of_speaker = 1; held_of_speaker <= 5; ++held_of_speaker)
      for (Round last = 1; last <= 6; ++last)
        for (Round held = 1; held <= 6; ++held)
          for (const bool same_me : {true, false})
            for (const bool same_speaker : {true, false}) {
              const Pair pair{own_last, held_of_speaker};
              const HelloVerdict verdict =
                  judge(pair.hello(mark_in(same_speaker ? 'b' : 'x', last), mark_in(same_me ? 'a' : 'x', held)),
                        pair.context());
              const bool i_contradict = !same_me && held > 1 && held <= own_last;
              const bool it_contradicts = !same_speaker && last > 1 && last <= held_of_speaker;
              const Kind expected = i_contradict     ? Kind::i_contradict
                                    : it_contradicts ? Kind::speaker_contradicts
                                                     : Kind::accepted;
              ASSERT_EQ(verdict.kind, expected);
              if (expected != Kind::accepted) continue;
              ASSERT_EQ(verdict.i_lack_rounds, held > own_last);
              ASSERT_EQ(verdict.speaker_lacks_rounds, last < held_of_speaker);
            }
}

}  // namespace
}  // namespace sotto
