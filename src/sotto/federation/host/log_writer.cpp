// SPDX-License-Identifier: MIT
#include "sotto/federation/host/log_writer.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace sotto {
namespace {

/// Whether all of it was written. May take for ever.
bool write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (count < 0 && errno == EAGAIN) {
      pollfd one{.fd = descriptor, .events = POLLOUT, .revents = 0};
      ::poll(&one, 1, 1000);
    } else if (count == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

struct LogWriter::Shared {
  explicit Shared(Setup given) : setup(std::move(given)) {}

  /// The next text; empty when there will be none.
  std::string next() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return closing || !waiting.empty(); });
    if (waiting.empty()) return "";
    std::string text = std::move(waiting.front());
    waiting.pop_front();
    return text;
  }

  void written(std::size_t bytes, bool whole) {
    const std::lock_guard lock(mutex);
    bytes_waiting -= bytes;
    if (!whole) ++lost;
    if (whole && lost > lost_told) {
      std::string text = setup.lost_lines(lost - lost_told);
      lost_told = lost;
      bytes_waiting += text.size();
      waiting.push_front(std::move(text));
    }
    changed.notify_all();
  }

  void run() {
    for (std::string text = next(); !text.empty(); text = next())
      written(text.size(), write_all(setup.descriptor, text));
  }

  Setup setup;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> waiting;
  std::size_t bytes_waiting = 0;  // with what is being written
  std::uint64_t lost = 0, lost_told = 0;
  bool closing = false;
};

LogWriter::LogWriter(Setup setup) : shared_(std::make_shared<Shared>(std::move(setup))) {
  std::thread([shared = shared_] { shared->run(); }).detach();
}

LogWriter::~LogWriter() {
  std::unique_lock lock(shared_->mutex);
  shared_->closing = true;
  shared_->changed.notify_all();
  shared_->changed.wait_for(lock, std::chrono::seconds(1), [&] { return shared_->bytes_waiting == 0; });
}

void LogWriter::write(std::string text) {
  if (text.empty()) return;
  const std::lock_guard lock(shared_->mutex);
  if (shared_->bytes_waiting + text.size() > shared_->setup.most_bytes) {
    ++shared_->lost;
    return;
  }
  shared_->bytes_waiting += text.size();
  shared_->waiting.push_back(std::move(text));
  shared_->changed.notify_all();
}

std::uint64_t LogWriter::lost() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->lost;
}

}  // namespace sotto
