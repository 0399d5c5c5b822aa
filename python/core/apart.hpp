// SPDX-License-Identifier: MIT
// Work on a thread of its own, and the thread of Python that waits for it: signals, progress, forks and shutdown.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core.hpp"
#include "sotto/job/job.hpp"

namespace sotto::python {

/// What came of a job. Its text, JSON and files are made when somebody asks.
struct Finished {
  std::string kind;
  JobResult result;
  std::string folder;  ///< that it was written to; empty where none was asked for
};

/// Callables of Python, or None; both are called by the thread that waits.
struct Listeners {
  py::object progress;  ///< (done, wanted, unit)
  py::object remark;    ///< (label, text)
};

struct JobToRun {
  std::function<std::unique_ptr<Job>()> make;  ///< called on the job's thread
  RunIdentity made_by;
  std::string out;  ///< a new folder for its files; empty: none
};

/// Runs the job without the interpreter's lock. Ctrl-C ends it early, and what was done is returned; KeyboardInterrupt
/// where nothing was. Any other exception, of a signal handler or a listener, ends it early and goes on to the caller.
Finished run_apart(JobToRun job, const Listeners& listeners);

/// Work without the interpreter's lock, which must not touch Python. Ctrl-C sets the flag, and is raised when the work
/// has ended.
void work_apart(const std::function<void(const std::atomic<bool>& interrupt)>& work);

template <class Make>
auto made_apart(const Make& make) {
  std::optional<decltype(make())> made;
  work_apart([&](const auto&) { made.emplace(make()); });
  return std::move(*made);
}

/// Calls a function of Python in the middle of C++. A thread that the interpreter ends in there is parked for ever,
/// since what it holds of Python must not be destroyed without the lock.
py::object call_python(const py::object& function, const py::tuple& arguments);

struct Run;

/// While it lives, this thread calls functions of Python in the middle of C++. The end of the interpreter waits for it,
/// and asks it to end.
class RunHere {
 public:
  RunHere();
  ~RunHere();
  RunHere(const RunHere&) = delete;
  RunHere& operator=(const RunHere&) = delete;

  const std::atomic<bool>& interrupt() const;
  /// As call_python. It throws in a process that the function forked: a run has one continuation, since noise is drawn
  /// and paid for once.
  py::object call(const py::object& function, const py::tuple& arguments) const;

 private:
  std::shared_ptr<Run> run_;
};

/// Before the interpreter is taken apart: all jobs end, and no waiting thread asks for its lock again.
void end_all_runs();

}  // namespace sotto::python
