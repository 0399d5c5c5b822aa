// SPDX-License-Identifier: MIT
// What a party promises by signing, in plain words.
#pragma once

#include <string>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/store/ledger.hpp"

namespace sotto {

struct RunCost {
  bool already_debited;
  LedgerUnits units;
  Balance before;  ///< of the party's dataset
};

/// "Someone who hears every message of this run learns at most ... about any one record; left after it: ..."
std::string privacy_statement(const Manifest& manifest, NodeId party, const RunCost& cost);

}  // namespace sotto
