// SPDX-License-Identifier: MIT
// Scripts by which a shell completes commands and options. Where an option takes a file, the shell completes files.
#pragma once

#include <string>
#include <vector>

#include "command_tree.hpp"

namespace sotto::app {

std::string bash_completion(const std::vector<CommandText>& tree);
std::string zsh_completion(const std::vector<CommandText>& tree);
std::string fish_completion(const std::vector<CommandText>& tree);

}  // namespace sotto::app
