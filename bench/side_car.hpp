// SPDX-License-Identifier: MIT
// A process beside this one that answers a line with a number.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace sotto::bench {

class SideCar {
 public:
  /// Throws std::runtime_error when no process can be made. A program that does not start shows at the first question.
  explicit SideCar(const std::vector<std::string>& words);
  ~SideCar();
  SideCar(const SideCar&) = delete;
  SideCar& operator=(const SideCar&) = delete;

  /// Throws std::runtime_error unless a number above 0 comes back.
  double ask(const std::string& question);

 private:
  pid_t process_;
  std::FILE* questions_;
  std::FILE* answers_;
};

}  // namespace sotto::bench
