// SPDX-License-Identifier: MIT
// What ranks ask of each other, by MPI. Sources of this folder alone include this: nobody else sees MPI.
#pragma once

#include <mpi.h>

#include <list>
#include <map>
#include <string>
#include <vector>

#include "sotto/simulation/mpi/mpi_program.hpp"

namespace sotto {

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(Placement placement);
  ~MpiRanks() override;

  unsigned number() const override { return number_; }
  unsigned count() const override { return count_; }

  void post(unsigned to, std::string bytes) override;
  std::optional<Parcel> collect() override;

  const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) override {
    interrupt_ = &interrupt;
    return agreed_;
  }
  double maximum(double value) override;
  void begin_maximum(double value) override;
  double end_maximum() override;
  void add(std::span<std::int64_t> numbers) override;
  std::vector<std::string> exchange(std::vector<std::string> parcels) override;

  std::unique_ptr<Halo> make_halo(const Borders& borders, std::size_t item) override;  // halo.cpp
  std::vector<std::uint16_t> divide(const RowsOfRank& rows) override;                  // partition.cpp

 private:
  /// A part of a parcel on its way: MPI counts in ints.
  struct Sent {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void forget_delivered();

  [[maybe_unused]] const Placement placement_;
  MPI_Comm together_ = MPI_COMM_NULL;  ///< for what all call together
  MPI_Comm mail_ = MPI_COMM_NULL;      ///< for parcels
  unsigned number_ = 0, count_ = 1;
  std::list<Sent> sent_;                   ///< at places that do not move
  std::map<int, std::string> unfinished_;  ///< parcels of which parts have come, by sender
  const std::atomic<bool>* interrupt_ = nullptr;
  std::atomic<bool> agreed_{false};
  double under_way_ = 0, largest_ = 0;
  MPI_Request maximum_ = MPI_REQUEST_NULL;
};

}  // namespace sotto
