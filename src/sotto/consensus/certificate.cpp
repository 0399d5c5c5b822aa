// SPDX-License-Identifier: MIT
// What a plan promises.
#include "sotto/consensus/certificate.hpp"

#include <algorithm>

namespace sotto {
namespace {

std::string helpers_of(const PlanRequest& request) {
  const MaskedSums* sums = masked_sums(request.mechanism);
  if (sums == nullptr) return "";
  return ", together with up to " + std::to_string(sums->colluders) + " of the other " +
         std::to_string(sums->members - 1) + " members fixed in advance,";
}

std::string all_others_of(const Plan& plan) {
  if (!plan.is_masked()) return "";
  return ", and all other members together learn at most epsilon = " +
         show(epsilon_of(plan.request().accountant, plan, Threat::all_others())) + " at the same delta";
}

std::string statement_of(const Plan& plan, const std::string& whose) {
  const PlanRequest& request = plan.request();
  const auto& [epsilon, delta, adjacency] = request.budget;
  const std::string meant =
      request.lattice ? "" : "In real numbers, not in the doubles that a simulation computes with: ";
  return meant + (meant.empty() ? "Whoever" : "whoever") + " hears every message of the run of " + whose +
         helpers_of(request) + " learns at most (epsilon = " + show(epsilon) + ", delta = " + show(delta) +
         ") about any one of its records" + all_others_of(plan) + ": the messages are (epsilon, delta)-" +
         "differentially private, " + std::string(name_of(adjacency)) + " adjacency, by the accountant \"" +
         std::string(name_of(request.accountant)) + "\".";
}

std::string adjacency_text(Adjacency adjacency) {
  return adjacency == Adjacency::replace_one
             ? "neighbouring datasets differ in the value of one record; the number of records is public"
             : "neighbouring datasets differ by one record; no public number may depend on how many there are";
}

/// The noise of a node does not depend on others, so it holds off all of them together.
std::vector<std::string> held_off_by(const Independent&) {
  return {"someone who hears every message on every link, in every round",
          "all other nodes together, with messages chosen as they please",
          "someone who knows all other records and all public settings"};
}

std::vector<std::string> held_off_by(const MaskedSums& sums) {
  const std::string q = std::to_string(sums.colluders);
  return {"someone who hears every message on every link, in every round",
          "together with up to " + q + (sums.colluders == 1 ? " other member" : " other members") +
              ", fixed in advance, who collude, leave out their noise or leak " +
              "their keys, and say what they please",
          "all other members together, at the second and larger epsilon",
          "someone who knows all other records and all public settings"};
}

/// What the promise of masked sums rests on, beside what every promise does.
std::vector<std::string> conditions_of(const MaskedSums& sums) {
  return {
      "at least " + std::to_string(sums.members - sums.colluders) +
          " members draw their own noise as planned: " + "unlike independent noise, the promise rests on others",
      "masks are known to their pair of members alone; between nodes that is computational (X25519, HKDF-SHA-256, " +
          std::string("ChaCha20), and a later theft of keys leaves the second epsilon"),
      "a sum is made of one residue of every member, and no residue is drawn twice for a round; " +
          std::to_string(sums.spare_rounds) + " spare round" + (sums.spare_rounds == 1 ? " is" : "s are") +
          " paid for, to repeat a round without a lost member; the others then draw noise that is planned for one "
          "member fewer"};
}

/// By how much the integers' sensitivity lies above that of real numbers, in the round where it does so most.
double lattice_overhead(const Plan& plan) {
  double most = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const double real = plan.step(t) * plan.request().constants.record_sensitivity;
    most = std::max(most, static_cast<double>(plan.lattice_round(t).sensitivity) * plan.lattice_round(t).grid / real);
  }
  return most - 1;
}

std::vector<Booking> bookings_of(const Plan& plan) {
  const PlanRequest& request = plan.request();
  const double epsilon = request.budget.epsilon, delta = request.budget.delta;
  const Cost cost = plan.total_cost();
  const RoundShares shares = shares_of(plan);
  const auto epsilon_at = [&](const Cost& of, const RoundShares& spread) {
    return epsilon_of(request.accountant, of, delta, spread);
  };
  std::vector<Booking> bookings{
      {"rounds", static_cast<double>(plan.gradient_rounds()), "noisy messages of a node, all of them counted"},
      {"sensitivity", request.constants.record_sensitivity, "what one record can change in a node's gradient"},
      {"alpha", cost.alpha, "cost of the run, sum of sensitivity^2 / noise^2"},
      {"alpha_limit", plan.alpha_limit(), "what the accountant allows"}};
  if (plan.on_lattice()) {
    bookings.push_back({"lattice_sensitivity", lattice_overhead(plan),
                        "relative growth of a round's sensitivity by rounding, at most; paid for in alpha"});
    bookings.push_back({"total_variation", cost.total_variation,
                        "between the discrete noise and a rounded Gaussian, all rounds and coordinates"});
    bookings.push_back({"delta_slack", slack_of(request.accountant, cost, epsilon),
                        "part of delta that pays for it: (1 + e^epsilon) times that; 0 where zCDP is the proof"});
  }
  if (const MaskedSums* sums = masked_sums(request.mechanism)) {
    const Cost all = plan.total_cost(Threat::all_others());
    bookings.push_back(
        {"colluders", static_cast<double>(sums->colluders), "members who may collude, fixed in advance"});
    bookings.push_back({"honest_members", static_cast<double>(sums->members - sums->colluders),
                        "members whose noises hide each other's values"});
    bookings.push_back(
        {"spare_rounds", static_cast<double>(sums->spare_rounds), "rounds beyond those of the algorithm, paid for"});
    bookings.push_back({"alpha_all", all.alpha, "cost of the run against all other members together"});
    bookings.push_back({"epsilon_all", epsilon_of(request.accountant, plan, Threat::all_others()),
                        "epsilon against all other members together, at the same delta"});
    bookings.push_back({"epsilon_all_two_records", epsilon_at(for_records_of_a_person(all, 2), shares),
                        "the same for a person with two records at this node"});
    bookings.push_back({"epsilon_all_two_nodes", epsilon_at(repeated(all, 2), shares.repeated(2)),
                        "the same for a person with a record at each of two such nodes, or after two such runs"});
  }
  bookings.push_back({"delta_exact", delta_of(Accountant::exact, cost, epsilon), "delta at this epsilon, exactly"});
  bookings.push_back({"epsilon_two_records", epsilon_at(for_records_of_a_person(cost, 2), shares),
                      "for a person with two records at this node, at the same delta"});
  if (plan.is_masked()) {  // both records move one sum
    bookings.push_back({"epsilon_two_nodes", epsilon_at(for_records_of_a_person(cost, 2), shares),
                        "for a person with a record at each of two such nodes"});
    bookings.push_back({"epsilon_two_runs", epsilon_at(repeated(cost, 2), shares.repeated(2)), "after two such runs"});
    return bookings;
  }
  bookings.push_back({"epsilon_two_nodes", epsilon_at(repeated(cost, 2), shares.repeated(2)),
                      "for a person with a record at each of two such nodes, or after two such runs"});
  return bookings;
}

}  // namespace

Certificate certificate_of(const Plan& plan, const std::string& whose) {
  const PlanRequest& request = plan.request();
  Certificate certificate{.promise = request.budget,
                          .accountant = request.accountant,
                          .mechanism = request.mechanism,
                          .threat = plan.threat(),
                          .on_lattice = plan.on_lattice(),
                          .statement = statement_of(plan, whose)};
  certificate.held_off = std::visit([](const auto& kind) { return held_off_by(kind); }, request.mechanism);
  certificate.conditions = {
      adjacency_text(request.budget.adjacency),
      "the noise is secret and drawn once a round; the same message goes to every neighbour",
      plan.on_lattice()
          ? "sums, step, projection and noise run in integers; the sensitivity is that of these integers"
          : "real numbers are meant: noise in doubles leaks through its last bits, so this is a simulation"};
  if (const MaskedSums* sums = masked_sums(request.mechanism)) {
    const std::vector<std::string> more = conditions_of(*sums);
    certificate.conditions.insert(certificate.conditions.end(), more.begin(), more.end());
    certificate.epsilon_all = epsilon_of(request.accountant, plan, Threat::all_others());
  }
  certificate.is_public = {"the graph, the weights, the domain, the number of rounds, steps and noise scales",
                           "curvature and sensitivity bounds", "the number of records of every node"};
  if (request.budget.adjacency == Adjacency::add_remove) certificate.is_public.pop_back();
  certificate.bookings = bookings_of(plan);
  certificate.not_covered = {"timing: how long a gradient, or a draw of the sampler, takes",
                             "repeated runs on the same records: alpha and total variation add up",
                             "tuning: every run on the same records counts, those that were thrown away too",
                             "one person with several records, or at several nodes (the bookings show two)",
                             "an operator who lies about records, bounds or noise of the own node",
                             "what the result says about the population, and utility against lying neighbours"};
  return certificate;
}

}  // namespace sotto
