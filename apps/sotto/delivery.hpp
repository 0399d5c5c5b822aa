// SPDX-License-Identifier: MIT
// Hands over a result: on stdout, and in its folder.
#pragma once

#include <functional>

#include "command.hpp"
#include "sotto/report/run_folder.hpp"

namespace sotto::app {

struct Delivery {
  const Command& command;
  std::string result;                     ///< for stdout
  RunFolder* folder;                      ///< or none
  std::function<void(RunFolder&)> write;  ///< fills and finishes it
};

/// Tries both places even if one fails. False when something could not be stored; why is said on stderr.
bool deliver(const Delivery& delivery);

}  // namespace sotto::app
