// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/trial_states.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "sotto/input/bytes.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/comparison/chunk_bytes.hpp"
#include "sotto/simulation/comparison/held_by_nodes.hpp"
#include "sotto/simulation/comparison/run_identity.hpp"
#include "sotto/workers/rank_words.hpp"

namespace sotto {

TrialStates::TrialStates(Ranks& ranks, const InsideTrials& inside, std::function<std::string()> state_of_chunks)
    : ranks_(ranks), inside_(inside), state_of_chunks_(std::move(state_of_chunks)) {}

std::string TrialStates::state() const {
  BytesOut out;
  out.text(state_of_chunks_());
  out.text(kept_);
  return out.take();
}

std::string TrialStates::resume(const std::string& found) {
  BytesIn state(found, "state");
  const std::string chunks = state.text();
  kept_ = state.text();
  state.end();
  if (kept_.empty()) return chunks;
  BytesIn in(kept_, "state");
  generation_ = in.number();
  trial_ = static_cast<std::uint32_t>(in.number_up_to(std::numeric_limits<std::uint32_t>::max()));
  outcomes_.resize(in.count(sizeof(std::uint64_t)));
  for (std::string& outcome : outcomes_) outcome = in.text();
  found_ = in.text();
  found_parts_.resize(in.count(2 * sizeof(std::uint64_t)));
  for (Part& part : found_parts_) {
    part.name = in.text();
    part.print = in.text();
  }
  in.end();
  return chunks;
}

std::optional<TrialOutcome> TrialStates::known(std::uint32_t trial) {
  if (trial != trial_) {
    trial_ = trial;
    outcomes_.clear();
    asked_ = 0;
    found_.reset();
  }
  if (asked_ == outcomes_.size()) return std::nullopt;
  return outcome_in(outcomes_[asked_++]);
}

void TrialStates::done(const TrialOutcome& outcome) {
  outcomes_.push_back(bytes_of_outcome(outcome));
  asked_ = outcomes_.size();
}

bool TrialStates::due() {
  return inside_.due && inside_.due(false);
}

bool TrialStates::due_at_end() {
  return ranks_.maximum(inside_.due && inside_.due(true) ? 1 : 0) > 0;
}

/// Hosts may have disks of their own.
bool TrialStates::all_see_the_folder() {
  std::error_code error;
  const bool sees = std::filesystem::is_directory(inside_.folder, error);
  if (ranks_.maximum(sees ? 0 : 1) == 0) return true;
  if (inside_.cannot && !std::exchange(told_, true))
    inside_.cannot("no state within a trial is kept: other ranks do not see " + inside_.folder);
  return false;
}

/// The parts of all ranks, at all of them.
std::vector<TrialStates::Part> TrialStates::write_parts(const HeldByNodes& nodes) {
  BytesOut own;
  succeed_together(ranks_, [&] {
    if (nodes.arrays.empty()) return;
    const std::string name =
        std::string(part_of_state) + std::to_string(generation_) + "-" + std::to_string(ranks_.number());
    write_held(path_of(name), nodes);
    own.text(name);
    own.text(fingerprint(path_of(name)));
  });
  std::vector<Part> parts;
  if (nodes.arrays.empty()) return parts;
  for (const std::string& bytes : ranks_.exchange(std::vector<std::string>(ranks_.count(), own.take()))) {
    BytesIn in(bytes, "rank");
    Part& part = parts.emplace_back();
    part.name = in.text();
    part.print = in.text();
  }
  return parts;
}

void TrialStates::keep(const HeldByNodes& nodes, const std::string& alike) {
  succeed_together(ranks_, [&] {
    if (inside_.open) inside_.open();
  });
  if (!all_see_the_folder()) return;
  ++generation_;
  const std::vector<Part> parts = write_parts(nodes);
  BytesOut out;
  out.number(generation_);
  out.number(*trial_);
  out.number(outcomes_.size());
  for (const std::string& outcome : outcomes_) out.text(outcome);
  out.text(alike);
  out.number(parts.size());
  std::vector<std::string> names;
  for (const Part& part : parts) {
    out.text(part.name);
    out.text(part.print);
    names.push_back(part.name);
  }
  kept_ = out.take();
  succeed_together(ranks_, [&] {
    if (inside_.keep) inside_.keep(state(), names);
  });
}

/// Each rank looks at some of them.
void TrialStates::check_parts() {
  for (std::size_t k = ranks_.number(); k < found_parts_.size(); k += ranks_.count())
    if (fingerprint(path_of(found_parts_[k].name)) != found_parts_[k].print)
      throw InvalidInput(
          {"--out", path_of(found_parts_[k].name), "is missing or damaged; remove the folder to begin anew"},
          FaultKind::store);
}

std::optional<std::string> TrialStates::find(const HeldByNodes& nodes) {
  if (!found_) return std::nullopt;
  std::vector<std::string> paths;
  for (const Part& part : found_parts_) paths.push_back(path_of(part.name));
  succeed_together(ranks_, [&] { check_parts(); });
  succeed_together(ranks_, [&] { read_held(paths, nodes); });
  return std::exchange(found_, std::nullopt);
}

}  // namespace sotto
