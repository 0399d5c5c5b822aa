// SPDX-License-Identifier: MIT
#include "federation/runner/federation_in_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "federation/sum_in_row.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "system/federation/reference_run.hpp"

namespace sotto::test {
namespace {

Configuration configuration_of(const Shape& shape) {
  Settings settings;
  settings.add_file_text(
      "test.toml",
      fmt::format("[problem]\ndimension = 2\nrecords_per_node = 10\nradius = 4.0\n[graph]\nkind = \"{}\"\nnodes = {}\n"
                  "[privacy]\nepsilon = 2.0\ndelta = 1e-6\nmechanism = \"lattice\"\n{}"
                  "[algorithm]\nrounds = {}\n{}{}",
                  shape.graph, shape.nodes,
                  shape.colluders == 0 ? ""
                                       : fmt::format("trust = \"all-but-q\"\ncolluders = {}\nspare_rounds = {}\n",
                                                     shape.colluders, shape.spare_rounds),
                  shape.rounds,
                  shape.colluders > 0 ? ""
                                      : fmt::format("consensus_rounds = {}\nconsensus = \"{}\"\n",
                                                    shape.consensus_rounds, shape.consensus),
                  shape.more));
  return read_configuration(settings);
}

}  // namespace

Process::Parts::Parts(const Place& place, const NodeOptions& given, NodeObserver& observer)
    : options(given),
      timeline(place.time),
      prepared(prepare_node(options)),
      doors(place.network.doors_of(prepared.party().name, timeline)),
      runner(prepared, options, observer, *doors, timeline) {
  timeline.soon([this] { runner.begin(); });
}

Process::Process(const Place& place, const NodeOptions& options)
    : parts_(std::make_unique<Parts>(place, options, *this)) {}

void Process::ask_to_stop() {
  parts_->timeline.soon([this] { parts_->runner.ask_to_stop(); });
}

void Process::look() {
  if (parts_ == nullptr || parts_->timeline.is_running()) return;
  try {
    if (parts_->timeline.thrown()) std::rethrow_exception(parts_->timeline.thrown());
    outcome_ = parts_->runner.outcome();
  } catch (const InvalidInput& refused) {
    for (const Fault& fault : refused.faults()) refusal_ += to_text(fault) + "\n";
  } catch (const std::exception& thrown) {
    refusal_ = thrown.what();
  }
  parts_.reset();
}

int Process::count(const std::string& event) const {
  return static_cast<int>(
      std::count_if(events_.begin(), events_.end(), [&](const NodeEvent& one) { return one.event == event; }));
}

bool Process::said(const std::string& event, const std::string& words) const {
  return std::any_of(events_.begin(), events_.end(), [&](const NodeEvent& one) {
    return one.event == event && one.text.find(words) != std::string::npos;
  });
}

std::string Process::log() const {
  std::string text = "\n";
  for (const NodeEvent& event : events_) text += event.event + " " + event.neighbour + ": " + event.text + "\n";
  return text + refusal_;
}

FederationInMemory::FederationInMemory(const Shape& shape, std::uint64_t seed)
    : rehearsal_(make_rehearsal(configuration_of(shape), configuration_of(shape).run.seed, folder_.path())),
      nodes_(shape.nodes) {
  manifest_ = Manifest::read(rehearsal_.manifest.string());
  seams().seed = seed;
}

NodeOptions FederationInMemory::options_of(NodeId i) const {
  const RehearsedParty& party = rehearsal_.parties[i];
  return {.manifest = rehearsal_.manifest.string(), .data = party.data, .labels = party.labels, .state = party.state};
}

Process& FederationInMemory::start(NodeId i) {
  nodes_[i] = std::make_unique<Process>(Process::Place{network_, time_}, options_of(i));
  return *nodes_[i];
}

void FederationInMemory::start_all() {
  for (NodeId i = 0; i < nodes_.size(); ++i) start(i);
}

std::filesystem::path FederationInMemory::copy_of_state(NodeId i) const {
  const std::filesystem::path copy = folder_.path() / "copy";
  std::filesystem::copy(rehearsal_.parties[i].state, copy, std::filesystem::copy_options::recursive);
  return copy;
}

std::unique_ptr<Process> FederationInMemory::start_with_state(NodeId i, const std::filesystem::path& state) {
  NodeOptions options = options_of(i);
  options.state = state;
  auto process = std::make_unique<Process>(Process::Place{network_, time_}, options);
  more_.push_back(process.get());
  return process;
}

bool FederationInMemory::comes_true(const std::function<bool()>& is_so, std::chrono::milliseconds limit) {
  const Timeline::Time end = time_.now() + limit;
  while (!is_so()) {
    if (!time_.step(end)) return is_so();
    for (const auto& one : nodes_)
      if (one != nullptr) one->look();
    for (Process* one : more_) one->look();
  }
  return true;
}

void FederationInMemory::pass(std::chrono::milliseconds time) {
  comes_true([] { return false; }, time);
}

bool FederationInMemory::gets_to(NodeId i, Round round) {
  return comes_true([&] { return !node(i).is_running() || node(i).status().round >= round; }) && node(i).is_running();
}

void FederationInMemory::expect_all_finish() {
  EXPECT_TRUE(comes_true(
      [&] { return std::none_of(nodes_.begin(), nodes_.end(), [](const auto& one) { return one->is_running(); }); }));
  for (const auto& one : nodes_) EXPECT_TRUE(one->outcome() && one->outcome()->finished) << one->log();
}

void FederationInMemory::stop(NodeId i) {
  node(i).ask_to_stop();
  EXPECT_TRUE(comes_true([&] { return !node(i).is_running(); }));
}

void FederationInMemory::expect_reference_results() const {
  const ReferenceRun reference(*manifest_, rehearsal_, seams().seed);
  for (NodeId i = 0; i < nodes_.size(); ++i) {
    const Store store = Store::open_to_read(rehearsal_.parties[i].state);
    for (Round t = 2; t <= manifest_->last_round(); ++t) {
      const std::optional<RoundRow> row = store.rounds().row(manifest_->run_id(), t);
      ASSERT_TRUE(row) << "node " << i << ", round " << t;
      const auto message = RoundMessage::read(row->bytes, session().sender(i));
      const std::span<const double> y = std::get<RoundMessage>(message).y().values();
      EXPECT_EQ(std::vector(y.begin(), y.end()), reference.said(i, t)) << "node " << i << ", round " << t;
    }
    if (!nodes_[i]->outcome()) continue;
    const std::span<const double> result = nodes_[i]->outcome()->result->values();
    EXPECT_EQ(std::vector(result.begin(), result.end()), reference.said(i, manifest_->last_round())) << "node " << i;
  }
  expect_one_payload_each_round();
}

void FederationInMemory::expect_reference_sums() const {
  const ReferenceRun reference(*manifest_, rehearsal_, seams().seed);
  const Round T = manifest_->plan_of(0).gradient_rounds();
  const std::size_t dimension = manifest_->dimension();
  for (NodeId i = 0; i < nodes_.size(); ++i) {
    const Store store = Store::open_to_read(rehearsal_.parties[i].state);
    for (Round t = 3; t <= T + 2; ++t) {
      const std::optional<RoundRow> row = store.rounds().row(manifest_->run_id(), t);
      ASSERT_TRUE(row && row->inputs.size() >= dimension * sizeof(double)) << "node " << i << ", round " << t;
      EXPECT_EQ(sum_in_row(row->inputs, dimension), reference.said(0, t - 1)) << "node " << i << ", round " << t;
    }
    const std::span<const double> result = nodes_[i]->outcome()->result->values();
    EXPECT_EQ(std::vector(result.begin(), result.end()), reference.result(i)) << "node " << i;
  }
  expect_one_payload_each_round();
}

void FederationInMemory::expect_one_payload_each_round() const {
  std::map<std::tuple<std::string, std::string, Round>, std::set<std::string>> payloads;  // by site, session and round
  for (const MemoryNetwork::Passing& passing : network_.tape())
    if (const auto* round = std::get_if<RoundFrame>(&passing.frame)) {
      const RoundMessage::Label label = RoundMessage::label_of(round->bytes).value();
      payloads[{name(label.node), label.run.hex(), label.round}].insert(round->bytes);
    }
  EXPECT_FALSE(payloads.empty());
  for (const auto& [at, said] : payloads)
    EXPECT_EQ(said.size(), 1u) << std::get<0>(at) << ", round " << std::get<2>(at);
}

}  // namespace sotto::test
