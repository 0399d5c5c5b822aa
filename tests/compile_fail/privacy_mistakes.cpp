// SPDX-License-Identifier: MIT
// Privacy mistakes that must not compile. Each case is compiled alone; MISTAKE 0 is the same code without one.
#include "sotto/consensus/node.hpp"
#include "sotto/federation/wire/round_message.hpp"
#include "sotto/simulation/engine/eavesdropper.hpp"

#ifndef MISTAKE
#error "define MISTAKE"
#endif

namespace sotto {

/// A "set" that smuggles a raw estimate through a projection.
struct Smuggler {
  std::vector<double> raw;
};
inline void project(const Smuggler& from, std::span<double> to) {
  to[0] = from.raw[0];
}

void sound(Node& node, [[maybe_unused]] const Plan& plan, [[maybe_unused]] NoiseSource& noise, Eavesdropper& world,
           Released& next) {
  const std::vector<double> raw_estimate(3, 1.0);
  const std::vector<const Released*> heard{&next};
  node.round(heard, next);
  Masked residue(3);
  const Roster roster(2);
  const std::string bytes = RoundMessage::bytes_of_sum(next);
  const std::vector<const Masked*> residues{&residue, &residue};
  node.round(Released::mean_of(residues, roster), residue);
  world.hear(1, std::span<const Released>(&next, 1));

#if MISTAKE == 1  // a raw estimate becomes a message
  next = raw_estimate;
#elif MISTAKE == 2   // a message is made from raw numbers
  const Released message(raw_estimate);
#elif MISTAKE == 3   // a raw estimate is broadcast
  world.hear(1, std::span<const std::vector<double>>(&raw_estimate, 1));
#elif MISTAKE == 4   // a neighbour's raw estimate is mixed
  const std::vector<const std::vector<double>*> raw_heard{&raw_estimate};
  node.round(raw_heard, next);
#elif MISTAKE == 5   // noise is added outside a node, where nobody counts how often
  next.become_noisy(raw_estimate, plan.noise_scale(1), noise, {.node = 0, .round = 1});
#elif MISTAKE == 6   // a noise scale that no accountant has seen
  const NoiseScale scale(1e-9);
#elif MISTAKE == 7   // a plan without make_plan
  const Plan own(PlanRequest{plan.request()});
#elif MISTAKE == 8   // the private estimate is looked at
  const std::vector<double> x = node.estimate_;
#elif MISTAKE == 9   // a message is overwritten in place
  next.values()[0] = raw_estimate[0];
#elif MISTAKE == 10  // the paper's printed hand-over: y_i(T+1) = x_i(T)
  next.become_mixture(std::vector<double>{1.0}, std::vector<const std::vector<double>*>{&raw_estimate});
#elif MISTAKE == 11  // a set that nobody has declared public
  next.project_onto(Smuggler{raw_estimate});
#elif MISTAKE == 12  // a node is copied, and with it the count of its rounds
  Node copy = node;
#elif MISTAKE == 13  // raw numbers pass as weights
  next.become_mixture(raw_estimate, heard);
#elif MISTAKE == 14  // Stage II goes on from a raw estimate
  next.extrapolate_from(raw_estimate, 2.0);
#elif MISTAKE == 15  // a message is moved by a number that is not public
  next.extrapolate_from(next, raw_estimate[0]);
#elif MISTAKE == 16  // one member's residue becomes a message
  next = residue;
#elif MISTAKE == 17  // a message is made of one residue
  const Released message(residue);
#elif MISTAKE == 18  // a residue is heard as a message
  world.hear(1, std::span<const Masked>(&residue, 1));
#elif MISTAKE == 19  // a residue is mixed as a message
  const std::vector<const Masked*> masked_heard{&residue};
  node.round(masked_heard, next);
#elif MISTAKE == 20  // what lies under the masks is looked at
  const std::vector<double> bare = residue.simulated_;
#elif MISTAKE == 21  // a residue is made outside a node, where nobody counts how often
  residue.become_simulated(raw_estimate, plan.noise_scale(1), noise, {.node = 0, .round = 1});
#elif MISTAKE == 22  // messages are added up as if they were residues
  next = Released::mean_of(heard, roster);
#elif MISTAKE == 23  // a message is moved towards another one outside a node
  next.add_scaled(2.0, next);
#elif MISTAKE == 24  // a residue is made up outside an audit
  residue.residues_.assign(3, 0);
#elif MISTAKE == 25  // a residue is overwritten in place
  residue.residues()[0] = 0;
#elif MISTAKE == 26  // a residue passes for that of another member
  residue.at_.node = 1;
#elif MISTAKE == 27  // bytes that nobody has signed become a message
  next = *RoundMessage::sum_from(bytes, 3);
#endif
}

}  // namespace sotto
