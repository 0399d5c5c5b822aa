// SPDX-License-Identifier: MIT
// "Did you mean ...?": the known name that a misspelt one most likely stands for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sotto {

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The nearest known name, if it is close: one slip in three letters. A dotted name is also found by its last part
/// ("epsilon" -> "privacy.epsilon") or in another section. Neither case counts nor - against _.
std::optional<std::string> nearest_name(const std::string& name, const std::vector<std::string>& known);

/// "; did you mean privacy.epsilon?", or nothing.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

}  // namespace sotto
