// SPDX-License-Identifier: MIT
// Programs that work on one run together, a rank each. One alone is the usual case. MPI is one way to be several
// (simulation/mpi); tests have threads that play ranks. Nobody else knows how ranks speak.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sotto {

/// Which of this rank's items other ranks need, and which of theirs it needs. Lists by rank; empty for most.
struct Borders {
  std::vector<std::vector<std::uint32_t>> sent;  ///< places of items; they ascend
  std::vector<std::uint32_t> received;           ///< how many items come from each rank
};

/// Moves the items at the borders, again and again. An item is a fixed number of doubles.
class Halo {
 public:
  virtual ~Halo() = default;

  /// Keeps of the items at the places [first, last) those that other ranks need, for the next begin(). Any thread, for
  /// ranges that do not meet; best when they have just been computed. Not between begin() and finish().
  virtual void gather(const double* items, std::uint32_t first, std::uint32_t last) = 0;
  /// Begins to send what was gathered last of each place; items of others will lie at `received`, rank after rank,
  /// which may not be touched before finish().
  virtual void begin(double* received) = 0;
  /// Moves on what is under way, and never waits: long messages travel while somebody looks after them. Any thread,
  /// several too, between begin() and finish().
  virtual void advance() = 0;
  virtual void finish() = 0;

 protected:
  Halo() = default;
  Halo(const Halo&) = default;
  Halo& operator=(const Halo&) = default;
};

/// Rows of a graph that lie on this rank: consecutive numbers, from `first` on.
struct RowsOfRank {
  std::uint32_t first;
  std::span<const std::uint64_t> starts;      ///< of the rows in `neighbours`, and its end
  std::span<const std::uint32_t> neighbours;  ///< by number
};

/// What one rank says to another.
struct Parcel {
  unsigned from;
  std::string bytes;
};

/// All ranks call these functions together, in the same order; but for post() and collect().
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual unsigned number() const = 0;  ///< of this one, from 0
  virtual unsigned count() const = 0;

  /// Sends a parcel to one rank, which collects it when it likes. Neither waits. One thread at a time.
  virtual void post(unsigned to, std::string bytes) = 0;
  /// The next parcel that has come; those of one rank come in their order.
  virtual std::optional<Parcel> collect() = 0;

  /// All ranks must end at the same place. The answer is a flag that is set on all of them in the same maximum(), once
  /// `interrupt` is set on any.
  virtual const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) = 0;

  virtual double maximum(double value) = 0;
  /// The first half of maximum(): others may compute until end_maximum(). One at a time.
  virtual void begin_maximum(double value) = 0;
  virtual double end_maximum() = 0;
  /// Each number becomes the sum of those of all ranks, everywhere. Integers, so no order can be seen.
  virtual void add(std::span<std::int64_t> numbers) = 0;
  /// `parcels[r]` goes to rank r; the answer is what came from each rank.
  virtual std::vector<std::string> exchange(std::vector<std::string> parcels) = 0;

  /// `item`: how many doubles an item has, and how far the next one is.
  virtual std::unique_ptr<Halo> make_halo(const Borders& borders, std::size_t item) = 0;
  /// Which rank each row should move to, so that few edges are cut. It changes no result.
  virtual std::vector<std::uint16_t> divide(const RowsOfRank& rows) = 0;

 protected:
  Ranks() = default;
  Ranks(const Ranks&) = default;
  Ranks& operator=(const Ranks&) = default;
};

/// This program alone. It has no state, so everybody may use the same.
Ranks& alone();

}  // namespace sotto
