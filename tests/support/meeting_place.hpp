// SPDX-License-Identifier: MIT
// Where threads meet: nobody goes on before everybody has come, and nobody waits for one that will not come.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>

namespace sotto::test {

/// Thrown in ranks that wait for one that will not come.
struct OthersEnded : std::runtime_error {
  OthersEnded() : runtime_error("another rank has ended") {}
};

class MeetingPlace {
 public:
  explicit MeetingPlace(unsigned count) : count_(count) {}

  /// `what` they are about to do must be the same for all.
  void meet(const char* what) {
    std::unique_lock lock(mutex_);
    if (broken_) throw OthersEnded();
    if (here_ > 0 && std::string(what) != what_) {
      break_up(std::make_exception_ptr(std::logic_error("one rank calls " + what_ + ", another one " + what)));
      throw OthersEnded();
    }
    what_ = what;
    const std::uint64_t meeting = meetings_;
    if (++here_ == count_) {
      here_ = 0;
      ++meetings_;
      all_came_.notify_all();
      return;
    }
    if (ended_ > 0) left_alone();
    all_came_.wait(lock, [&] { return broken_ || meetings_ != meeting; });
    if (meetings_ == meeting) throw OthersEnded();
  }

  /// Throws where nobody will come any more.
  void look() {
    const std::lock_guard lock(mutex_);
    if (broken_) throw OthersEnded();
  }

  /// A rank has ended, with its fault if it has one.
  void end(const std::exception_ptr& fault) {
    const std::lock_guard lock(mutex_);
    ++ended_;
    if (fault) break_up(fault);
    if (here_ > 0) left_alone();
  }

  void rethrow_first_fault() const {
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void left_alone() {
    break_up(std::make_exception_ptr(std::logic_error("a rank ended while others wait for it in " + what_)));
  }
  void break_up(const std::exception_ptr& fault) {
    if (!broken_) fault_ = fault;
    broken_ = true;
    all_came_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable all_came_;
  const unsigned count_;
  unsigned here_ = 0, ended_ = 0;
  std::uint64_t meetings_ = 0;
  std::string what_;
  bool broken_ = false;
  std::exception_ptr fault_;
};

}  // namespace sotto::test
