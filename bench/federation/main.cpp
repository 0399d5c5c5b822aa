// SPDX-License-Identifier: MIT
// The median round of five nodes, p = 1000, against (five processes that commit at once + one TLS round trip), measured
// in turns within one run; memory over 1000 rounds (after SQLite has filled its cache), with masked sums too; and
// rounds of masked sums against independent ones, in turns, with their bytes. Exits 1 when a bar is missed.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "commit_race.hpp"
#include "processes.hpp"
#include "round_times.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "tls_round_trip.hpp"
#include "trust_rounds.hpp"

namespace {

using namespace sotto;
constexpr NodeId nodes = 5;
constexpr Round gradient_rounds = 1500;
constexpr double bar = 4, memory_bar = 1.05, masked_bar = 2, bytes_bar = 1.05;

Configuration configuration() {
  Settings settings;
  settings.add_file_text("bench", fmt::format("[problem]\ndimension = 1000\nrecords_per_node = 100\nradius = 1.0\n"
                                              "[graph]\nkind = \"complete\"\nnodes = {}\n[privacy]\nepsilon = 4.0\n"
                                              "delta = 1e-6\nmechanism = \"lattice\"\n[algorithm]\nrounds = {}\n"
                                              "consensus_rounds = 20\n",
                                              nodes, gradient_rounds));
  return read_configuration(settings);
}

/// Federations with masked sums and with trust in nobody, one after the other, five times.
bool masked_rounds_keep_their_bar(const std::filesystem::path& folder) {
  std::vector<double> independent, masked, ratios;
  bool finished = true;
  double most_bytes = 0;
  for (int k = 0; k < 5; ++k) {
    for (const bool is_masked : {false, true}) {
      const bench::TrustRounds one = bench::measure_rounds({.graph = "complete", .masked = is_masked},
                                                           folder / fmt::format("trust-{}-{}", k, is_masked));
      finished = finished && one.finished;
      (is_masked ? masked : independent).push_back(one.median_round);
    }
    ratios.push_back(masked.back() / independent.back());
  }
  fmt::print(
      "independent round         {:.2f} ms (five federations, medians {:.2f} to {:.2f})\n"
      "masked round              {:.2f} ms (medians {:.2f} to {:.2f})\n"
      "ratio, in turns           {:.2f}, from {:.2f} to {:.2f} (bar: {})\n",
      1e3 * bench::median(independent), 1e3 * std::ranges::min(independent), 1e3 * std::ranges::max(independent),
      1e3 * bench::median(masked), 1e3 * std::ranges::min(masked), 1e3 * std::ranges::max(masked),
      bench::median(ratios), std::ranges::min(ratios), std::ranges::max(ratios), masked_bar);
  for (const char* graph : {"complete", "ring"})
    for (const bool is_masked : {false, true}) {
      const bench::TrustRounds one = bench::measure_rounds({.graph = graph, .masked = is_masked, .rounds = 100},
                                                           folder / fmt::format("bytes-{}-{}", graph, is_masked));
      finished = finished && one.finished;
      most_bytes = std::max(most_bytes, one.sent / one.predicted);
      fmt::print("bytes, {:<8} {:<11} {:.0f} a round of node 0, predicted {:.0f} = {} x {} (bar: {:.0f} %)\n", graph,
                 is_masked ? "masked" : "independent", one.sent, one.predicted, one.messages, one.message_bytes,
                 100 * bytes_bar);
    }
  return finished && bench::median(ratios) <= masked_bar && most_bytes <= bytes_bar;
}

/// Over the last two thirds of a run with masked sums, in which all is held that is ever held.
bool masked_memory_keeps_its_bar(const std::filesystem::path& folder) {
  const bench::TrustRounds one =
      bench::measure_rounds({.graph = "complete", .masked = true, .rounds = gradient_rounds}, folder / "masked-memory");
  fmt::print("memory of a node, masked  round {} to {}: {} to {} KiB (bar: {:.0f} %)\n", one.early.round,
             one.late.round, one.early.kib, one.late.kib, 100 * memory_bar);
  return one.finished && static_cast<double>(one.late.kib) <= memory_bar * static_cast<double>(one.early.kib);
}

}  // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  std::string name = (std::filesystem::temp_directory_path() / "sotto-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return 1;
  const std::filesystem::path folder = name;
  const Configuration settings = configuration();
  const Rehearsal rehearsal = make_rehearsal(settings, settings.run.seed, folder);
  const std::size_t message = RoundMessage::longest(1000, nodes);
  std::vector<double> commits, round_trips;
  long early = 0, late = 0;
  bench::CommitRace race(folder / "race", nodes, message);
  bench::TlsRoundTrip tls(rehearsal, message);
  std::vector<pid_t> others;
  for (NodeId i = 1; i < nodes; ++i) others.push_back(bench::start_process(rehearsal, i));
  bench::RoundTimes times({.block = 12, .unsettled = 3, .pause = [&](Round round) {
                             for (int k = 0; k < 4; ++k) {
                               commits.push_back(race.once());
                               round_trips.push_back(tls.once());
                             }
                             if (early == 0 && round >= 500) early = bench::memory_of(others[0]);
                             if (round >= 1500) late = bench::memory_of(others[0]);
                           }});
  const NodeOptions options = bench::options_of(rehearsal, 0);
  PreparedNode prepared = prepare_node(options);
  const bool finished = run_node(prepared, options, times).finished;
  for (const pid_t pid : others) ::waitpid(pid, nullptr, 0);
  const double round = bench::median(times.seconds()), commit = bench::median(commits),
               trip = bench::median(round_trips);
  const double ratio = round / (commit + trip), growth = static_cast<double>(late) / static_cast<double>(early);
  fmt::print(
      "rounds measured           {}\nmedian round              {:.2f} ms\nfive commits at once      {:.2f} ms\n"
      "TLS round trip            {:.2f} ms\nratio                     {:.2f} (bar: {})\n"
      "memory, round 500 to 1500 {} to {} KiB (bar: {:.0f} %)\n",
      times.seconds().size(), round * 1e3, commit * 1e3, trip * 1e3, ratio, bar, early, late, 100 * memory_bar);
  const bool masked_well = masked_rounds_keep_their_bar(folder) & masked_memory_keeps_its_bar(folder);
  std::filesystem::remove_all(folder);
  return masked_well && finished && times.seconds().size() >= 300 && ratio <= bar && growth <= memory_bar ? 0 : 1;
}
