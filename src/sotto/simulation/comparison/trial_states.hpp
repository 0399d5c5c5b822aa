// SPDX-License-Identifier: MIT
// The state of a run whose ranks share one network: the chunks that were accepted, and the trial that is under way.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sotto/simulation/large_network/trial_keeper.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// Files of a state begin so: a part for each rank, in the folder where the state lies.
inline constexpr std::string_view part_of_state = "part-";

/// Where states of a trial under way lie, and when one is kept. Rank 0 has all of it.
struct InsideTrials {
  std::string folder = {};  ///< all ranks write there; empty: no such states are kept
  std::function<bool(bool ends)> due = {};
  std::function<void()> open = {};  ///< makes the folder
  /// From now on this is the state. Files of `parts` belong to it, and those of an older one are taken away.
  std::function<void(const std::string& state, const std::vector<std::string>& parts)> keep = {};
  std::function<void(const std::string& why)> cannot = {};  ///< this time nothing was kept
};

class TrialStates final : public TrialKeeper {
 public:
  /// `state_of_chunks`: all that was accepted.
  TrialStates(Ranks& ranks, const InsideTrials& inside, std::function<std::string()> state_of_chunks);

  /// What state() gave an earlier program, at all ranks, before anything is run; that of its chunks.
  std::string resume(const std::string& found);
  /// Of the run: accepted chunks, and the trial under way as it was kept last.
  std::string state() const;
  /// The trial under way was accepted.
  void forget() { kept_.clear(); }

  std::optional<TrialOutcome> known(std::uint32_t trial) override;
  void done(const TrialOutcome& outcome) override;
  bool due() override;
  bool due_at_end() override;
  void keep(const HeldByNodes& nodes, const std::string& alike) override;
  std::optional<std::string> find(const HeldByNodes& nodes) override;

 private:
  /// A file of one rank's nodes.
  struct Part {
    std::string name, print;
  };
  std::string path_of(const std::string& name) const { return inside_.folder + "/" + name; }
  bool all_see_the_folder();
  std::vector<Part> write_parts(const HeldByNodes& nodes);
  void check_parts();

  Ranks& ranks_;
  InsideTrials inside_;
  std::function<std::string()> state_of_chunks_;
  std::string kept_;  ///< the trial under way, as bytes; empty: none
  std::uint64_t generation_ = 0;
  bool told_ = false;  ///< that other ranks do not see the folder

  std::optional<std::uint32_t> trial_;  ///< that is under way
  std::vector<std::string> outcomes_;   ///< of its plans that are done
  std::size_t asked_ = 0;               ///< for how many of these

  std::optional<std::string> found_;  ///< what all ranks hold alike of the next plan of this trial
  std::vector<Part> found_parts_;
};

}  // namespace sotto
