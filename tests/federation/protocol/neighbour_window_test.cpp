// SPDX-License-Identifier: MIT
// A window on a neighbour keeps the wanted round and the next, whatever comes in whatever order, and forgets no digest.
#include "sotto/federation/protocol/neighbour_window.hpp"

#include <gtest/gtest.h>

#include "federation/protocol/some_messages.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using Taken = NeighbourWindow::Taken;
using test::message_of, test::other_message_of;

/// The same in the plainest words: what was kept of which round.
struct Model {
  Round wanted;
  std::map<Round, Digest> kept;

  Taken take(const RoundMessage& message) {
    const Round round = message.round();
    if (kept.contains(round)) return kept[round] == message.digest() ? Taken::repeated : Taken::contradiction;
    if (round < wanted) return Taken::repeated;
    if (round > wanted + 1) return Taken::too_new;
    kept.emplace(round, message.digest());
    return Taken::kept;
  }
};

TEST(NeighbourWindow, DoesWhatItsModelDoesOnRandomSchedules) {
  test::RandomPoints points(1);
  for (int k = 0; k < 60; ++k) {
    const auto first = static_cast<Round>(1 + points.below(3));
    Model model{first, {}};
    NeighbourWindow window(first,
                           [&model](Round round) -> std::optional<Digest> {  // committed rounds name their inputs
                             const auto used = model.kept.find(round);
                             return used == model.kept.end() ? std::nullopt : std::optional(used->second);
                           });
    for (int step = 0; step < 60; ++step) {
      const auto round = static_cast<Round>(2 + points.below(model.wanted + 3));
      const RoundMessage message = points.below(8) == 0 ? other_message_of(3, round) : message_of(3, round);
      EXPECT_EQ(window.take(message), model.take(message)) << "round " << round << ", wanted " << model.wanted;
      EXPECT_EQ(window.is_ready(), model.wanted == 1 || model.kept.contains(model.wanted));
      if (window.is_ready()) {
        window.advance();
        ++model.wanted;
      }
      for (const auto& [kept, digest] : model.kept) {
        EXPECT_EQ(window.digest_of_round(kept), digest);
        const bool within_reach = kept + 1 >= model.wanted;
        ASSERT_EQ(window.at(kept) != nullptr, within_reach) << kept << " at " << model.wanted;
        if (within_reach) {
          EXPECT_EQ(window.at(kept)->digest(), digest);
        }
      }
      EXPECT_EQ(window.latest(), model.kept.empty()
                                     ? RoundMark{}
                                     : (RoundMark{model.kept.rbegin()->first, model.kept.rbegin()->second}));
    }
  }
}

TEST(NeighbourWindow, AfterARestartComparesOldRoundsWithWhatTheStoreKnows) {
  const RoundMessage before = message_of(3, 4);
  NeighbourWindow window(5, [&](Round round) { return round == 4 ? std::optional(before.digest()) : std::nullopt; });
  EXPECT_EQ(window.latest(), before.mark());
  EXPECT_EQ(window.take(message_of(3, 4)), Taken::repeated);
  EXPECT_EQ(window.take(other_message_of(3, 4)), Taken::contradiction);
  EXPECT_EQ(window.take(message_of(3, 5)), Taken::kept);
  EXPECT_EQ(window.latest(), message_of(3, 5).mark());
}

/// An earlier process heard a round and noted its digest; the bytes went with it.
TEST(NeighbourWindow, TakesARoundAgainWhoseBytesWereLostAndNoOtherInItsPlace) {
  const RoundMessage heard = message_of(3, 3);
  NeighbourWindow window(3, [&](Round round) { return round == 3 ? std::optional(heard.digest()) : std::nullopt; });
  EXPECT_EQ(window.latest(), heard.mark()) << "its speaker is told that it was heard";
  EXPECT_FALSE(window.is_ready());
  EXPECT_EQ(window.take(other_message_of(3, 3)), Taken::contradiction);
  EXPECT_FALSE(window.is_ready());
  EXPECT_EQ(window.take(message_of(3, 3)), Taken::kept);
  EXPECT_TRUE(window.is_ready());
  EXPECT_EQ(window.take(message_of(3, 3)), Taken::repeated);
}

/// Rounds of the node itself that come back from a neighbour advance the window past what was heard in this process.
TEST(NeighbourWindow, LatestIsTheHighestThatIsKnownFromWhereverItIs) {
  const RoundMessage four = message_of(3, 4);
  NeighbourWindow window(2, [&](Round round) { return round == 4 ? std::optional(four.digest()) : std::nullopt; });
  ASSERT_EQ(window.take(message_of(3, 2)), Taken::kept);
  for (Round wanted = 2; wanted < 5; ++wanted) window.advance();
  EXPECT_EQ(window.latest(), four.mark());
}

TEST(NeighbourWindow, Round1IsPublicAndNeedsNoMessage) {
  NeighbourWindow window(1, [](Round) { return std::nullopt; });
  EXPECT_TRUE(window.is_ready());
  EXPECT_EQ(window.wanted(), nullptr);
  EXPECT_EQ(window.latest(), RoundMark{});
  window.advance();
  EXPECT_FALSE(window.is_ready());
}

}  // namespace
}  // namespace sotto
