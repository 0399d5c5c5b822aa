// SPDX-License-Identifier: MIT
// The terms of an agreement: the public sections of a configuration, which a manifest holds too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/agreement/algorithm_settings.hpp"
#include "sotto/agreement/data_settings.hpp"
#include "sotto/agreement/graph_settings.hpp"
#include "sotto/agreement/privacy_settings.hpp"
#include "sotto/agreement/problem_settings.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct Terms {
  std::optional<DataSettings> data;  ///< nothing: records are drawn
  ProblemSettings problem;
  GraphSettings graph;
  PrivacySettings privacy;
  AlgorithmSettings algorithm;
};

/// Faults stay with the reader.
Terms read_terms(Reader& reader, FilesLie where);

/// TOML that reads back the same.
std::string to_toml(const Terms& terms);

/// What each section may hold, in the order of the sample that `sotto init` prints.
std::vector<DocumentedSection> documents_of_terms();

/// The field [run] seed, which draws a random graph: simulations and manifests share it.
template <class Visitor>
void seed_field(Visitor& v, std::uint64_t& seed) {
  v.seed("seed", seed, 1,
         {.says = "a seeded run is a SIMULATION: whoever knows the seed can subtract the noise", .set = true});
}
std::uint64_t read_seed(Reader& reader);
std::string seed_toml(std::uint64_t seed);  ///< a section [run] of this key alone

}  // namespace sotto
