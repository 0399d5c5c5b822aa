// SPDX-License-Identifier: MIT
// What a party promises by signing a manifest, in plain words: one fact a sentence.
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/store/ledger.hpp"

namespace sotto::app {

struct RunCost {
  bool already_debited;
  BookedUnits units;
  Balance before;  ///< of the party's dataset
};

std::string signing_statement(const Manifest& manifest, NodeId party, const RunCost& cost);

/// A delta that protects nobody is worth a word before it is signed.
void remark_on_promises(const Manifest& manifest, bool quiet);

/// The epsilon of a party's plan against all other members together.
double epsilon_against_all(const Plan& plan);

/// An epsilon with four digits after the point, never less than it is.
std::string shown_from_above(double epsilon);

/// "north, middle".
std::string with_commas(const std::vector<std::string>& names);

/// "1 spare round", "3 members".
std::string counted(std::uint64_t count, const std::string& what);

/// How masks are made.
inline constexpr const char* masking_suite = "X25519, HKDF-SHA-256, ChaCha20";

}  // namespace sotto::app
