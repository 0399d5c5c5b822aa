// SPDX-License-Identifier: MIT
// The [advice] section of a configuration: what `sotto plan --advise` looks at, and what it assumes of records that it
// never reads.
#pragma once

#include <cstdint>

#include "sotto/privacy/schedule.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// Of records that are drawn from what is declared of them.
struct RecordAssumptions {
  double signal;          ///< spread of the margins that labels follow from
  double density;         ///< share of a sparse row's columns that are not 0
  std::uint64_t numbers;  ///< at most so many coordinates, each counted once for each class, are simulated
};

struct AdviceSettings : RecordAssumptions {
  std::uint32_t trials;  ///< of each candidate; 0: as many as can be afforded
  Round most_rounds;     ///< the largest T that is tried, besides the configured one
};

/// Records in files are simulated row by row, drawn ones many trials at once: fewer rounds are tried there. Faults stay
/// with the reader.
AdviceSettings read_advice(Reader& reader, bool on_files);

}  // namespace sotto
