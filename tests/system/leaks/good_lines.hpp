// SPDX-License-Identifier: MIT
// A command line for every command that would do its work, in which one word can be replaced.
#pragma once

#include <map>

#include "system/leaks/program_options.hpp"

namespace sotto::test {

/// A folder with all that the commands need: configurations, records, a model, results, two sites and manifests that
/// both have signed.
class ProgramWithEverything : public Program {
 public:
  ProgramWithEverything();

 private:
  void make_sites() const;
  std::string manifest_of(const Words& sites, const std::string& more_of_privacy) const;
  void make_manifests() const;
};

/// The words of the option's command with `word` in the option's place; all else is as it should be. Nothing for a
/// command that has no line yet.
Words line_with(const ProgramOption& option, const std::string& word);
bool has_a_line(const Words& command);

}  // namespace sotto::test
