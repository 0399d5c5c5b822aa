// SPDX-License-Identifier: MIT
// The journal of a run: all trials that were accepted, so that an interrupted run goes on where it stopped.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sotto/job/journal_folder.hpp"

namespace sotto {

/// When the first state is written, and how soon another; that of a trial under way, which is as large as its network,
/// seldomer. Writing takes a hundredth of the time at most.
struct JournalPace {
  std::chrono::steady_clock::duration first = std::chrono::seconds(3), next = std::chrono::seconds(5),
                                      inside_trials = std::chrono::minutes(2);
};

/// A folder NAME.unfinished, made when a run has taken some seconds: a short one leaves nothing and waits for no disk.
/// It holds one state of the run, which a later one replaces, and parts of that state that ranks wrote. Who owns it is
/// the run whose identity it was given.
class RunJournal {
 public:
  using Clock = std::chrono::steady_clock;
  using Pace = JournalPace;
  /// Refuses (InvalidInput, store) what JournalFolder does, what another run left, and what is damaged.
  RunJournal(std::filesystem::path target, std::string program, const std::string& identity, const Pace& pace = {});

  /// The state that was left; empty where none was.
  const std::string& found() const { return found_; }
  /// A state that may be kept; it is made where it is. `last`: there is no other before the program ends.
  void offer(const std::function<std::string()>& state, bool last);

  /// Whether the state of a trial under way shall be kept now. `ends`: there is no other before the program ends.
  bool is_due_inside(bool ends) const;
  /// Makes the folder, for ranks to write their parts.
  void begin_inside();
  /// From now on this is the state; parts of an older one are taken away.
  void keep(const std::string& state, const std::vector<std::string>& parts);

  /// Whether there is something to go on from.
  bool keeps() const { return keeps_; }
  std::filesystem::path folder() const { return JournalFolder::of(target_); }
  /// Takes it away: the results lie elsewhere now.
  void remove();

 private:
  void open();
  void write(const std::string& state);

  std::filesystem::path target_;
  std::string program_, run_;  ///< run_: a digest
  Pace pace_;
  std::optional<JournalFolder> folder_;
  std::string found_;
  bool keeps_ = false;
  Clock::time_point first_due_, due_, due_inside_, begun_inside_;
};

}  // namespace sotto
