// SPDX-License-Identifier: MIT
// Many runs of the program on marked files, side by side, and what must hold of each.
#pragma once

#include <functional>

#include "system/program.hpp"

namespace sotto::test {

/// Runs each of the command lines, without and with --json. Expects of all of them: the program ends by itself, with an
/// exit code that --help names and that is not 0, and says nothing that is marked.
void expect_no_mark(const Program& sotto, const std::vector<Words>& lines);

/// Expects that no answer depends on whether a file of the given name is there. `line` makes a subject's line with that
/// name, for the first turn, in which there is none, and for the second, in which there is a marked one.
void expect_not_looked_at(const Program& sotto, const Words& subjects,
                          const std::function<Words(std::size_t subject, const std::string& name, int turn)>& line);

}  // namespace sotto::test
