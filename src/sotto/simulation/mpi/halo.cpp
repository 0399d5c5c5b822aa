// SPDX-License-Identifier: MIT
// Items at the borders of ranks: a graph of those who share edges, and one neighbourhood collective for all of them.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "sotto/simulation/mpi/mpi_ranks.hpp"

namespace sotto {
namespace {

class MpiHalo final : public Halo {
 public:
  MpiHalo(MPI_Comm together, const Borders& borders, std::size_t item) : item_(item) {
    std::vector<int> to, from;
    for (std::size_t rank = 0; rank < borders.sent.size(); ++rank) {
      if (!borders.sent[rank].empty()) {
        to.push_back(static_cast<int>(rank));
        sent_.add(borders.sent[rank].size());
        places_.insert(places_.end(), borders.sent[rank].begin(), borders.sent[rank].end());
      }
      if (borders.received[rank] > 0) {
        from.push_back(static_cast<int>(rank));
        received_.add(borders.received[rank]);
      }
    }
    packed_.resize(places_.size() * item_);
    MPI_Type_contiguous(static_cast<int>(item_), MPI_DOUBLE, &type_);
    MPI_Type_commit(&type_);
    MPI_Dist_graph_create_adjacent(together, static_cast<int>(from.size()), from.data(), MPI_UNWEIGHTED,
                                   static_cast<int>(to.size()), to.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &neighbours_);
  }
  ~MpiHalo() override {
    MPI_Comm_free(&neighbours_);
    MPI_Type_free(&type_);
  }
  MpiHalo(const MpiHalo&) = delete;
  MpiHalo& operator=(const MpiHalo&) = delete;

  void begin(const double* items, double* received) override {
    double* out = packed_.data();
    for (const std::uint32_t place : places_) out = std::copy_n(items + place * item_, item_, out);
    MPI_Ineighbor_alltoallv(packed_.data(), sent_.counts.data(), sent_.begins.data(), type_, received,
                            received_.counts.data(), received_.begins.data(), type_, neighbours_, &under_way_);
  }
  void finish() override { MPI_Wait(&under_way_, MPI_STATUS_IGNORE); }

 private:
  /// How many items each neighbour has, and where they begin; MPI counts in ints.
  struct Counts {
    std::vector<int> counts, begins;
    void add(std::size_t count) {
      const std::size_t begin = counts.empty() ? 0 : static_cast<std::size_t>(begins.back()) + counts.back();
      if (begin + count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw std::length_error("more items at a border than MPI counts");
      begins.push_back(static_cast<int>(begin));
      counts.push_back(static_cast<int>(count));
    }
  };

  std::size_t item_;
  Counts sent_, received_;
  std::vector<std::uint32_t> places_;  ///< of what is sent, neighbour after neighbour
  std::vector<double> packed_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Comm neighbours_ = MPI_COMM_NULL;
  MPI_Request under_way_ = MPI_REQUEST_NULL;
};

}  // namespace

std::unique_ptr<Halo> MpiRanks::make_halo(const Borders& borders, std::size_t item) {
  return std::make_unique<MpiHalo>(together_, borders, item);
}

}  // namespace sotto
