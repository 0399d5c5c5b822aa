// SPDX-License-Identifier: MIT
// Which rank the rows of a graph move to.
#include <stdexcept>

#include "sotto/simulation/mpi/mpi_ranks.hpp"

namespace sotto {

std::vector<std::uint16_t> MpiRanks::divide(const RowsOfRank&) {
  throw std::logic_error("no network is divided among ranks yet");
}

}  // namespace sotto
