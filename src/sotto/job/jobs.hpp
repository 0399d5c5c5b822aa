// SPDX-License-Identifier: MIT
// All jobs, by what they are made of. Making one checks what a configuration alone can show; running it may still
// refuse. Nothing is written yet.
#pragma once

#include <filesystem>

#include "sotto/job/job.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/sweep_points.hpp"

namespace sotto {

/// A configuration over trials, beside the baselines. Its records lie in files, in memory, or are drawn. The folder of
/// a run on rows in memory names files that were not read: `sotto verify` looks for them.
std::unique_ptr<Job> run_job(const Scenario& scenario, const std::string& name);

/// The paper's setting, with the paper's plan and with our default. Flags rank higher.
Configuration papers_setting(Settings flags);
std::unique_ptr<Job> demo_job(const Scenario& scenario);

/// The id of a sweep that is alone in its folder: the same for all, so that several can be drawn over each other.
inline constexpr const char* only_sweep = "sweep";
std::unique_ptr<Job> sweep_job(CheckedSweep sweep, const std::string& name);

/// The paper's experiments: those that the program carries, or those of a folder.
struct ReproductionRequest {
  std::vector<CheckedSweep> sweeps;
  bool printed_bound;
  std::uint64_t seed;
  unsigned threads;
};
/// By their names ("1" is figure1; all where none is given), with the settings of [run] that flags give.
ReproductionRequest papers_experiments(const std::vector<std::string>& names, const Settings& flags);
std::unique_ptr<Job> reproduction_job(ReproductionRequest request);

/// A part of the chunks of a run or a sweep; its folder holds what they bring, and what they are a part of. Refuses
/// (InvalidInput) a job that has fewer chunks than shards, or whose noise nobody can make again.
std::unique_ptr<Job> shard_job(std::unique_ptr<Job> whole, Shard shard);

/// The run or sweep that the folders of all its shards come to. All that is wrong with them is refused at once.
std::unique_ptr<Job> merging_job(const std::vector<std::string>& folders, const RunIdentity& program);

/// Attacks the nodes of a configuration and judges the claimed epsilon.
std::unique_ptr<Job> audit_job(const Scenario& scenario, const std::string& name);

/// Which plan, before any record is read.
std::unique_ptr<Job> advice_job(const Configuration& configuration, const std::string& name);

/// Runs what a folder holds again, and compares bytes. InvalidInput (data) where it is no folder of results.
std::unique_ptr<Job> verification_job(const std::filesystem::path& folder);

}  // namespace sotto
