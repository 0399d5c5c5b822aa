// SPDX-License-Identifier: MIT
// A node as a process of the operating system.
#include "system/federation/node_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace sotto::test {
namespace {

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::string(*entry).rfind("TEST_", 0) != 0 && std::string(*entry).rfind("SOTTO_", 0) != 0)
      all.emplace_back(*entry);
  for (const auto& [name, value] : added) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

NodeProcess::NodeProcess(const Start& start) {
  std::vector<std::string> words{start.program};
  words.insert(words.end(), start.words.begin(), start.words.end());
  std::vector<std::string> environment = environment_with(start.environment);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, start.out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, start.log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const int error =
      posix_spawn(&pid_, start.program.c_str(), &files, nullptr, pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error("a node cannot be started");
}

NodeProcess::~NodeProcess() {
  kill_now();
}

void NodeProcess::send(int signal) {
  if (is_running()) ::kill(pid_, signal);
}

void NodeProcess::kill_now() {
  if (!is_running()) return;
  ::kill(pid_, SIGKILL);
  wait(std::chrono::minutes(1));
}

bool NodeProcess::is_running() {
  return !wait(std::chrono::milliseconds(0));
}

std::optional<int> NodeProcess::wait(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!status_) {
    int waited = 0;
    if (::waitpid(pid_, &waited, WNOHANG) == pid_)
      status_ = WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
    else if (std::chrono::steady_clock::now() >= end)
      return std::nullopt;
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status_;
}

}  // namespace sotto::test
