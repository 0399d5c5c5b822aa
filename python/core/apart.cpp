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
constexpr auto longest_work = std::chrono::seconds(10);  // when the interpreter ends
constexpr auto longest_call = std::chrono::seconds(1);   // of a function of Python, after that
constexpr const char* too_late = "no job begins while the interpreter ends";
constexpr const char* in_a_child = "a run does not go on in a forked process: its threads are those of the parent";

[[noreturn]] void park() {
  for (;;) ::pause();
}

/// A thread that asks for the interpreter's lock after the interpreter's end is unwound by force.
class ParkedIfUnwound {
 public:
  ParkedIfUnwound() = default;
  ~ParkedIfUnwound() {
    if (!returned_) park();
  }
  ParkedIfUnwound(const ParkedIfUnwound&) = delete;
  ParkedIfUnwound& operator=(const ParkedIfUnwound&) = delete;
  void has_returned() { returned_ = true; }

 private:
  bool returned_ = false;
};

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
  std::atomic<bool> closing{false};  ///< set under the mutex: no run is added after that

  void add(const std::shared_ptr<Run>& run) {
    const std::lock_guard lock(mutex);
    if (closing) throw std::runtime_error(too_late);
    runs.push_back(run);
  }
  void remove(const std::shared_ptr<Run>& run) {
    const std::lock_guard lock(mutex);
    runs.remove(run);
  }
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
  if (!registry().closing) return run.ended;
  run.gone = true;
  run.changed.notify_all();
  lock.unlock();
  park();
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
      for (const auto& [label, text] : remarks) call_python(listeners.remark, py::make_tuple(label, text));
    if (progress && !listeners.progress.is_none())
      call_python(listeners.progress, py::make_tuple(progress->done, progress->wanted, progress->unit));
  } catch (py::error_already_set& error) {
    if (::getpid() != run.process) throw;
    run.interrupt = true;
    if (error.matches(PyExc_KeyboardInterrupt))
      visitors.ctrl_c = true;
    else if (!visitors.raised)
      visitors.raised.emplace(std::move(error));
  }
  if (::getpid() != run.process) throw std::runtime_error(in_a_child);
}

/// A run that is known while its threads are under way.
class KnownRun {
 public:
  explicit KnownRun(const std::function<void(Run&)>& work) : run_(std::make_shared<Run>()) {
    watch_forks();
    registry().add(run_);
    try {
      run_->thread = std::thread([&run = *run_, work] { do_work(run, work); });
    } catch (...) {
      run_->ended = true;
      leave();
      throw;
    }
  }
  ~KnownRun() {
    if (::getpid() == run_->process) leave();
  }
  KnownRun(const KnownRun&) = delete;
  KnownRun& operator=(const KnownRun&) = delete;

  Run& operator*() const { return *run_; }

 private:
  void leave() {
    run_->is_gone();
    registry().remove(run_);
  }

  std::shared_ptr<Run> run_;
};

void take_lock(PyThreadState* released) {
  ParkedIfUnwound here;
  PyEval_RestoreThread(released);
  here.has_returned();
}

/// Waits until the work has ended.
void wait_for(Run& run, const Listeners& listeners, Visitors& visitors) {
  PyThreadState* released = PyEval_SaveThread();
  while (!has_ended(run)) {
    take_lock(released);
    look(run, listeners, visitors);
    released = PyEval_SaveThread();
  }
  run.thread.join();
  take_lock(released);
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

void work_apart(const std::function<void(const std::atomic<bool>& interrupt)>& work) {
  Visitors visitors;
  const KnownRun run([&work](Run& here) { work(here.interrupt); });
  wait_for(*run, {.progress = py::none(), .remark = py::none()}, visitors);
  if (visitors.raised) throw std::move(*visitors.raised);
  if ((*run).failed) std::rethrow_exception((*run).failed);
  if (visitors.ctrl_c) raise_ctrl_c("");
}

py::object call_python(const py::object& function, const py::tuple& arguments) {
  ParkedIfUnwound here;  // the innermost frame of C++: those around it hold objects of Python
  PyObject* const result = PyObject_CallObject(function.ptr(), arguments.ptr());
  here.has_returned();
  if (result == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

RunHere::RunHere() : run_(std::make_shared<Run>()) {
  watch_forks();
  run_->ended = true;  // no thread is behind it
  registry().add(run_);
}

RunHere::~RunHere() {
  if (::getpid() != run_->process) return;
  run_->is_gone();
  registry().remove(run_);
}

const std::atomic<bool>& RunHere::interrupt() const {
  return run_->interrupt;
}

py::object RunHere::call(const py::object& function, const py::tuple& arguments) const {
  py::object result = call_python(function, arguments);
  if (::getpid() != run_->process) throw std::runtime_error(in_a_child);
  return result;
}

void end_all_runs() {
  const py::gil_scoped_release released;
  std::list<std::shared_ptr<Run>> runs;
  {
    const std::lock_guard lock(registry().mutex);
    registry().closing = true;
    runs = registry().runs;
  }
  for (const std::shared_ptr<Run>& run : runs) run->interrupt = true;
  for (const std::shared_ptr<Run>& run : runs) {
    std::unique_lock lock(run->mutex);
    run->changed.notify_all();
    run->changed.wait_for(lock, longest_work, [&] { return run->ended; });
    run->changed.wait_for(lock, longest_call, [&] { return run->gone; });
  }
}

}  // namespace sotto::python
