// SPDX-License-Identifier: MIT
// The section [advice] of a configuration: what `sotto plan --advise` looks at, and what it and dry runs assume of
// records that they never read. A manifest may hold it.
#pragma once

#include <cstdint>
#include <string>

#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/privacy/schedule.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct AdviceSettings : RecordAssumptions {
  std::uint32_t trials;  ///< of each candidate; 0: as many as can be afforded
  Round most_rounds;     ///< the largest T that is tried, besides the configured one
};

/// Records in files are simulated row by row, drawn ones many trials at once: fewer rounds are tried there. Faults stay
/// with the reader.
AdviceSettings read_advice(Reader& reader, bool on_files);
std::string advice_toml(AdviceSettings advice);
DocumentedSection advice_document();

}  // namespace sotto
