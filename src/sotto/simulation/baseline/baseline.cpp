// SPDX-License-Identifier: MIT
// The methods by name.
#include "sotto/simulation/baseline/baseline.hpp"

#include <algorithm>
#include <array>

#include "sotto/simulation/baseline/methods.hpp"

namespace sotto {
namespace {

constexpr std::array kinds{BaselineKind{.name = "no_privacy",
                                        .title = "no privacy (same steps, no noise)",
                                        .source = "Nedic, Ozdaglar 2009",
                                        .protection = Protection::none,
                                        .iterates = false,
                                        .accelerates = true,
                                        .make = make_no_privacy},
                           BaselineKind{.name = "node_alone",
                                        .title = "each node alone (no noise needed)",
                                        .source = "folklore",
                                        .protection = Protection::none,
                                        .iterates = false,
                                        .make = make_node_alone},
                           BaselineKind{.name = "node_alone_private",
                                        .title = "each node alone, published with noise",
                                        .source = "Chaudhuri, Monteleoni, Sarwate 2011 (output perturbation)",
                                        .protection = Protection::promise,
                                        .iterates = false,
                                        .accelerates = true,
                                        .make = make_node_alone_private},
                           BaselineKind{.name = "curator",
                                        .title = "trusted curator, same (eps, delta)",
                                        .source = "Dwork, Roth 2014 (Gaussian mechanism)",
                                        .protection = Protection::promise,
                                        .iterates = false,
                                        .accelerates = true,
                                        .make = make_curator},
                           BaselineKind{.name = "one_shot",
                                        .title = "one shot of noise, then consensus",
                                        .source = "Chaudhuri, Monteleoni, Sarwate 2011 (output perturbation)",
                                        .protection = Protection::promise,
                                        .iterates = false,
                                        .make = make_one_shot},
                           BaselineKind{.name = "huang_mitra_vaidya",
                                        .title = "Huang, Mitra, Vaidya (pure epsilon)",
                                        .source = "Huang, Mitra, Vaidya 2015",
                                        .protection = Protection::pure_epsilon,
                                        .iterates = true,
                                        .make = make_huang_mitra_vaidya},
                           BaselineKind{.name = "gossip_pairs",
                                        .title = "Gaussian pairs on edges, against one colluder",
                                        .source = "Allouah, Koloskova, El Firdoussi, Jaggi, Guerraoui 2024 (DECOR)",
                                        .protection = Protection::promise,
                                        .iterates = true,
                                        .make = make_gossip_pairs},
                           BaselineKind{.name = "extra",
                                        .title = "EXTRA, same noise (no promise)",
                                        .source = "Shi, Ling, Wu, Yin 2015",
                                        .protection = Protection::noise_without_promise,
                                        .iterates = true,
                                        .make = make_extra},
                           BaselineKind{.name = "gradient_tracking",
                                        .title = "gradient tracking, same noise (no promise)",
                                        .source = "Nedic, Olshevsky, Shi 2017",
                                        .protection = Protection::noise_without_promise,
                                        .iterates = true,
                                        .make = make_gradient_tracking},
                           BaselineKind{.name = "printed_hand_over_non_private",
                                        .title = "the loop as printed (NOT PRIVATE)",
                                        .source = "Showkatbakhsh, Karakus, Diggavi, Algorithm 1 in print (erratum E1)",
                                        .protection = Protection::none,
                                        .iterates = true,
                                        .make = make_printed_hand_over_non_private}};

}  // namespace

std::span<const BaselineKind> all_baselines() {
  return kinds;
}

const BaselineKind* baseline_named(std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const BaselineKind& k) { return k.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace sotto
