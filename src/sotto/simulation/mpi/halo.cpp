// SPDX-License-Identifier: MIT
// Items at the borders of ranks: a graph of those who share edges, and one neighbourhood collective for all of them.
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "sotto/arithmetic/large_array.hpp"
#include "sotto/simulation/mpi/mpi_ranks.hpp"

namespace sotto {
namespace {

/// What is sent is not read here again, so it need not take the place of messages in the cache. Items whose size is a
/// multiple of 8 begin on a boundary of 64 bytes.
void copy_past_the_cache(const double* from, std::size_t count, double* to) {
#if defined(__SSE2__)
  if (count % 8 == 0) {
    for (std::size_t k = 0; k < count; k += 2) _mm_stream_pd(to + k, _mm_load_pd(from + k));
    return;
  }
#endif
  std::copy_n(from, count, to);
}

/// Ends what copy_past_the_cache() has begun.
void let_others_see() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

class MpiHalo final : public Halo {
 public:
  MpiHalo(MPI_Comm together, const Borders& borders, std::size_t item)
      : item_(item), packed_(item * number_of_sent(borders)) {
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
    MPI_Type_contiguous(static_cast<int>(item_), MPI_DOUBLE, &type_);
    MPI_Type_commit(&type_);
    MPI_Dist_graph_create_adjacent(together, static_cast<int>(from.size()), from.data(), MPI_UNWEIGHTED,
                                   static_cast<int>(to.size()), to.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &neighbours_);
  }
  /// Where a fault ends a round in its middle, MPI still reads and writes our memory and the receiver's, which are
  /// freed next. The others have begun too, or end all of us by force.
  ~MpiHalo() override {
    finish();
    MPI_Comm_free(&neighbours_);
    MPI_Type_free(&type_);
  }
  MpiHalo(const MpiHalo&) = delete;
  MpiHalo& operator=(const MpiHalo&) = delete;

  void gather(const double* items, std::uint32_t first, std::uint32_t last) override {
    for (std::size_t neighbour = 0; neighbour < sent_.counts.size(); ++neighbour) {
      const auto begin = places_.begin() + sent_.begins[neighbour], end = begin + sent_.counts[neighbour];
      const auto from = std::lower_bound(begin, end, first), to = std::lower_bound(from, end, last);
      double* out = packed_.data() + static_cast<std::size_t>(from - places_.begin()) * item_;
      for (auto place = from; place != to; ++place, out += item_)
        copy_past_the_cache(items + *place * item_, item_, out);
    }
    let_others_see();
  }

  void begin(double* received) override {
    MPI_Ineighbor_alltoallv(packed_.data(), sent_.counts.data(), sent_.begins.data(), type_, received,
                            received_.counts.data(), received_.begins.data(), type_, neighbours_, &under_way_);
  }
  void advance() override {
    const std::unique_lock alone(mutex_, std::try_to_lock);
    int done = 0;
    if (alone && under_way_ != MPI_REQUEST_NULL) MPI_Test(&under_way_, &done, MPI_STATUS_IGNORE);
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

  static std::size_t number_of_sent(const Borders& borders) {
    std::size_t number = 0;
    for (const std::vector<std::uint32_t>& places : borders.sent) number += places.size();
    return number;
  }

  std::size_t item_;
  Counts sent_, received_;
  std::vector<std::uint32_t> places_;  ///< of what is sent, neighbour after neighbour; ascending for each
  LargeArray<double> packed_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Comm neighbours_ = MPI_COMM_NULL;
  std::mutex mutex_;  ///< one thread at a time asks MPI
  MPI_Request under_way_ = MPI_REQUEST_NULL;
};

}  // namespace

std::unique_ptr<Halo> MpiRanks::make_halo(const Borders& borders, std::size_t item) {
  return std::make_unique<MpiHalo>(together_, borders, item);
}

}  // namespace sotto
