// SPDX-License-Identifier: MIT
// What a plan promises, to whom, how that was computed and what it does not cover: for people and for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/consensus/plan.hpp"

namespace sotto {

/// One number of the reckoning, with what it is.
struct Booking {
  std::string name;  ///< a word for programs
  double amount;     ///< infinite where no epsilon keeps the delta
  std::string meaning;
};

struct Certificate {
  PrivacyBudget promise;
  Accountant accountant;
  Mechanism mechanism;
  Threat threat;  ///< whom the promise is about
  /// With masked sums: what all other members together are held to, at the same delta. It may be infinite.
  std::optional<double> epsilon_all = std::nullopt;
  bool on_lattice;  ///< only then does it hold for the arithmetic that runs; otherwise it is about real numbers
  std::string statement;
  std::vector<std::string> held_off = {};
  std::vector<std::string> conditions = {};
  std::vector<std::string> is_public = {};
  std::vector<Booking> bookings = {};
  std::vector<std::string> not_covered = {};
};

/// Every plan has one. It may go with a result only if the noise of the run was secret. `whose`: which nodes follow the
/// plan, where some have another.
Certificate certificate_of(const Plan& plan, const std::string& whose = "a node");

}  // namespace sotto
