// SPDX-License-Identifier: MIT
#include "sotto/job/run_journal.hpp"

#include <algorithm>

#include "sotto/digest/digest.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/comparison/trial_states.hpp"

namespace sotto {
namespace {

constexpr const char* state_file = "state.bin";
constexpr int time_for_each_written = 100;

/// When the next state is due after one whose writing began then.
RunJournal::Clock::time_point due_after(RunJournal::Clock::time_point begun, RunJournal::Clock::duration pace) {
  const RunJournal::Clock::time_point written = RunJournal::Clock::now();
  return written + std::max<RunJournal::Clock::duration>(pace, time_for_each_written * (written - begun));
}

std::vector<std::string> parts_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with(part_of_state)) names.push_back(entry.path().filename().string());
  return names;
}

}  // namespace

RunJournal::RunJournal(std::filesystem::path target, std::string program, const std::string& identity, const Pace& pace)
    : target_(std::move(target)),
      program_(std::move(program)),
      run_(sha256(identity)),
      pace_(pace),
      first_due_(Clock::now() + pace.first),
      due_(first_due_),
      due_inside_(Clock::now() + pace.inside_trials) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(folder(), error))) return;
  open();
  const std::optional<std::string> state = folder_->read(state_file);
  if (!state) return;
  const std::size_t digest_length = run_.size();
  if (state->size() < digest_length || sha256(state->substr(digest_length)) != state->substr(0, digest_length))
    folder_->refuse(std::string(state_file) + " is damaged; remove the folder to begin anew");
  found_ = state->substr(digest_length);
  keeps_ = true;
}

void RunJournal::open() {
  folder_.emplace(target_, program_);
  const std::string line = dump_line({{"run", run_}});
  if (folder_->lines().empty()) return folder_->append(line);
  if (folder_->lines().front() != line)
    folder_->refuse(
        "was left by a run of another configuration, or its files have changed; remove it, or choose another name");
}

void RunJournal::offer(const std::function<std::string()>& state, bool last) {
  const Clock::time_point begun = Clock::now();
  if (begun < due_ && !(last && keeps_)) return;
  write(state());
  due_ = due_after(begun, pace_.next);
}

void RunJournal::write(const std::string& state) {
  if (!folder_) open();
  folder_->replace(state_file, sha256(state) + state);
  keeps_ = true;
}

bool RunJournal::is_due_inside(bool ends) const {
  if (ends && keeps_) return true;
  return Clock::now() >= (ends ? first_due_ : due_inside_);
}

void RunJournal::begin_inside() {
  begun_inside_ = Clock::now();
  due_inside_ = begun_inside_ + pace_.inside_trials;  // where nothing comes of it
  if (!folder_) open();
}

void RunJournal::keep(const std::string& state, const std::vector<std::string>& parts) {
  write(state);
  due_inside_ = due_after(begun_inside_, pace_.inside_trials);
  std::error_code ignored;
  for (const std::string& name : parts_in(folder()))
    if (std::find(parts.begin(), parts.end(), name) == parts.end()) std::filesystem::remove(folder() / name, ignored);
}

void RunJournal::remove() {
  if (folder_) {
    std::vector<std::string> names = parts_in(folder());
    names.emplace_back(state_file);
    folder_->remove(names);
  }
  folder_.reset();
  keeps_ = false;
}

}  // namespace sotto
