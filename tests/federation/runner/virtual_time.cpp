// SPDX-License-Identifier: MIT
#include "federation/runner/virtual_time.hpp"

namespace sotto::test {

bool VirtualTime::step(Time end) {
  if (calls_.empty() || calls_.begin()->first > end) {
    now_ = end;
    return false;
  }
  now_ = calls_.begin()->first;
  const Timeline::Call call = std::move(calls_.begin()->second);
  calls_.erase(calls_.begin());
  call();
  return true;
}

void VirtualTimeline::at(Time time, Call call) {
  time_.at(time, [process = process_, call = std::move(call)] {
    if (!process->runs) return;
    try {
      call();
    } catch (...) {
      process->thrown = std::current_exception();
      process->runs = false;
    }
  });
}

void VirtualTimeline::compute(Call job, Call done) {
  after(std::chrono::milliseconds(1), [this, job = std::move(job), done = std::move(done)] {
    job();
    soon(done);
  });
}

}  // namespace sotto::test
