// SPDX-License-Identifier: MIT
// Several trials of a plan by the Monte Carlo engine: what run_trial gives for each of them.
#pragma once

#include "sotto/experiment/trial.hpp"

namespace sotto {

/// The inputs differ in trial, records and weights only, and their trials follow each other. Empty when it was
/// interrupted.
std::vector<TrialResult> run_trials_at_once(std::span<const TrialInput> inputs, const std::atomic<bool>& interrupt);

/// Errors of the same rounds without noise (the baseline no_privacy). Empty when it was interrupted.
std::vector<double> no_privacy_at_once(std::span<const TrialInput> inputs, const std::atomic<bool>& interrupt);

}  // namespace sotto
