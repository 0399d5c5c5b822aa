// SPDX-License-Identifier: MIT
// A crowd at the door takes no place from a neighbour.
#include "sotto/federation/peer/waiting_room.hpp"

#include <gtest/gtest.h>

namespace sotto {
namespace {

using Guest = WaitingRoom::Guest;
constexpr WaitingRoom::Limits limits{.strangers = 8, .of_one_address = 4, .of_one_expected = 2};

/// Those of `guests` that had to go while `count` came from one address.
std::set<Guest> evicted_by(WaitingRoom& room, const std::string& address, int count, const std::set<Guest>& guests) {
  std::set<Guest> gone;
  for (int k = 0; k < count; ++k)
    if (const auto entry = room.enter(address); entry.evicted && guests.contains(*entry.evicted))
      gone.insert(*entry.evicted);
  return gone;
}

TEST(WaitingRoom, ACrowdOfOneAddressMakesRoomItself) {
  WaitingRoom room(limits);
  const Guest honest = room.enter("10.0.0.1").guest;
  EXPECT_TRUE(evicted_by(room, "10.0.0.66", 10000, {honest}).empty());
  EXPECT_EQ(room.size(), 5u);
}

TEST(WaitingRoom, ManyAddressesMakeRoomWhereTheCrowdIsLargest) {
  WaitingRoom room(limits);
  for (int k = 0; k < 4; ++k) room.enter("10.0.0.66");
  for (int k = 0; k < 4; ++k) room.enter("10.0.1." + std::to_string(k));
  EXPECT_EQ(room.enter("10.0.0.1").evicted, 0u) << "the oldest of the four of one address";
  EXPECT_EQ(room.size(), 8u);
}

TEST(WaitingRoom, NeighboursHavePlacesThatNoStrangerTakes) {
  WaitingRoom room(limits);
  room.expect({"10.0.0.1"});
  const Guest neighbour = room.enter("10.0.0.1").guest;
  for (int k = 0; k < 1000; ++k)
    EXPECT_NE(room.enter("10.0." + std::to_string(k / 250 + 1) + "." + std::to_string(k % 250)).evicted, neighbour);
  EXPECT_EQ(room.size(), 9u);
  EXPECT_EQ(room.enter("10.0.0.1").evicted, std::nullopt)
      << "a neighbour sits down though all strangers' places are taken";
}

TEST(WaitingRoom, ACrowdOfANeighboursAddressMakesRoomItselfToo) {
  WaitingRoom room(limits);
  room.expect({"10.0.0.1", "10.0.0.2"});
  const Guest other = room.enter("10.0.0.2").guest;
  EXPECT_TRUE(evicted_by(room, "10.0.0.1", 1000, {other}).empty());
  EXPECT_EQ(room.size(), 3u);
}

TEST(WaitingRoom, OfOneAddressTheSilentGoFirst) {
  WaitingRoom room(limits);
  const Guest speaker = room.enter("10.0.0.1").guest;
  room.spoke(speaker);
  EXPECT_TRUE(evicted_by(room, "10.0.0.1", 10000, {speaker}).empty()) << "a crowd behind the same address";
}

TEST(WaitingRoom, WhereAllSpeakTheOldestGoes) {
  WaitingRoom room(limits);
  for (int k = 0; k < 4; ++k) room.spoke(room.enter("10.0.0.1").guest);
  EXPECT_EQ(room.enter("10.0.0.1").evicted, 0u);
}

TEST(WaitingRoom, WhoeverLeavesMakesRoom) {
  WaitingRoom room(limits);
  for (int k = 0; k < 4; ++k) room.enter("10.0.0.1");
  room.leave(2);
  EXPECT_EQ(room.enter("10.0.0.1").evicted, std::nullopt);
  EXPECT_EQ(room.enter("10.0.0.1").evicted, 0u);
}

TEST(WaitingRoom, ASiteHasEightLinksAndTakesNoneFromOthers) {
  WaitingRoom room(limits);
  for (Guest k = 0; k < 8; ++k) EXPECT_EQ(room.admit(k, "site-1", "10.0.0.1"), std::nullopt);
  EXPECT_EQ(room.admit(8, "site-2", "10.0.0.2"), std::nullopt);
  EXPECT_EQ(room.admit(9, "site-1", "10.0.0.1"), 0u) << "the oldest makes room";
  room.part(3);
  EXPECT_EQ(room.admit(10, "site-1", "10.0.0.1"), std::nullopt);
}

/// Whoever has stolen a certificate can open links, and can sign nothing with the site key.
TEST(WaitingRoom, AThiefOfACertificateCrowdsOutItselfAlone) {
  WaitingRoom room(limits);
  EXPECT_EQ(room.admit(1, "site-1", "10.0.0.1"), std::nullopt);
  room.vouch(1);
  for (Guest k = 2; k < 500; ++k) EXPECT_NE(room.admit(k, "site-1", "10.0.0.66"), 1u);
  EXPECT_EQ(room.admit(500, "site-1", "10.0.0.1"), 493u) << "the true site comes again, and the thief makes room";
  for (Guest k = 501; k < 900; ++k) EXPECT_NE(room.admit(k, "site-1", "10.0.0.66"), 500u) << "its hello is under way";
}

TEST(WaitingRoom, OfAThiefWithManyAddressesTheOldestLinkGoes) {
  WaitingRoom room(limits);
  for (Guest k = 0; k < 8; ++k) room.admit(k, "site-1", "10.0.1." + std::to_string(k));
  EXPECT_EQ(room.admit(8, "site-1", "10.0.0.1"), 0u);
}

TEST(WaitingRoom, WhereAllLinksOfASiteAreItsOwnANinthGoes) {
  WaitingRoom room(limits);
  for (Guest k = 0; k < 8; ++k) {
    EXPECT_EQ(room.admit(k, "site-1", "10.0.0.1"), std::nullopt);
    room.vouch(k);
  }
  EXPECT_EQ(room.admit(8, "site-1", "10.0.0.1"), 8u);
}

/// A node asks for this many descriptors: no flood can take more.
TEST(WaitingRoom, NeverHoldsMoreThanItSays) {
  constexpr int neighbours = 3, sites = 5;
  WaitingRoom room(WaitingRoom::limits_for(neighbours));
  std::set<std::string> expected;
  for (int k = 0; k < neighbours; ++k) expected.insert("10.0.0." + std::to_string(k));
  room.expect(expected);
  for (int k = 0; k < 400; ++k) room.enter("10.0." + std::to_string(k % 7) + "." + std::to_string(k % 251));
  for (const std::string& address : expected)
    for (int k = 0; k < 20; ++k) room.enter(address);
  std::size_t links = 0;
  Guest next = 1000;
  for (int site = 0; site < sites; ++site)
    while (!room.admit(next++, std::to_string(site), "10.0.0.1")) ++links;
  EXPECT_EQ(room.size() + links, WaitingRoom::most_open(neighbours, sites));
}

}  // namespace
}  // namespace sotto
