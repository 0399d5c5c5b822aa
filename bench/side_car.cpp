// SPDX-License-Identifier: MIT
// A process beside this one, between two pipes.
#include "side_car.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace sotto::bench {

SideCar::SideCar(const std::vector<std::string>& words) {
  int to[2], from[2];
  if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("no process can be made");
  if (process_ == 0) {
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  questions_ = ::fdopen(to[1], "w");
  answers_ = ::fdopen(from[0], "r");
  std::signal(SIGPIPE, SIG_IGN);  // a process that has ended shows when it is asked
}

SideCar::~SideCar() {
  std::fclose(questions_);  // it reads the end of its questions, and ends
  std::fclose(answers_);
  ::waitpid(process_, nullptr, 0);
}

double SideCar::ask(const std::string& question) {
  double answer = 0;
  if (std::fprintf(questions_, "%s\n", question.c_str()) < 0 || std::fflush(questions_) != 0 ||
      std::fscanf(answers_, "%lf", &answer) != 1 || !(answer > 0))
    throw std::runtime_error("the side-car did not answer '" + question + "' with a number above 0");
  return answer;
}

}  // namespace sotto::bench
