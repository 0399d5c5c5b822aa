// SPDX-License-Identifier: MIT
// Questions that are answered without a run: what a cost promises, and a plan from a problem's constants alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/privacy/account.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto {

/// A cost, by one of its names, by what an accountant allows, or of a configuration's plan; and how often it is paid.
struct AccountQuestion {
  std::optional<Configuration> configuration;
  std::optional<double> alpha;  ///< from alpha, mu or rho
  std::optional<Accountant> accountant;
  std::optional<double> epsilon, delta;
  std::uint64_t rounds, runs, records, nodes;
  double total_variation;
  std::optional<NodeId> node;  ///< of a configuration whose nodes differ
};

enum class AskedOf { numbers, configuration };

/// Reads the keys account.*, and those of a configuration where it is asked of one. Faults stay with the reader;
/// `one_of` says what to give where it is not exactly one of the ways to name a cost.
AccountQuestion read_account_question(Reader& reader, AskedOf asked_of, const char* one_of);

/// What a person pays: the cost of a run, grown by records, nodes and runs. The threat is that of the promise unless
/// another is named.
AccountQuery query_of(const AccountQuestion& question, std::optional<Threat> threat = std::nullopt);

struct AccountAnswer {
  Account account;
  std::optional<Account> all_others;  ///< of masked sums, against all other members together
};
AccountAnswer answer(const AccountQuestion& question);

/// The constants of a problem, which a plan without a configuration needs: plan.sensitivity, ...
std::vector<std::string> keys_of_constants();
/// Those, and the keys of [privacy] and [algorithm].
std::vector<std::string> keys_of_plan_from_numbers();
/// Without a configuration there is no problem to take the constants from: they must be given.
Plan plan_from_numbers(const Settings& given);
/// With one they follow from the problem. `where` is its name.
void refuse_constants(const Settings& given, const std::string& where);

}  // namespace sotto
