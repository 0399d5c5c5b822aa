// SPDX-License-Identifier: MIT
// Which rank the rows of a graph move to: PT-Scotch's partition, where it was found when this was built; otherwise rows
// stay where they are. No result depends on it.
#include "sotto/simulation/mpi/mpi_ranks.hpp"

#if defined(SOTTO_PTSCOTCH)
#include <ptscotch.h>

#include <array>
#include <cstdio>  // its header needs FILE
#include <limits>
#endif

namespace sotto {

#if defined(SOTTO_PTSCOTCH)
namespace {

/// Frees what the library made, on all ways out.
struct DistributedGraph {
  explicit DistributedGraph(MPI_Comm together) { made = SCOTCH_dgraphInit(&graph, together) == 0; }
  ~DistributedGraph() {
    if (made) SCOTCH_dgraphExit(&graph);
  }
  DistributedGraph(const DistributedGraph&) = delete;
  DistributedGraph& operator=(const DistributedGraph&) = delete;

  SCOTCH_Dgraph graph;
  bool made;
};

/// Parts of equal work, found quickly: a cut that is a little larger costs less than to look for a better one.
struct Strategy {
  Strategy(unsigned parts, double imbalance) {
    SCOTCH_stratInit(&strategy);
    SCOTCH_stratDgraphMapBuild(&strategy, SCOTCH_STRATSPEED, static_cast<SCOTCH_Num>(parts),
                               static_cast<SCOTCH_Num>(parts), imbalance);
  }
  ~Strategy() { SCOTCH_stratExit(&strategy); }
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;

  SCOTCH_Strat strategy;
};

constexpr double imbalance = 0.02;
constexpr std::size_t load_of_row = 4;  ///< besides its length

/// The library counts all vertices, edges and loads together in its own numbers, which have 32 bits in most builds.
bool can_be_counted(const RowsOfRank& rows, Ranks& ranks) {
  std::array<std::int64_t, 1> loads{
      static_cast<std::int64_t>(rows.neighbours.size() + load_of_row * (rows.starts.size() - 1))};
  ranks.add(loads);
  return loads[0] <= std::numeric_limits<SCOTCH_Num>::max();
}

std::vector<std::uint16_t> all_stay(const RowsOfRank& rows, unsigned rank) {
  return std::vector<std::uint16_t>(rows.starts.size() - 1, static_cast<std::uint16_t>(rank));
}

}  // namespace

bool MpiRanks::has_ptscotch() {
  return true;
}

std::vector<std::uint16_t> MpiRanks::divide(const RowsOfRank& rows) {
  if (!can_be_counted(rows, *this)) return all_stay(rows, number_);
  const std::size_t count = rows.starts.size() - 1;
  std::vector<SCOTCH_Num> starts(rows.starts.begin(), rows.starts.end());
  std::vector<SCOTCH_Num> ends(rows.neighbours.begin(), rows.neighbours.end());
  // A row takes as long as it is long.
  std::vector<SCOTCH_Num> loads(count), parts(count + 1);
  for (std::size_t k = 0; k < count; ++k) loads[k] = starts[k + 1] - starts[k] + load_of_row;
  DistributedGraph distributed(together_);
  if (maximum(distributed.made ? 0 : 1) > 0) return all_stay(rows, number_);  // what follows is done by all or none
  SCOTCH_randomSeed(1);
  SCOTCH_randomReset();
  Strategy fast(count_, imbalance);
  const auto vertices = static_cast<SCOTCH_Num>(count);
  const auto edges = static_cast<SCOTCH_Num>(ends.size());
  bool good = SCOTCH_dgraphBuild(&distributed.graph, 0, vertices, vertices, starts.data(), starts.data() + 1,
                                 loads.data(), nullptr, edges, edges, ends.data(), nullptr, nullptr) == 0;
  good = maximum(good ? 0 : 1) == 0 &&
         SCOTCH_dgraphPart(&distributed.graph, static_cast<SCOTCH_Num>(count_), &fast.strategy, parts.data()) == 0;
  if (maximum(good ? 0 : 1) > 0) return all_stay(rows, number_);
  return {parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count)};
}

#else

bool MpiRanks::has_ptscotch() {
  return false;
}

std::vector<std::uint16_t> MpiRanks::divide(const RowsOfRank& rows) {
  return std::vector<std::uint16_t>(rows.starts.size() - 1, static_cast<std::uint16_t>(number_));
}

#endif

}  // namespace sotto
