// SPDX-License-Identifier: MIT
// How a store refuses: the file, what is wrong with it, and nothing of what it holds.
#pragma once

#include <filesystem>
#include <string>

namespace sotto {

/// Throws InvalidInput of the kind `store`, field "state".
[[noreturn]] void refuse_state(const std::filesystem::path& file, const std::string& rule);

}  // namespace sotto
