// SPDX-License-Identifier: MIT
#include "child_processes.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "sotto/input/invalid_input.hpp"

extern char** environ;

namespace sotto::app {
namespace {

std::optional<int> status_of(int waited) {
  return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, const Outputs& outputs) {
  std::vector<char*> arguments;
  std::string program = "sotto";
  arguments.push_back(program.data());
  std::vector<std::string> own = words;
  for (std::string& word : own) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int flags = O_WRONLY | O_CREAT | O_APPEND;
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, outputs.out.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&files, 2, outputs.err.c_str(), flags, 0600);
  const int error = posix_spawn(&pid_, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    pid_ = -1;
    throw InvalidInput({"process", words.front(), std::string("cannot be started: ") + std::strerror(error)},
                       FaultKind::store);
  }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}

ChildProcess::~ChildProcess() {
  if (pid_ < 0 || status_) return;
  ask_to_end();
  int waited = 0;
  ::waitpid(pid_, &waited, 0);
}

std::optional<int> ChildProcess::status() {
  int waited = 0;
  if (!status_ && ::waitpid(pid_, &waited, WNOHANG) == pid_) status_ = status_of(waited);
  return status_;
}

void ChildProcess::ask_to_end() {
  if (!status()) ::kill(pid_, SIGTERM);
}

}  // namespace sotto::app
