// SPDX-License-Identifier: MIT
// The JSON schemas of what --json answers: the files of schemas/, which the program carries.
#pragma once

#include <span>
#include <string_view>

namespace sotto::app {

struct AnswerSchema {
  std::string_view name;  ///< "run"
  std::string_view text;
};
std::span<const AnswerSchema> answer_schemas();

}  // namespace sotto::app
