// SPDX-License-Identifier: MIT
// sotto federate: a rehearsal of a federation on one machine, with real node processes over mutual TLS on loopback.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "command.hpp"
#include "federate_report.hpp"
#include "output.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "sotto/simulation/comparison/problem_files.hpp"
#include "terminal.hpp"

extern char** environ;

namespace sotto::app {
namespace {

namespace fs = std::filesystem;

/// A process of this same program, started and waited for.
class ChildProcess {
 public:
  /// What it says goes to files.
  struct Outputs {
    fs::path out;
    fs::path err;
  };
  /// This program again, with these words. InvalidInput (store) where it cannot be started.
  ChildProcess(std::vector<std::string> words, const Outputs& outputs) {
    words.insert(words.begin(), "sotto");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    constexpr int flags = O_WRONLY | O_CREAT | O_APPEND;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, outputs.out.c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&files, 2, outputs.err.c_str(), flags, 0600);
    const int error = posix_spawn(&pid_, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0)
      throw InvalidInput({"process", words[1], std::string("cannot be started: ") + std::strerror(error)},
                         FaultKind::store);
  }
  /// Asks it to end, and waits.
  ~ChildProcess() {
    if (pid_ < 0 || status_) return;
    ask_to_end();
    ::waitpid(pid_, nullptr, 0);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess(ChildProcess&& other) noexcept : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}

  /// The exit status, or 128 + the signal; nothing while it runs.
  std::optional<int> status() {
    int waited = 0;
    if (!status_ && ::waitpid(pid_, &waited, WNOHANG) == pid_)
      status_ = WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
    return status_;
  }
  void ask_to_end() {
    if (!status()) ::kill(pid_, SIGTERM);
  }

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

/// "nobody", or "all-but-2": masked sums against two colluding members, with a spare round for a lost one.
void trust_as_told(const Command& command, Settings& settings) {
  const std::string& trust = command.value("--trust");
  if (trust.empty()) return;
  constexpr std::string_view all_but = "all-but-";
  std::uint32_t colluders = 0;
  if (trust.starts_with(all_but))
    colluders = number_of_text<std::uint32_t>(std::string_view(trust).substr(all_but.size())).value_or(0);
  if (trust != "nobody" && colluders == 0)
    throw InvalidInput({"--trust", shown(trust), "must be \"nobody\" or \"all-but-\" and a number of members, from 1"});
  settings.add_flag("privacy.trust", "--trust", colluders > 0 ? "all-but-q" : "nobody");
  if (colluders == 0) return;
  settings.add_flag("privacy.colluders", "--trust", std::to_string(colluders));
  if (!Reader(settings).has("privacy.spare_rounds")) settings.add_flag("privacy.spare_rounds", "--trust", "1");
}

Configuration configuration_of(const Command& command) {
  const std::optional<std::uint64_t> nodes = number_of_text<std::uint64_t>(command.path("N"));
  if (!nodes || *nodes < 2 || *nodes > 64)
    throw InvalidInput({"N", printable(command.path("N")), "must be 2 to 64 nodes: each is a process of its own"});
  Settings settings = command.settings(configuration_keys());
  const std::string mechanism = Reader(settings).text_or("privacy.mechanism", "lattice");
  if (mechanism != "lattice")
    throw InvalidInput({"privacy.mechanism", shown(mechanism), "must be \"lattice\" for nodes, or absent"});
  settings.add_flag("graph.nodes", "N", std::to_string(*nodes));
  settings.add_flag("privacy.mechanism", "federate", "lattice");
  trust_as_told(command, settings);
  return read_configuration(settings);
}

fs::path new_folder(const std::string& out) {
  fs::path folder = out;
  std::error_code error;
  for (int k = 1; out.empty() && k < 10'000 && (folder.empty() || fs::exists(folder)); ++k)
    folder = fmt::format("runs/federate-{}", k);
  fs::create_directories(folder.parent_path().empty() ? "." : folder.parent_path(), error);
  if (!fs::create_directory(folder, error))
    throw InvalidInput({"--out", printable_path(folder.string()), error ? error.message() : "exists already"},
                       out.empty() ? FaultKind::store : FaultKind::configuration);
  fs::permissions(folder, fs::perms::owner_all, error);  // records are copied into it
  return fs::absolute(folder);
}

std::vector<std::string> words_for(const Rehearsal& rehearsal, const RehearsedParty& party) {
  std::vector<std::string> words{"node", "--manifest", rehearsal.manifest.string(), "--data", party.data};
  words.insert(words.end(), {"--state", party.state.string(), "--listen", party.listen.text(), "--json"});
  if (!party.labels.empty()) words.insert(words.end(), {"--labels", party.labels});
  return words;
}

fs::path log_of(const RehearsedParty& party) {
  return party.state.string() + ".log";
}

NamedFile log_file(const RehearsedParty& party) {
  return {.field = party.name, .path = log_of(party).string()};
}

/// The last round that a node's log speaks of.
Round round_in_log(const RehearsedParty& party) {
  FileStream file(log_file(party));
  Round round = 1;
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_object() && json.value("event", "") == "progress") round = json.value("round", round);
  }
  return round;
}

/// Leaves nothing behind where it cannot be made.
Rehearsal new_rehearsal(const Configuration& configuration, const fs::path& folder) {
  try {
    return make_rehearsal(configuration, configuration.run.seed, folder);
  } catch (const InvalidInput&) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    throw;
  }
}

/// Waits for all. When one fails, the others are asked to end: they would wait for it for ever.
std::vector<int> wait_for(std::vector<ChildProcess>& nodes, const Rehearsal& rehearsal, Round last_round, bool quiet,
                          const std::atomic<bool>& interrupt) {
  ProgressBar bar(quiet ? ProgressBar::Show::never : ProgressBar::Show::if_terminal);
  for (std::size_t done = 0; done < nodes.size();) {
    done = 0;
    bool failed = interrupt;
    Round slowest = last_round;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const std::optional<int> status = nodes[k].status();
      done += status.has_value() ? 1 : 0;
      failed = failed || status.value_or(0) != 0;
      if (at_terminal() && !status) slowest = std::min(slowest, round_in_log(rehearsal.parties[k]));
    }
    if (failed)
      for (ChildProcess& node : nodes) node.ask_to_end();
    bar.update(std::max<Round>(1, slowest), last_round, "rounds");
    if (done < nodes.size()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::vector<int> codes;
  for (ChildProcess& node : nodes) codes.push_back(*node.status());
  return codes;
}

/// What a node said on stdout, as JSON; discarded where it is none.
Json answer_of(const RehearsedParty& party) {
  constexpr std::size_t longest_answer = std::size_t{1} << 30;
  return Json::parse(read_whole_file({.field = party.name, .path = party.state.string() + ".out"}, longest_answer),
                     nullptr, false);
}

/// The node that failed by itself: the others were asked to end because of it.
std::optional<std::size_t> first_cause(const std::vector<int>& codes) {
  const auto failed = [](int code) { return code != 0; };
  const auto by_itself = [](int code) { return code != 0 && code != 128 + SIGTERM; };
  auto found = std::find_if(codes.begin(), codes.end(), by_itself);
  if (found == codes.end()) found = std::find_if(codes.begin(), codes.end(), failed);
  return found == codes.end() ? std::nullopt : std::optional<std::size_t>(found - codes.begin());
}

/// The faults that a node answered with; or, where it could not answer, what its log ends with.
std::string last_words(const RehearsedParty& party) {
  const Json answer = answer_of(party);
  if (answer.is_object() && answer.value("schema", "").starts_with("sotto.error")) {
    std::string said;
    for (const Json& fault : answer["errors"])
      said += fmt::format("{}{} = {}: {}", said.empty() ? "" : "; ", fault.value("field", ""), fault.value("value", ""),
                          fault.value("rule", ""));
    return said;
  }
  FileStream file(log_file(party));
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.find("\"progress\"") == std::string::npos) last = line;
  return last;
}

/// Read before anything runs, so that a fault in them costs nobody a run.
std::optional<Dataset> test_records(const Configuration& configuration) {
  if (!configuration.data || (configuration.data->test_path.empty() && configuration.data->hold_out == 0))
    return std::nullopt;
  return read_files(*configuration.data).test;
}

void describe_federate(Command& command) {
  command.takes_path("N", "number of nodes, each a process of its own on loopback");
  command.takes_configuration(Command::File::required);
  command.takes_value("--trust", Command::Wanted::optional,
                      "nobody, or all-but-2: masked sums against two colluding members (docs/masked_sums.md)");
  command.takes_out();
}

ExitCode federate(const Command& command) {
  const Configuration configuration = configuration_of(command);
  if (!command.quiet()) remark("note", "TRIAL: this machine plays all parties; no real ledger is touched");
  if (!command.quiet()) remark("note", "reading records; then keys, certificates and the graph are made");
  const std::optional<Dataset> test = test_records(configuration);
  const fs::path folder = new_folder(command.out());
  const Rehearsal rehearsal = new_rehearsal(configuration, folder);
  const Manifest manifest = Manifest::read(rehearsal.manifest.string());
  const auto begin = std::chrono::steady_clock::now();
  std::vector<ChildProcess> nodes;
  for (const RehearsedParty& party : rehearsal.parties)
    nodes.emplace_back(words_for(rehearsal, party),
                       ChildProcess::Outputs{.out = party.state.string() + ".out", .err = log_of(party)});
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  const std::vector<int> codes = wait_for(nodes, rehearsal, manifest.last_round(), command.quiet(), interrupt);
  if (interrupt) {
    if (!command.quiet()) remark("note", "stopped; what there is lies in " + printable_path(folder.string()));
    return interrupted;
  }
  if (const std::optional<std::size_t> k = first_cause(codes))
    throw InvalidInput(
        {rehearsal.parties[*k].name, "exit code " + std::to_string(codes[*k]), last_words(rehearsal.parties[*k])},
        FaultKind::network);
  FederateReport report{.manifest = manifest,
                        .folder = folder,
                        .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                        .results = {},
                        .models = models_of(rehearsal, manifest, test)};
  for (const RehearsedParty& party : rehearsal.parties) {
    const Json json = answer_of(party);
    if (!json.is_object() || !json.contains("x"))
      throw InvalidInput({party.name, "", "ended without a result (it was asked to stop)"}, FaultKind::network);
    report.results.push_back(json["x"].get<std::vector<double>>());
  }
  write_new({"--out", (folder / "report.html").string()}, federate_html(report, identity()));
  print(command.json() ? federate_json(report) : fitted(federate_text(report)));
  return ok;
}

}  // namespace

const Subcommand federate_command{"federate", "try a federation on this machine: real processes, real TLS",
                                  describe_federate, federate};

}  // namespace sotto::app
