// SPDX-License-Identifier: MIT
// The median round of five nodes, p = 1000, against (five processes that commit at once + one TLS round trip), measured
// in turns within one run; and memory over 1000 rounds (after SQLite has filled its cache). Exits 1 when a bar is
// missed.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "commit_race.hpp"
#include "round_times.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "tls_round_trip.hpp"

namespace {

using namespace sotto;
constexpr NodeId nodes = 5;
constexpr Round gradient_rounds = 1500;
constexpr double bar = 4, memory_bar = 1.05;

Configuration configuration() {
  Settings settings;
  settings.add_file_text("bench", fmt::format("[problem]\ndimension = 1000\nrecords_per_node = 100\nradius = 1.0\n"
                                              "[graph]\nkind = \"complete\"\nnodes = {}\n[privacy]\nepsilon = 4.0\n"
                                              "delta = 1e-6\nmechanism = \"lattice\"\n[algorithm]\nrounds = {}\n"
                                              "consensus_rounds = 20\n",
                                              nodes, gradient_rounds));
  return read_configuration(settings);
}

NodeOptions options_of(const Rehearsal& rehearsal, NodeId i) {
  const RehearsedParty& party = rehearsal.parties[i];
  return {.manifest = rehearsal.manifest.string(),
          .data = party.data,
          .labels = "",
          .state = party.state,
          .listen = party.listen};
}

pid_t start_process(const Rehearsal& rehearsal, NodeId i) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  const NodeOptions options = options_of(rehearsal, i);
  if (std::freopen("/dev/null", "w", stderr) == nullptr || std::freopen("/dev/null", "w", stdout) == nullptr)
    ::_exit(1);
  ::execl(SOTTO_PROGRAM, SOTTO_PROGRAM, "node", "--manifest", options.manifest.c_str(), "--data", options.data.c_str(),
          "--state", options.state.c_str(), "--listen", options.listen->text().c_str(), "--quiet", nullptr);
  ::_exit(1);
}

/// Resident memory of a process, in KiB.
long memory_of(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
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
  for (NodeId i = 1; i < nodes; ++i) others.push_back(start_process(rehearsal, i));
  bench::RoundTimes times({.block = 12, .unsettled = 3, .pause = [&](Round round) {
                             for (int k = 0; k < 4; ++k) {
                               commits.push_back(race.once());
                               round_trips.push_back(tls.once());
                             }
                             if (early == 0 && round >= 500) early = memory_of(others[0]);
                             if (round >= 1500) late = memory_of(others[0]);
                           }});
  const NodeOptions options = options_of(rehearsal, 0);
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
  std::filesystem::remove_all(folder);
  return finished && times.seconds().size() >= 300 && ratio <= bar && growth <= memory_bar ? 0 : 1;
}
