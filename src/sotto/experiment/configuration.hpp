// SPDX-License-Identifier: MIT
// The configuration of a run, checked: what one TOML file, flags and the environment come to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/engine/run_noise.hpp"
#include "sotto/experiment/advice_settings.hpp"
#include "sotto/experiment/audit_settings.hpp"
#include "sotto/experiment/data_settings.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/montecarlo/kernel.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct ProblemSettings {
  std::string kind;
  std::string domain;
  std::size_t dimension;
  std::size_t records_per_node;
  double radius;  ///< the domain's size; of a product, where synthetic records are cut off
  double mean;
  std::vector<SimpleDomain> parts = {};  ///< of a product
  // Of linear models, whose records lie in files:
  double regularisation = 0;                  ///< lambda, for each record
  double width = 1;                           ///< of Huber's loss and of the hinge's rounding
  std::optional<double> clip = std::nullopt;  ///< of a record's gradient
  std::string weighting = "records";          ///< or "nodes": what counts the same
};

struct GraphSettings {
  std::string kind;
  NodeId nodes;  ///< 0, for kind = "file" alone: as many as the file says
  double edge_probability;
  NodeId degree;
  double rewiring;
  NodeId attachments;
  double radius;
  std::string file;          ///< edge list or adjacency matrix, for kind = "file"; empty: where weights_file is not 0
  std::string weights;       ///< a rule's name, or "file"
  std::string weights_file;  ///< a matrix, for weights = "file"
};

/// What one node promises.
struct NodePrivacy {
  PrivacyBudget budget;
  Accountant accountant;
  NoiseSchedule schedule;
};

/// What all nodes promise, but for those with a table [node.N] of their own.
struct PrivacySettings : NodePrivacy {
  bool on_lattice;  ///< privacy.mechanism: in integers, or in doubles for simulations
  std::map<NodeId, NodePrivacy> nodes = {};
};

struct AlgorithmSettings {
  Round rounds;
  StepRule step;
  Consensus consensus;
  StopRule stop;
};

/// What is drawn anew in every trial. Whatever is not, is that of trial 0.
enum class Fresh {
  data,   ///< records and noise
  noise,  ///< noise alone
  graph   ///< graph, records and noise
};

inline constexpr std::array all_fresh{Fresh::data, Fresh::noise, Fresh::graph};
std::string_view name_of(Fresh fresh);

struct RunSettings {
  std::uint32_t trials;  ///< at most this many, where `until_se` ends a run
  double until_se;       ///< standard error of every plan's normalised error, relative to its mean; 0: run all trials
  std::uint64_t seed;
  Fresh fresh;
  std::string baselines;          ///< "usual", "all" or "none"
  std::uint32_t baseline_trials;  ///< at most this many, the first, for baselines that iterate trial by trial
  std::string engine;             ///< "auto", or "reference" to have no other
  NoisePrecision noise_precision;
  unsigned threads;  ///< 0: all of the hardware's; no result depends on it
  Randomness randomness;
};

struct Configuration {
  std::optional<DataSettings> data;  ///< nothing: records are drawn
  ProblemSettings problem;
  GraphSettings graph;
  PrivacySettings privacy;
  AlgorithmSettings algorithm;
  RunSettings run;
  AuditSettings audit;
  AdviceSettings advice;
};

/// Reads every section; all faults are reported at once (InvalidInput).
Configuration read_configuration(const Settings& settings);

/// The same for a command with keys of its own. Faults stay with the reader.
Configuration read_configuration(Reader& reader);

/// The parts, for commands that need only some of them. Faults stay with the reader.
/// Records that lie in files decide the dimension.
ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data);
GraphSettings read_graph(Reader& reader);
PrivacySettings read_privacy(Reader& reader);
AlgorithmSettings read_algorithm(Reader& reader);
RunSettings read_run(Reader& reader, const std::optional<DataSettings>& data);

/// Every key that a configuration may hold: for the environment and for suggestions.
std::vector<std::string> configuration_keys();

/// The resolved configuration as TOML that reads back the same.
std::string to_toml(const Configuration& configuration);

/// The commented configuration that `sotto init` prints.
std::string sample_configuration();

}  // namespace sotto
