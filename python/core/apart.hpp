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

/// Work of some seconds at most, without the interpreter's lock. Ctrl-C is raised when it is done. It must not touch
/// Python.
void work_apart(const std::function<void()>& work);

template <class Make>
auto made_apart(const Make& make) {
  std::optional<decltype(make())> made;
  work_apart([&] { made.emplace(make()); });
  return std::move(*made);
}

/// While it lives, this thread calls functions of Python in the middle of C++. The end of the interpreter waits for it,
/// and asks it to end.
class RunHere {
 public:
  RunHere();
  ~RunHere();
  RunHere(const RunHere&) = delete;
  RunHere& operator=(const RunHere&) = delete;

  const std::atomic<bool>& interrupt() const;

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

/// Before the interpreter is taken apart: all jobs end, and no waiting thread asks for its lock again.
void end_all_runs();

}  // namespace sotto::python
