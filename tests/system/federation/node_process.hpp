// SPDX-License-Identifier: MIT
// A node as a process of the operating system, which can be killed like one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sotto::test {

class NodeProcess {
 public:
  struct Start {
    std::string program;
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> environment = {};
    std::filesystem::path out;
    std::filesystem::path log;  ///< what it writes to stderr; later starts go on in the same file
  };
  explicit NodeProcess(const Start& start);
  ~NodeProcess();  ///< kills it
  NodeProcess(const NodeProcess&) = delete;
  NodeProcess& operator=(const NodeProcess&) = delete;

  void send(int signal);
  void kill_now();  ///< SIGKILL, and waits
  bool is_running();
  pid_t id() const { return pid_; }
  /// The exit status, or 128 + the signal; nothing if it still runs after that long.
  std::optional<int> wait(std::chrono::milliseconds limit);

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace sotto::test
