// SPDX-License-Identifier: MIT
// Subcommands and their options. This file and command_tree.cpp see CLI11, and no other does.
#include "command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <utility>

#include "command_line.hpp"
#include "output.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "terminal.hpp"
#include "together.hpp"

namespace sotto::app {

namespace {

/// How --help writes what an option takes.
std::string type_of(Command::Names names, const std::string& of_others) {
  switch (names) {
    case Command::Names::file:
      return "FILE";
    case Command::Names::folder:
      return "DIR";
    case Command::Names::new_file:
      return "NEW-FILE";
    case Command::Names::new_folder:
      return "NEW-DIR";
    default:
      return of_others;
  }
}

}  // namespace

Command::Command(CLI::App& parser) : parser_(parser) {
  parser.add_flag("--json", json_, "answer as JSON, on failure too");
  parser.add_flag("-q,--quiet", quiet_, "no progress and no remarks");
}

void Command::takes_configuration(File file) {
  if (file != File::none) {
    CLI::Option* option = parser_.add_option("CONFIG", file_, "configuration file (TOML); `sotto init` prints one");
    option->type_name(type_of(Names::file, ""));
    if (file != File::optional) option->required();
    may_sweep_ = file == File::may_sweep;
  }
  parser_.add_option("--set", assignments_, "key=value: override one configuration key, e.g. graph.kind=ring")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("KEY=VALUE");
}

void Command::takes_setting(const std::string& flag, const std::string& key, const std::string& help, Names names) {
  flags_.push_back({flag, key, {}});
  parser_.add_option(flag, flags_.back().given, help + " [" + key + "]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name(type_of(names, "VALUE"));
}

void Command::takes_out() {
  parser_.add_option("--out", out_, "folder for the results; it must not exist (default: a new one under runs/)")
      ->check([](const std::string& name) { return std::string(name.empty() ? "must name a folder" : ""); })
      ->type_name(type_of(Names::new_folder, ""));
}

void Command::takes_folders(Folders how_many, const std::string& help) {
  parser_.add_option("DIR", folders_, help)
      ->required()
      ->expected(1, how_many == Folders::one ? 1 : 1000)
      ->type_name(type_of(Names::folder, ""));
}

void Command::takes_path(const std::string& name, const std::string& help, Wanted wanted, Names names) {
  CLI::Option* option = parser_.add_option(name, paths_[name], help)->type_name(type_of(names, ""));
  if (wanted == Wanted::required) option->required();
}

void Command::takes_value(const std::string& flag, Wanted wanted, const std::string& help, Names names) {
  CLI::Option* option = parser_.add_option(flag, values_[flag], help)->type_name(type_of(names, "VALUE"));
  option->check([](const std::string& text) { return std::string(text.empty() ? "must not be empty" : ""); });
  if (wanted == Wanted::required) option->required();
}

void Command::takes_switch(const std::string& flag, const std::string& help) {
  parser_.add_flag(flag, switches_[flag], help);
}

void Command::takes_words(const std::string& flag, const std::string& help, Names names) {
  parser_.add_option(flag, words_, help)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name(type_of(names, "NAME"));
}

namespace {

/// A misspelt variable would be ignored without a word. It may also belong to another program, so it is not refused.
void warn_of_unknown_variables(std::vector<std::string> keys) {
  for (const std::string& key : configuration_keys()) keys.push_back(key);
  std::vector<std::string> known;
  known.reserve(keys.size());
  for (const std::string& key : keys) known.push_back(environment_name(key));
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name(*entry, std::strcspn(*entry, "="));
    if (name.starts_with("SOTTO_") && std::count(known.begin(), known.end(), name) == 0)
      remark("warning", name + " in the environment is not known" + did_you_mean(name, known));
  }
}

}  // namespace

std::vector<std::string> Command::flag_keys() const {
  std::vector<std::string> keys;
  for (const Flag& flag : flags_) keys.push_back(flag.key);
  return keys;
}

Settings Command::settings(const std::vector<std::string>& keys) const {
  Settings settings;
  if (!file_.empty()) settings.add_file(file_);
  if (settings.sweep() && !may_sweep_)
    throw InvalidInput(
        {"sweep", "a table", "describes many runs: `sotto run` takes it, this command does not", printable(file_)});
  settings.add_environment(keys);
  warn_of_unknown_variables(keys);
  for (const std::string& assignment : assignments_) settings.add_assignment(assignment);
  for (const Flag& flag : flags_)
    for (const std::string& text : flag.given) settings.add_flag(flag.key, flag.name, text);
  return settings;
}

std::vector<Fault> Command::with_flags(std::vector<Fault> faults) const {
  for (Fault& fault : faults)
    for (const Flag& flag : flags_)
      if (fault.place.empty() && fault.value.empty() && flag.key == fault.field) fault.place = flag.name;
  return faults;
}

namespace {

ExitCode exit_code_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::configuration:
      return usage;
    case FaultKind::data:
      return data;
    case FaultKind::numerical:
    case FaultKind::entropy:  // no random bits, no noise: nothing can be computed
      return numerical;
    case FaultKind::store:
      return store;
    case FaultKind::network:
      return network;
    case FaultKind::budget:
      return budget_refused;
  }
  return usage;
}

ExitCode refusal(const std::vector<Fault>& faults, ExitCode code, bool json,
                 const std::exception_ptr& known = std::current_exception()) {
  remember_fault(known);
  if (is_silent()) return code;
  const std::string text = json ? error_json(faults, code) : "";
  const bool said = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!json || !said)
    for (const Fault& fault : faults) remark("error", to_text(fault));
  return code;
}

/// Subcommands and long options that may stand at this place of the command line.
std::vector<std::string> names_in(const CLI::App& here) {
  std::vector<std::string> names;
  for (const CLI::App* command : here.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  for (const CLI::Option* option : here.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The first word that CLI11 had no use for: one it names, or anything in the place of a subcommand.
std::string unused_word(const CLI::ParseError& error, const CLI::App& here, int count, char** words) {
  const bool wants_subcommand = !here.get_subcommands([](const CLI::App*) { return true; }).empty();
  bool reached = !wants_subcommand || here.get_parent() == nullptr;  // a group's subcommand stands behind its name
  const std::string complaint = std::string(error.what()) + " ";
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    if (!std::exchange(reached, reached || word == here.get_name())) continue;
    const bool unexpected = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr &&
                            complaint.find(" " + word + " ") != std::string::npos;
    if (unexpected || (wants_subcommand && !word.starts_with("--json"))) return word.substr(0, word.find('='));
  }
  return "";
}

/// CLI11's complaint as a fault of ours; it does not suggest, so the nearest name is found here.
Fault fault_of(const CLI::ParseError& error, const CLI::App& program, int count, char** words) {
  const CLI::App* here_or_within = &program;
  std::string path;
  while (!here_or_within->get_subcommands().empty()) {
    here_or_within = here_or_within->get_subcommands().front();
    path += here_or_within->get_name() + " ";
  }
  const CLI::App& here = *here_or_within;
  const std::string help = " (see `sotto " + path + "--help`)";
  const std::string word = unused_word(error, here, count, words);
  if (word.empty()) return {"command line", "", error.what() + help};
  const std::vector<std::string> known = names_in(here);
  if (std::find(known.begin(), known.end(), word) != known.end())
    return {"command line", word, "must come after the subcommand"};
  return {"command line", printable(word), "is not known here" + help + did_you_mean(word, known)};
}

struct Group {
  const char* name;
  const char* help;
};
constexpr Group groups[] = {{"id", "the key and the certificates of a site"},
                            {"manifest", "what all parties of a federation agree on"},
                            {"budget", "what the records of a dataset may still cost"},
                            {"audit-log", "what a node did, for an auditor"}};

/// The parser of a subcommand; groups are made when their first one is.
CLI::App& parser_of(const Subcommand& entry, const char* heading, CLI::App& program) {
  const std::string name = entry.name;
  const std::size_t blank = name.find(' ');
  if (blank == std::string::npos) return *program.add_subcommand(name, entry.help)->group(heading);
  const std::string group_name = name.substr(0, blank);
  const auto made = program.get_subcommands([&](const CLI::App* one) { return one->get_name() == group_name; });
  if (!made.empty()) return *made.front()->add_subcommand(name.substr(blank + 1), entry.help);
  const Group& group =
      *std::find_if(std::begin(groups), std::end(groups), [&](const Group& known) { return known.name == group_name; });
  CLI::App& parser = *program.add_subcommand(group.name, group.help)->group(heading);
  parser.require_subcommand(1);
  return *parser.add_subcommand(name.substr(blank + 1), entry.help);
}

constexpr const char* about =
    "sotto: organisations fit one model together and show nobody their records.\n\nExamples:\n"
    "  sotto demo                   the paper's setting, in a few seconds\n"
    "  sotto init --kind logistic --from data.csv --label y > run.toml\n"
    "                               a configuration for records of your own\n"
    "  sotto plan run.toml          what it would promise; no record is read\n"
    "  sotto run run.toml           simulate it, beside baselines\n"
    "  sotto federate 3 run.toml    the same as three real processes\n"
    "  sotto help run               every option of a command\n";

constexpr const char* exit_codes =
    "Exit codes: 0 ok, 1 a check answered no, 2 usage or configuration, 3 data,\n"
    "4 numerical, 5 network or peer, 6 budget refused, 7 state or output cannot be\n"
    "stored or trusted, 8 a check cannot tell, 130 interrupted.";

/// "sotto run: ..." before the help of a command; some folders are "DIR...", not CLI11's "DIR(1x)".
struct HelpLayout : CLI::Formatter {
  HelpLayout() { label("REQUIRED", "(required)"); }
  std::string make_description(const CLI::App* here) const override {
    std::string path;
    for (const CLI::App* at = here; at->get_parent() != nullptr; at = at->get_parent())
      path = " " + at->get_name() + path;
    return (path.empty() ? "" : "sotto" + path + ": ") + here->get_description() + "\n";
  }
  std::string make_option_usage(const CLI::Option* option) const override {
    const std::string name = make_option_name(option, true) + (option->get_expected_max() > 1 ? "..." : "");
    return option->get_required() ? name : "[" + name + "]";
  }
};

}  // namespace

CommandLine::CommandLine() : program(std::make_unique<CLI::App>(about, "sotto")) {
  program->set_version_flag("-V,--version", std::string("sotto ") + SOTTO_VERSION + " (" + SOTTO_COMMIT + ")",
                            "show the version and end");
  program->formatter(std::make_shared<HelpLayout>());
  program->set_help_flag("-h,--help", "show this text and end");
  program->require_subcommand(1);
  program->footer(exit_codes);
  for (const Heading& heading : headings())
    for (const Subcommand& one : heading.commands) {
      CLI::App& parser = parser_of(one, heading.name, *program);
      one.describe(commands.emplace_back(parser));
      entries.push_back({one, &parser, &commands.back()});
    }
}

CommandLine::~CommandLine() = default;

int run_program(int count, char** words) {
  CommandLine line;
  CLI::App& program = *line.program;
  const bool json = std::any_of(words + 1, words + count, [](const char* w) { return std::strcmp(w, "--json") == 0; });
  const Command* command = &line.commands.front();
  try {
    if (count == 1) throw CLI::CallForHelp();
    program.parse(count, words);
    check_ranks();
    for (const CommandLine::Entry& entry : line.entries)
      if (entry.parser->parsed()) return entry.subcommand.run(*(command = entry.command));
    return usage;
  } catch (const CLI::Success& wish) {
    std::ostringstream text;
    const int code = program.exit(wish, text, text);  // --help, --version
    if (is_silent()) return code;
    std::cout << fitted(text.str());
    return std::cout.flush() ? code : refusal({{"stdout", "", "the text could not be written"}}, store, json);
  } catch (const CLI::ParseError& error) {
    const Fault fault = fault_of(error, program, count, words);
    return refusal({fault}, usage, json, std::make_exception_ptr(InvalidInput(fault)));  // in words that others know
  } catch (const InvalidInput& refused) {
    return refusal(command->with_flags(refused.faults()), exit_code_of(refused.kind()), json);
  } catch (const std::bad_alloc&) {
    return refusal({{"memory", "", "is not enough for this configuration"}}, numerical, json);
  } catch (const std::filesystem::filesystem_error& error) {
    return refusal({{"file", printable_path(error.path1().string()), error.code().message()}}, store, json);
  } catch (const std::exception&) {  // its text is not ours: it might speak of a record
    return refusal(
        {{"program", SOTTO_VERSION, "has met a fault of its own and ended; please report what was asked of it"}}, store,
        json);
  }
}

}  // namespace sotto::app
