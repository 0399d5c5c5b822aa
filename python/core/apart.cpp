// SPDX-License-Identifier: MIT
#include "apart.hpp"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "sotto/job/run_folder.hpp"

namespace sotto::python {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(50);
constexpr auto longest_farewell = std::chrono::seconds(10);

}  // namespace

/// What a thread at work and the thread that waits for it share.
struct Run {
  const ::pid_t process = ::getpid();
  std::atomic<bool> interrupt{false};
  std::thread thread;

  std::mutex mutex;  ///< of what follows
  std::condition_variable changed;
  bool ended = false;  ///< the work
  bool gone = false;   ///< the thread that waits: it is parked, or back in Python
  std::optional<JobProgress> progress;
  std::deque<std::pair<std::string, std::string>> remarks;
  std::exception_ptr failed;

  void say(const std::string& label, const std::string& text) {
    const std::lock_guard lock(mutex);
    remarks.emplace_back(label, text);
  }
  void tell(const JobProgress& now) {
    const std::lock_guard lock(mutex);
    progress = now;
  }
  void is_gone() {
    const std::lock_guard lock(mutex);
    gone = true;
    changed.notify_all();
  }
};

namespace {

/// All runs of this process. A forked child has none: their threads are its parent's.
struct Registry {
  std::mutex mutex;
  std::list<std::shared_ptr<Run>> runs;
  std::atomic<bool> closing{false};
};

Registry& registry() {
  static Registry& all = *new Registry;  // never destroyed: a thread may be parked when the process ends
  return all;
}

void forget_runs_of_parent() {
  new std::list<std::shared_ptr<Run>>(
      std::move(registry().runs));  // their threads cannot be joined here: kept for ever
  registry().runs.clear();
  registry().mutex.unlock();
}

void watch_forks() {
  static std::once_flag once;
  std::call_once(once, [] {
    ::pthread_atfork([] { registry().mutex.lock(); }, [] { registry().mutex.unlock(); }, forget_runs_of_parent);
  });
}

void do_work(Run& run, const std::function<void(Run&)>& work) {
  try {
    work(run);
  } catch (const InvalidInput&) {
    run.failed = std::current_exception();
  } catch (const std::bad_alloc&) {
    run.failed = std::current_exception();
  } catch (...) {  // its text is not ours: it might speak of a record
    run.failed = std::make_exception_ptr(
        std::runtime_error("sotto " SOTTO_VERSION " has met a fault of its own; please report what was asked of it"));
  }
  const std::lock_guard lock(run.mutex);
  run.ended = true;
  run.changed.notify_all();
}

Finished finished_job(Run& run, const JobToRun& job) {
  const std::unique_ptr<Job> made = job.make();
  for (const std::string& warning : made->warnings()) run.say("warning", warning);
  std::optional<JobFolder> folder;
  if (!job.out.empty()) folder.emplace(*made, FolderWish{.out = job.out, .keeps_trials = false}, job.made_by);
  Finished finished{.kind = std::string(name_of(made->kind())), .result = {}, .folder = {}};
  finished.result = made->run({.made_by = job.made_by,
                               .interrupt = run.interrupt,
                               .progress = [&](const JobProgress& now) { run.tell(now); },
                               .remark = [&](const auto& label, const auto& text) { run.say(label, text); },
                               .journal = folder ? folder->journal() : nullptr});
  if (!folder || !finished.result.text) return finished;
  folder->write(finished.result.files());
  finished.folder = folder->target().string();
  if (folder->journal() != nullptr) folder->journal()->remove();
  return finished;
}

/// Waits without the interpreter's lock. Never returns once the interpreter is about to be taken apart.
bool has_ended(Run& run) {
  std::unique_lock lock(run.mutex);
  run.changed.wait_for(lock, between_looks, [&] { return run.ended || registry().closing; });
  while (registry().closing) {
    run.gone = true;
    run.changed.notify_all();
    run.changed.wait(lock, [] { return false; });
  }
  return run.ended;
}

/// What happened to the thread that waits, beside the job.
struct Visitors {
  bool ctrl_c = false;
  std::optional<py::error_already_set> raised;
};

/// With the interpreter's lock: Python handles signals, and hears what the job says.
void look(Run& run, const Listeners& listeners, Visitors& visitors) {
  std::optional<JobProgress> progress;
  std::deque<std::pair<std::string, std::string>> remarks;
  {
    const std::lock_guard lock(run.mutex);
    progress = std::exchange(run.progress, std::nullopt);
    remarks = std::exchange(run.remarks, {});
  }
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (visitors.ctrl_c || visitors.raised) return;  // it is ending: nobody listens any more
    if (!listeners.remark.is_none())
      for (const auto& [label, text] : remarks) listeners.remark(label, text);
    if (progress && !listeners.progress.is_none()) listeners.progress(progress->done, progress->wanted, progress->unit);
  } catch (py::error_already_set& error) {
    if (::getpid() != run.process) throw;
    run.interrupt = true;
    if (error.matches(PyExc_KeyboardInterrupt))
      visitors.ctrl_c = true;
    else if (!visitors.raised)
      visitors.raised.emplace(std::move(error));
  }
  if (::getpid() != run.process)
    throw std::runtime_error("a run does not go on in a forked process: its threads are those of the parent");
}

/// A run that is known while its threads are under way.
class KnownRun {
 public:
  explicit KnownRun(const std::function<void(Run&)>& work) : run_(std::make_shared<Run>()) {
    if (registry().closing) throw std::runtime_error("no job begins while the interpreter ends");
    watch_forks();
    const std::lock_guard lock(registry().mutex);
    registry().runs.push_back(run_);
    try {
      run_->thread = std::thread([&run = *run_, work] { do_work(run, work); });
    } catch (...) {
      registry().runs.pop_back();
      throw;
    }
  }
  ~KnownRun() {
    if (::getpid() != run_->process) return;
    run_->is_gone();
    const std::lock_guard lock(registry().mutex);
    registry().runs.remove(run_);
  }
  KnownRun(const KnownRun&) = delete;
  KnownRun& operator=(const KnownRun&) = delete;

  Run& operator*() const { return *run_; }

 private:
  std::shared_ptr<Run> run_;
};

/// Waits until the work has ended.
void wait_for(Run& run, const Listeners& listeners, Visitors& visitors) {
  PyThreadState* released = PyEval_SaveThread();
  while (!has_ended(run)) {
    PyEval_RestoreThread(released);
    look(run, listeners, visitors);
    released = PyEval_SaveThread();
  }
  run.thread.join();
  PyEval_RestoreThread(released);
  look(run, listeners, visitors);
}

void raise_ctrl_c(const std::string& text) {
  PyErr_SetString(PyExc_KeyboardInterrupt, text.c_str());
  throw py::error_already_set();
}

}  // namespace

Finished run_apart(JobToRun job, const Listeners& listeners) {
  Finished finished;
  Visitors visitors;
  const KnownRun run([&finished, job = std::move(job)](Run& here) { finished = finished_job(here, job); });
  wait_for(*run, listeners, visitors);
  if (visitors.raised) throw std::move(*visitors.raised);
  if ((*run).failed) std::rethrow_exception((*run).failed);
  if (visitors.ctrl_c && !finished.result.text) raise_ctrl_c(finished.result.interrupted);
  return finished;
}

void work_apart(const std::function<void()>& work) {
  Visitors visitors;
  const KnownRun run([&work](Run&) { work(); });
  wait_for(*run, {.progress = py::none(), .remark = py::none()}, visitors);
  if (visitors.raised) throw std::move(*visitors.raised);
  if ((*run).failed) std::rethrow_exception((*run).failed);
  if (visitors.ctrl_c) raise_ctrl_c("");
}

struct RunHere::Known {
  std::shared_ptr<Run> run = std::make_shared<Run>();
};

RunHere::RunHere() : known_(std::make_unique<Known>()) {
  if (registry().closing) throw std::runtime_error("no job begins while the interpreter ends");
  watch_forks();
  known_->run->ended = true;  // no thread is behind it
  const std::lock_guard lock(registry().mutex);
  registry().runs.push_back(known_->run);
}

RunHere::~RunHere() {
  known_->run->is_gone();
  const std::lock_guard lock(registry().mutex);
  registry().runs.remove(known_->run);
}

const std::atomic<bool>& RunHere::interrupt() const {
  return known_->run->interrupt;
}

void end_all_runs() {
  const py::gil_scoped_release released;
  registry().closing = true;
  std::list<std::shared_ptr<Run>> runs;
  {
    const std::lock_guard lock(registry().mutex);
    runs = registry().runs;
  }
  for (const std::shared_ptr<Run>& run : runs) run->interrupt = true;
  for (const std::shared_ptr<Run>& run : runs) {
    std::unique_lock lock(run->mutex);
    run->changed.notify_all();
    run->changed.wait_for(lock, longest_farewell, [&] { return run->ended && run->gone; });
  }
}

}  // namespace sotto::python
