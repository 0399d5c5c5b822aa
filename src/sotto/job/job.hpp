// SPDX-License-Identifier: MIT
// A piece of work as a value: what it is, how it is run, and what comes of it as text, JSON and files.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/simulation/comparison/dealing.hpp"

namespace sotto {

class SweepJournal;
class RunJournal;

inline const std::atomic<bool> never_interrupted{false};

struct JobProgress {
  std::uint32_t done;
  std::uint32_t wanted;  ///< 0: nobody knows how long it takes, and `unit` says what is waited for
  const char* unit;      ///< "trials"
};

/// What a job is given. A job prints nothing: its caller decides what becomes of remarks and progress.
struct JobContext {
  RunIdentity made_by = {};  ///< what the files say of their maker; a job puts in its own kind
  const std::atomic<bool>& interrupt = never_interrupted;
  std::function<void(const JobProgress&)> progress = [](const JobProgress&) {};  ///< one call at a time, on any thread
  std::function<void(const std::string& label, const std::string& text)> remark = [](const auto&, const auto&) {};
  /// What rules mended in the rows. It follows from records. Only their holder may see it; leave it empty otherwise.
  std::function<void(const RowCounts&)> tell_operator = {};
  SweepJournal* journal = nullptr;  ///< keeps what is done of a job that can be resumed
  RunJournal* trials = nullptr;     ///< keeps what is accepted of one whose trials can be kept
  Dealing dealing = {};             ///< of chunks of trials, where a job has some

  /// Others than rank 0 have no results: a job of theirs comes to nothing.
  bool has_results() const { return dealing.accepts(); }
};

/// What a job is called in the files that it makes.
enum class JobKind { run, demo, sweep, reproduction, audit, advice, shard, verification };
constexpr Names<8> names_of(JobKind) {
  return {"run", "demo", "sweep", "reproduction", "audit", "advice", "shard", "verification"};
}

/// What a job says in the end; `interrupted` where it was ended early.
enum class JobVerdict { done, answered_no, cannot_tell, interrupted };

/// What came of a job. Text, JSON and files are made when they are asked for; an interrupted job may have none.
struct JobResult {
  JobVerdict verdict = JobVerdict::done;
  std::function<std::string()> text = {};
  std::function<std::string()> json = {};
  std::function<Files()> files = {};  ///< with their provenance
  std::string interrupted = {};       ///< when, and what is kept
  std::string shown_file = {};        ///< the one of its files to look at first, where there is such a one
};

class Job {
 public:
  Job(JobKind kind, std::string name) : kind_(kind), name_(std::move(name)) {}
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  JobKind kind() const { return kind_; }
  /// What its folder is called where nobody names one; empty where it has none.
  const std::string& name() const { return name_; }
  /// All that its results depend on, where it can be resumed; empty where it cannot.
  virtual std::string identity() const { return ""; }
  /// The same of a job whose trials are kept as they are accepted, and what they are; it can be cut into shards, too.
  virtual std::string identity_of_trials() const { return ""; }
  /// How many chunks a shard can be made of; 0 where the job has none.
  virtual std::uint64_t chunks() const { return 0; }
  /// The configuration that makes the same job again.
  virtual std::string resolved() const { return ""; }
  /// What is worth a remark before anything is begun.
  virtual std::vector<std::string> warnings() const { return {}; }

  virtual JobResult run(const JobContext& context) const = 0;

 protected:
  RunIdentity own(RunIdentity made_by) const {
    made_by.kind = name_of(kind_);
    return made_by;
  }

 private:
  JobKind kind_;
  std::string name_;
};

}  // namespace sotto
