// SPDX-License-Identifier: MIT
// How each method is made; all_baselines() knows them by name.
#pragma once

#include "sotto/simulation/baseline/baseline.hpp"

namespace sotto {

std::unique_ptr<Baseline> make_no_privacy(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_node_alone(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_node_alone_private(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_curator(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_one_shot(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_huang_mitra_vaidya(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_gossip_pairs(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_extra(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_gradient_tracking(const BaselineSetting& setting);
std::unique_ptr<Baseline> make_printed_hand_over_non_private(const BaselineSetting& setting);

}  // namespace sotto
