// SPDX-License-Identifier: MIT
// A network that no program holds as a whole: each rank has the rows of its own nodes, and nobody has a Graph. One rank
// alone has all rows, in half of the memory.
#pragma once

#include <memory>
#include <string>

#include "sotto/agreement/agreement.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "sotto/workers/crew.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

class PlacedWeights;
class RecordSums;

/// From so many nodes on a run keeps its network like this.
inline constexpr NodeId smallest_spread_network = 100'000;

/// Why a configuration needs its network as a whole; empty where it can be spread.
std::string why_whole(const Configuration& configuration);

/// What a rank holds. All ranks make it together.
struct SpreadNetwork {
  std::shared_ptr<const PlacedWeights> weights;
  Ranks* ranks;
};

/// With the sizes and beta of the network.
struct DescribedSpread {
  SpreadNetwork network;
  AgreedNetwork described;
};
DescribedSpread spread_network(const GraphSettings& settings, std::uint64_t seed, Crew& crew, Ranks& ranks);

/// The records of a trial of mean estimation: their sum at each node here, and over all nodes.
struct SpreadRecords {
  std::shared_ptr<const RecordSums> sums = nullptr;
  std::vector<double> total = {};
};
SpreadRecords spread_records(const Configuration& configuration, const SpreadNetwork& network, std::uint32_t trial,
                             Crew& crew);

/// The minimiser of all nodes' objectives together: the mean of all records, projected.
std::vector<double> minimiser_of(const SpreadRecords& records, const SpreadNetwork& network, const Domain& domain);

/// Threads for work inside one network.
std::unique_ptr<Crew> crew_of(unsigned threads);

}  // namespace sotto
