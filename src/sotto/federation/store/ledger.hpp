// SPDX-License-Identifier: MIT
// The privacy budget of datasets: opened once, debited by whole runs, never overspent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/ledger_check.hpp"

namespace sotto {

/// What became of a debit. A run that was released is closed for ever.
struct Debit {
  enum class Outcome { booked, already_booked, refused, closed };
  Outcome outcome = Outcome::refused;
  BookedUnits wanted;
  std::int64_t alpha_left = 0;  ///< before it, were its total variation booked; against the threat it was planned for
};

struct Balance {
  DatasetPromise promise{};
  std::int64_t alpha_limit = 0;  ///< after the slack of the booked total variation
  BookedUnits spent;
  std::int64_t alpha_left = 0;
  // Likewise against all other members together, where there is a cap.
  std::optional<std::int64_t> alpha_all_limit;
  std::optional<std::int64_t> alpha_all_left;
};

/// In whole units. All that writes is on the disk, in the main file, when it returns.
class Ledger : public StorePart {
 public:
  using StorePart::StorePart;

  /// Refuses (InvalidInput, budget) a dataset that has one, and a name or promise that is none. `epsilon_all` caps what
  /// all other members together may learn.
  void open_dataset(const std::string& dataset, const PrivacyBudget& promise,
                    const std::optional<double>& epsilon_all = std::nullopt) const;
  std::optional<DatasetPromise> dataset(const std::string& dataset) const;
  std::vector<std::string> datasets() const;

  /// Books the whole of a run, or nothing; it fits both limits or is refused. A dataset without budget is InvalidInput
  /// (budget); a second debit of a run that is not the first one again, and a debit of a later session, are
  /// InvalidInput (store).
  Debit debit(const Digest& run, const std::string& dataset, const BookedUnits& whole_run) const;

  /// What the rounds without a row would have cost, never more than the debit; returned by `release`, which closes the
  /// run. Rounds of all its sessions count, and so does `kept_back`, what may have been said beyond the rows. Both
  /// refuse (InvalidInput, budget) a run that was not debited, was released before, or lost rounds in one of its
  /// sessions.
  BookedUnits returnable(const Digest& run, const BookedUnits& kept_back = {}) const;
  BookedUnits release(const Digest& run, const BookedUnits& kept_back = {}) const;
  /// Closes a run and returns nothing.
  void close(const Digest& run) const;
  bool is_released(const Digest& run) const;
  std::optional<LedgerEntry> debit_of(const Digest& run) const;

  BookedUnits spent(const std::string& dataset) const;
  /// Refuses (InvalidInput, budget) a dataset without budget.
  Balance balance(const std::string& dataset) const;
  /// The entries of one dataset, or of all when it is empty.
  std::vector<LedgerEntry> history(const std::string& dataset = {}) const;
  ChainHead head() const;
  /// Whether this was the head once, or is: otherwise this is not the ledger that others saw.
  bool has_been_at(const ChainHead& head) const;

 private:
  void book(LedgerEntry entry) const;
  std::string question_for_entries(const std::string& where) const;
  void refuse_lost_rounds(const Digest& run) const;
  std::optional<LedgerEntry> entry_of(const Digest& run, EntryKind kind) const;
};

}  // namespace sotto
