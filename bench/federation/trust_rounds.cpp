// SPDX-License-Identifier: MIT
#include "trust_rounds.hpp"

#include <fmt/format.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <vector>

#include "processes.hpp"
#include "round_times.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::bench {
namespace {

constexpr NodeId nodes = 5;

Configuration configuration_of(const TrustShape& shape) {
  Settings settings;
  settings.add_file_text("bench",
                         fmt::format("[problem]\ndimension = 1000\nrecords_per_node = 100\nradius = 1.0\n"
                                     "[graph]\nkind = \"{}\"\nnodes = {}\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n"
                                     "mechanism = \"lattice\"\n{}[algorithm]\nrounds = {}\nconsensus_rounds = {}\n",
                                     shape.graph, nodes, shape.masked ? "trust = \"all-but-q\"\ncolluders = 1\n" : "",
                                     shape.rounds, shape.masked ? 0 : 1));
  return read_configuration(settings);
}

/// Bytes that this process has sent on all its TCP connections, of TLS and all.
std::uint64_t bytes_sent() {
  std::uint64_t all = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    tcp_info info{};
    socklen_t size = sizeof info;
    const int descriptor = std::stoi(entry.path().filename().string());
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state == 1)  // established
      all += info.tcpi_bytes_sent - info.tcpi_bytes_retrans;
  }
  return all;
}

/// How many messages node 0 has to send in a round: its own to every neighbour, and those that it passes on.
std::uint64_t messages_of(const Session& session) {
  if (!session.is_masked()) return session.neighbours_of(0).size();
  std::uint64_t count = 0;
  for (const NodeId author : session.members())
    for (const NodeId to : session.neighbours_of(0)) count += session.passes(author, 0, to) ? 1 : 0;
  return count;
}

}  // namespace

TrustRounds measure_rounds(const TrustShape& shape, const std::filesystem::path& folder) {
  const Configuration settings = configuration_of(shape);
  std::filesystem::create_directories(folder);
  const Rehearsal rehearsal = make_rehearsal(settings, settings.run.seed, folder);
  std::vector<pid_t> others;
  for (NodeId i = 1; i < nodes; ++i) others.push_back(start_process(rehearsal, i));
  struct Count {
    Round round;
    std::uint64_t bytes;
  };
  std::vector<Count> counts;
  TrustRounds::Memory early, late;
  RoundTimes times({.block = 20, .unsettled = 3, .pause = [&](Round round) {
                      counts.push_back({round, bytes_sent()});
                      late = {round, memory_of(others[0])};
                      if (3 * round <= shape.rounds || early.round == 0) early = late;
                    }});
  const NodeOptions options = options_of(rehearsal, 0);
  PreparedNode prepared = prepare_node(options);
  const std::uint64_t messages = messages_of(prepared.session);
  const bool finished = run_node(prepared, options, times).finished;
  for (const pid_t pid : others) ::waitpid(pid, nullptr, 0);
  const std::uint64_t bytes = prepared.store.rounds().row(prepared.session.id(), shape.rounds / 2)->bytes.size();
  const Count &first = counts.front(), &last = counts.back();
  return {.median_round = median(times.seconds()),
          .rounds = times.seconds().size(),
          .sent = static_cast<double>(last.bytes - first.bytes) / static_cast<double>(last.round - first.round),
          .predicted = static_cast<double>(messages * bytes),
          .messages = messages,
          .message_bytes = bytes,
          .early = early,
          .late = late,
          .finished = finished};
}

}  // namespace sotto::bench
