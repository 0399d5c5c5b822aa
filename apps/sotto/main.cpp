// SPDX-License-Identifier: MIT
// The program: finds the subcommand, runs it, and turns every refusal into a text or JSON and an exit code.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>

#include "command.hpp"
#include "output.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/settings/suggestion.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

bool wants_json(int count, char** words) {
  return std::any_of(words + 1, words + count, [](const char* word) { return std::strcmp(word, "--json") == 0; });
}

ExitCode report(const std::vector<Fault>& faults, ExitCode code, bool json) {
  if (json) {
    const std::string text = error_json(faults, code);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  } else {
    for (const Fault& fault : faults) remark("error", to_text(fault));
  }
  return code;
}

std::vector<std::string> names_in(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// CLI11's complaint as a fault of ours; it does not suggest, so the nearest name is found here.
Fault fault_of(const CLI::ParseError& error, const CLI::App& program, int count, char** words) {
  Fault fault{.field = "command line", .value = "", .rule = error.what()};
  const std::vector<std::string> known = names_in(program);
  for (int k = 1; k < count; ++k) {
    const std::string word(words[k], std::strcspn(words[k], "="));
    if (std::string(error.what()).find(word) == std::string::npos || std::count(known.begin(), known.end(), word) > 0)
      continue;
    fault.value = word;
    fault.rule = "is not known here" + did_you_mean(word, known) + "; `sotto --help` lists the commands";
    break;
  }
  return fault;
}

int run(int count, char** words) {
  CLI::App program("sotto: private decentralised optimisation. Nodes speak under their breath.", "sotto");
  program.set_version_flag("--version", std::string("sotto ") + SOTTO_VERSION + " (" + SOTTO_COMMIT + ")");
  program.require_subcommand(1);
  program.footer("Exit codes: 0 ok, 1 a check answered no, 2 usage or configuration, 3 data, 4 numerical,\n"
                 "5 network or peer, 6 budget refused, 7 output cannot be stored, 130 interrupted.");
  const std::map<std::string, Runner> commands{{"init", add_init(program)},
                                               {"plan", add_plan(program)},
                                               {"run", add_run(program)},
                                               {"graph", add_graph(program)},
                                               {"demo", add_demo(program)}};
  const bool json = wants_json(count, words);
  try {
    program.parse(count, words);
    return commands.at(program.get_subcommands().front()->get_name())();
  } catch (const CLI::Success& wish) {
    return program.exit(wish);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return report({fault_of(error, program, count, words)}, usage, json);
  } catch (const InvalidInput& refused) {
    return report(refused.faults(), exit_code_of(refused.kind()), json);
  } catch (const std::bad_alloc&) {
    return report({{"memory", "", "is not enough for this configuration"}}, numerical, json);
  }
}

}  // namespace
}  // namespace sotto::app

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe and a file-size limit are write errors, reported as such
  std::signal(SIGXFSZ, SIG_IGN);
  sotto::app::remember_command_line(count, words);
  return sotto::app::run(count, words);
}
