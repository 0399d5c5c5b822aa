// SPDX-License-Identifier: MIT
// The records of one party, as its manifest declares them: its own file, or rows that nobody has for a dry run.
#pragma once

#include <memory>
#include <string>

#include "sotto/agreement/agreement.hpp"
#include "sotto/data/dataset/dataset.hpp"
#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

/// Where a party keeps its records.
struct OwnFiles {
  std::string rows;
  std::string labels;
};

/// Reads these files and no others. Throws InvalidInput (data) where they are not what was declared.
std::unique_ptr<Objective> objective_of_party(const Agreement& agreement, NodeId node, const OwnFiles& files,
                                              RowCounts& counts);

/// On drawn rows of the declared number: the objective that real records would have. No file is opened.
std::unique_ptr<Objective> drawn_objective_of_party(const Manifest& manifest, NodeId node);

}  // namespace sotto
