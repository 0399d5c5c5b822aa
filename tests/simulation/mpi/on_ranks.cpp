// SPDX-License-Identifier: MIT
// Tests that all ranks of one mpirun run together: each does its part, and looks at what came to it.
// sotto_tests_on_ranks small_cut|blocks
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "sotto/arithmetic/large_array.hpp"
#include "sotto/simulation/mpi/mpi_program.hpp"

namespace sotto {
namespace {

Ranks* all = nullptr;
Placement placement = usual_placement();

unsigned next_rank() {
  return (all->number() + 1) % all->count();
}
unsigned previous_rank() {
  return (all->number() + all->count() - 1) % all->count();
}

TEST(OnRanks, AMaximumAndASumAreThoseOfAll) {
  EXPECT_EQ(all->maximum(all->number()), all->count() - 1);
  all->begin_maximum(-1.0 - all->number());
  EXPECT_EQ(all->end_maximum(), -1);
  std::vector<std::int64_t> numbers{1, std::int64_t{1} << 40, -static_cast<std::int64_t>(all->number())};
  all->add(numbers);
  const std::int64_t count = all->count();
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{count, count << 40, -count * (count - 1) / 2}));
}

TEST(OnRanks, AnInterruptOfOneIsKnownToAllAfterTheNextMaximum) {
  std::atomic<bool> interrupt{false};
  const std::atomic<bool>& agreed = all->agreed(interrupt);
  all->maximum(0);
  EXPECT_FALSE(agreed);
  interrupt = all->number() == all->count() - 1;
  all->maximum(0);
  EXPECT_TRUE(agreed);
  static const std::atomic<bool> never{false};
  all->agreed(never);
}

TEST(OnRanks, ParcelsComeToWhomTheyAreSentInTheirOrder) {
  if (all->count() == 1) return;
  for (const char* word : {"first", "", "third"}) all->post(next_rank(), word);
  std::vector<std::string> heard;
  while (heard.size() < 3)
    if (const std::optional<Parcel> parcel = all->collect()) {
      EXPECT_EQ(parcel->from, previous_rank());
      heard.push_back(parcel->bytes);
    }
  EXPECT_EQ(heard, (std::vector<std::string>{"first", "", "third"}));
}

/// From a to b: as many letters as both have numbers.
std::string letters(unsigned a, unsigned b) {
  return std::string(a * b, static_cast<char>('a' + a));
}

TEST(OnRanks, AnExchangeBringsTheParcelOfEachRank) {
  std::vector<std::string> parcels;
  for (unsigned rank = 0; rank < all->count(); ++rank) parcels.push_back(letters(all->number(), rank));
  const std::vector<std::string> received = all->exchange(std::move(parcels));
  for (unsigned rank = 0; rank < all->count(); ++rank) EXPECT_EQ(received[rank], letters(rank, all->number()));
}

/// Item 0 and item 2 of every rank go to the next one, in two rounds. Items of 8 doubles are copied past the cache.
class HaloOnRanks : public testing::TestWithParam<std::size_t> {};
TEST_P(HaloOnRanks, BringsTheItemsAtTheBorders) {
  const std::size_t item = GetParam();
  Borders borders{.sent = std::vector<std::vector<std::uint32_t>>(all->count()),
                  .received = std::vector<std::uint32_t>(all->count(), 0)};
  borders.sent[next_rank()] = {0, 2};
  borders.received[previous_rank()] = 2;
  const std::unique_ptr<Halo> halo = all->make_halo(borders, item);
  LargeArray<double> items(5 * item);  // three own ones, two that come
  for (const double round : {0.25, 0.5}) {
    for (std::size_t k = 0; k < 3 * item; ++k) items.data()[k] = round + static_cast<double>(1000 * all->number() + k);
    halo->gather(items.data(), 0, 1);
    halo->gather(items.data(), 1, 3);
    halo->begin(items.data() + 3 * item);
    halo->advance();
    halo->finish();
    for (std::size_t k = 0; k < item; ++k) {
      const double first = round + static_cast<double>(1000 * previous_rank() + k);
      EXPECT_EQ(items.data()[3 * item + k], first);
      EXPECT_EQ(items.data()[4 * item + k], first + 2 * static_cast<double>(item));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Items, HaloOnRanks, testing::Values(1, 3, 8));

/// A ring whose nodes are numbered with a stride: blocks of numbers cut nearly all of its edges.
constexpr std::uint32_t nodes = 6000, stride = 2027;

std::uint64_t cut_edges(const std::vector<std::uint16_t>& owners) {
  std::uint64_t cut = 0;
  for (std::uint32_t k = 0; k < nodes; ++k) cut += owners[k] != owners[(k + stride) % nodes] ? 1 : 0;
  return cut;
}

TEST(OnRanks, RowsAreDividedEvenlyByASmallCutOrStayInTheirBlocks) {
  const std::uint32_t first = nodes * all->number() / all->count(), last = nodes * (all->number() + 1) / all->count();
  std::vector<std::uint64_t> starts{0};
  std::vector<std::uint32_t> neighbours;
  for (std::uint32_t k = first; k < last; ++k) {
    for (const std::uint32_t step : {stride, nodes - stride}) neighbours.push_back((k + step) % nodes);
    starts.push_back(neighbours.size());
  }
  const std::vector<std::uint16_t> here = all->divide({.first = first, .starts = starts, .neighbours = neighbours});
  ASSERT_EQ(here.size(), last - first);
  std::vector<std::uint16_t> owners;
  const std::string mine(reinterpret_cast<const char*>(here.data()), here.size() * sizeof here[0]);
  for (const std::string& parcel : all->exchange(std::vector<std::string>(all->count(), mine))) {
    const std::size_t known = owners.size();
    owners.resize(known + parcel.size() / sizeof owners[0]);
    std::memcpy(owners.data() + known, parcel.data(), parcel.size());
  }
  for (unsigned rank = 0; rank < all->count(); ++rank)
    EXPECT_NEAR(static_cast<double>(std::count(owners.begin(), owners.end(), rank)), nodes / all->count(),
                0.05 * nodes / all->count());
  if (placement == Placement::blocks || usual_placement() == Placement::blocks)
    EXPECT_EQ(here, std::vector<std::uint16_t>(here.size(), static_cast<std::uint16_t>(all->number())));
  else
    EXPECT_LE(cut_edges(owners), nodes / 100);
}

}  // namespace
}  // namespace sotto

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  if (count == 2 && std::strcmp(words[1], "blocks") == 0) sotto::placement = sotto::Placement::blocks;
  sotto::MpiProgram program(sotto::placement);
  sotto::all = &program.ranks();
  return RUN_ALL_TESTS();
}
