// SPDX-License-Identifier: MIT
#include "sotto/job/run_journal.hpp"

#include <algorithm>

#include "sotto/digest/digest.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

constexpr const char* state_file = "state.bin";
constexpr int time_for_each_written = 100;

}  // namespace

RunJournal::RunJournal(std::filesystem::path target, std::string program, const std::string& identity, const Pace& pace)
    : target_(std::move(target)),
      program_(std::move(program)),
      run_(sha256(identity)),
      pace_(pace),
      due_(Clock::now() + pace.first) {
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
  const std::string bytes = state();
  if (!folder_) open();
  folder_->replace(state_file, sha256(bytes) + bytes);
  keeps_ = true;
  const Clock::time_point written = Clock::now();
  due_ = written + std::max<Clock::duration>(pace_.next, time_for_each_written * (written - begun));
}

void RunJournal::remove() {
  if (folder_) folder_->remove({state_file});
  folder_.reset();
  keeps_ = false;
}

}  // namespace sotto
