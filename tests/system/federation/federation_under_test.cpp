// SPDX-License-Identifier: MIT
// A federation of real processes on loopback.
#include "system/federation/federation_under_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "system/federation/kept_keys.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {

std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file.peek() != std::ifstream::traits_type::eof()) bytes << file.rdbuf();
  return std::move(bytes).str();
}

bool comes_true(const std::function<bool()>& is_so, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

Shape with_masked_sums(Shape shape) {
  shape.nodes = std::max<NodeId>(shape.nodes, 3);
  shape.rounds += shape.consensus_rounds - 1;
  shape.consensus_rounds = 1;
  shape.colluders = shape.spare_rounds = 1;
  return shape;
}

std::string configuration_text(const Shape& shape) {
  const std::string trust =
      fmt::format("trust = \"all-but-q\"\ncolluders = {}\nspare_rounds = {}\n", shape.colluders, shape.spare_rounds);
  const std::string stage_two =
      fmt::format("consensus_rounds = {}\nconsensus = \"{}\"\n", shape.consensus_rounds, shape.consensus);
  return fmt::format(
      "[problem]\ndimension = {}\nrecords_per_node = 20\nradius = 4.0\n[graph]\nkind = \"{}\"\nnodes = {}\n"
      "[privacy]\nepsilon = 2.0\ndelta = 1e-6\nmechanism = \"lattice\"\n{}"
      "[algorithm]\nrounds = {}\n{}[run]\nseed = 11\n",
      shape.dimension, shape.graph, shape.nodes, shape.colluders == 0 ? "" : trust, shape.rounds,
      shape.colluders == 0 ? stage_two : "");
}

FederationUnderTest::FederationUnderTest(const Shape& shape, std::optional<std::uint64_t> seed)
    : program_(shape.program), seed_(seed), nodes_(shape.nodes), log_before_(shape.nodes) {
  Settings settings;
  settings.add_file_text("test.toml", configuration_text(shape));
  const Configuration configuration = read_configuration(settings);
  rehearsal_ = make_rehearsal(configuration, configuration.run.seed, folder_.path(),
                              shape.direct ? RehearsalAddresses::own : RehearsalAddresses::elsewhere);
  if (shape.round_period > 0) {
    const std::string text = fmt::format("[federation]\nround_period = {}\n", shape.round_period);
    rehearsal_.manifest = with_other_manifest("[federation]\n", text).manifest;
  }
  manifest_ = Manifest::read(rehearsal_.manifest.string());
  if (!shape.direct) proxy_ = std::make_unique<FaultProxy>(rehearsal_, *manifest_);
}

Rehearsal FederationUnderTest::with_other_manifest(const std::string& from, const std::string& to) const {
  std::string text = bytes_in(rehearsal_.manifest);
  const std::size_t place = text.find(from);
  if (place == std::string::npos) throw std::logic_error("the manifest does not say " + from);
  Rehearsal other = rehearsal_;
  other.manifest += ".other.toml";
  std::ofstream(other.manifest) << text.replace(place, from.size(), to);
  sign_for_all(other);
  return other;
}

void FederationUnderTest::start_with(NodeId i, const std::string& manifest, const Variables& environment) {
  const std::filesystem::path own = std::exchange(rehearsal_.manifest, manifest);
  start(i, environment);
  rehearsal_.manifest = own;
}

void FederationUnderTest::start(NodeId i, const Variables& environment, const std::vector<std::string>& more) {
  const RehearsedParty& party = rehearsal_.parties[i];
  NodeProcess::Start start{.program = program_,
                           .words = {"node", "--manifest", rehearsal_.manifest.string(), "--data", party.data,
                                     "--state", party.state.string(), "--listen", party.listen.text(), "--json"},
                           .environment = environment,
                           .out = party.state.string() + ".out",
                           .log = log_at_.contains(i) ? log_at_.at(i).string() : party.state.string() + ".log"};
  start.words.insert(start.words.end(), more.begin(), more.end());
  if (std::find(more.begin(), more.end(), "--linger") == more.end())
    start.words.insert(start.words.end(), {"--linger", "3"});
  if (seed_) start.environment.emplace_back("TEST_SEED", std::to_string(*seed_));
  start.environment.push_back(variable_for_kept_keys(party.state));
  nodes_[i].reset();
  log_before_[i] = log(i).size();
  nodes_[i] = std::make_unique<NodeProcess>(start);
}

void FederationUnderTest::start_all() {
  for (NodeId i = 0; i < nodes_.size(); ++i) start(i);
}

void FederationUnderTest::start_rest() {
  for (NodeId i = 0; i < nodes_.size(); ++i)
    if (!has_started(i)) start(i);
}

std::string FederationUnderTest::log(NodeId i) const {
  return bytes_in(rehearsal_.parties[i].state.string() + ".log");
}

std::string FederationUnderTest::out(NodeId i) const {
  return bytes_in(rehearsal_.parties[i].state.string() + ".out");
}

void FederationUnderTest::expect_all_finish(std::chrono::seconds limit) {
  std::vector<NodeId> all;
  for (NodeId i = 0; i < nodes_.size(); ++i) all.push_back(i);
  expect_finish(all, limit);
}

void FederationUnderTest::expect_finish(const std::vector<NodeId>& nodes, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (const NodeId i : nodes) {
    std::optional<int> code = nodes_[i]->wait(std::chrono::milliseconds(0));
    while (!code && std::chrono::steady_clock::now() < end) code = nodes_[i]->wait(std::chrono::milliseconds(20));
    EXPECT_EQ(code, 0) << "node " << i << ":\n"
                       << log(i).substr(log(i).size() > 3000 ? log(i).size() - 3000 : 0) << out(i);
  }
}

void FederationUnderTest::expect_exit(NodeId i, int code, const std::string& words, std::chrono::seconds limit) {
  EXPECT_EQ(nodes_[i]->wait(limit), code) << log(i) << out(i);
  const std::string said = log(i).substr(log_before_[i]) + out(i);
  EXPECT_NE(said.find(words), std::string::npos) << "not said: " << words << "\n" << log(i) << out(i);
}

bool FederationUnderTest::log_says(NodeId i, const std::string& words, int times) {
  return comes_true([&] {
    int count = 0;
    const std::string text = log(i);
    for (std::size_t place = 0; (place = text.find(words, place)) != std::string::npos; ++place) ++count;
    return count >= times;
  });
}

bool FederationUnderTest::gets_to(NodeId i, Round round, std::chrono::seconds limit) {
  return comes_true([&] { return heard_of(i) >= round; }, limit);
}

bool FederationUnderTest::gets_to(NodeId i, Round round, const Digest& session) {
  return comes_true([&] { return heard_of(i, session) >= round; });
}

Session FederationUnderTest::session() const {
  return find_session(rehearsal_.manifest.string(), first_session()).session;
}

Transcript FederationUnderTest::amend(NodeId by, const std::vector<NodeId>& without,
                                      const Variables& environment) const {
  return amend_with(rehearsal_.manifest.string(), by, without, environment);
}

Transcript FederationUnderTest::amend_with(const std::string& manifest, NodeId by, const std::vector<NodeId>& without,
                                           const Variables& environment) const {
  std::vector<std::string> words{
      program_, "manifest", "amend", manifest, "--state", rehearsal_.parties[by].state.string(), "--yes"};
  for (const NodeId i : without) words.insert(words.end(), {"--without", name(i)});
  return run_subprocess({.words = words, .folder = folder(), .environment = environment});
}

void FederationUnderTest::amend_by_all(const std::vector<NodeId>& without) const {
  const Session before = session();
  for (const NodeId i : before.members()) {
    if (std::find(without.begin(), without.end(), i) != without.end()) continue;
    const Transcript signing = amend(i, without);
    EXPECT_EQ(signing.code, 0) << signing.out << signing.err;
  }
}

Round FederationUnderTest::last_of_waiting(NodeId i) {
  Round last = heard_of(i);
  while (gets_to(i, last + 1, std::chrono::seconds(1))) last = heard_of(i);
  return last;
}

std::string FederationUnderTest::unused_address() const {
  return free_loopback_addresses(1)[0].text();
}

void FederationUnderTest::stop(NodeId i) {
  node(i).send(SIGTERM);
  const int code = node(i).wait(std::chrono::seconds(20)).value_or(-1);
  EXPECT_TRUE(code == 0 || code == 128 + SIGTERM) << code << "\n" << log(i);  // the latter: before it had begun
}

void FederationUnderTest::stop_all() {
  for (NodeId i = 0; i < nodes_.size(); ++i)
    if (nodes_[i] != nullptr && nodes_[i]->is_running()) stop(i);
}

Round FederationUnderTest::heard_of(NodeId i, const std::optional<Digest>& session) const {
  Round last = 1;
  for (const TapeEntry& entry : proxy_tape().entries())
    if (const std::optional<RoundOnTape> round = round_of(entry);
        round && entry.passing.from == i && round->node == i && (!session || round->run == session))
      last = std::max(last, round->round);
  return last;
}

}  // namespace sotto::test
