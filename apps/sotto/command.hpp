// SPDX-License-Identifier: MIT
// A subcommand: the options it takes, and what it was given. The parser behind it (CLI11) is seen by
// command.cpp and command_tree.cpp alone.
#pragma once

#include <list>
#include <map>
#include <string>
#include <vector>

#include "sotto/input/invalid_input.hpp"
#include "sotto/settings/settings.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own name
class App;
}

namespace sotto::app {

/// Exit codes of the program: documented, stable.
enum ExitCode : int {
  ok = 0,
  answered_no = 1,
  usage = 2,
  data = 3,
  numerical = 4,
  network = 5,
  budget_refused = 6,
  store = 7,
  cannot_tell = 8,  ///< a check came to no answer
  interrupted = 130
};

class Command {
 public:
  /// Every command takes --json and --quiet.
  explicit Command(CLI::App& parser);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// What the word of an option is, as --help says it. A test gives marked files to all that name one.
  enum class Names { nothing, file, folder, new_file, new_folder };

  enum class File { none, optional, required, may_sweep };
  /// CONFIG.toml (unless none), and --set key=value. Only `may_sweep` (required too) takes one with a table [sweep].
  void takes_configuration(File file);
  /// `flag` ("--epsilon") is the configuration key `key` ("privacy.epsilon") with the highest rank.
  void takes_setting(const std::string& flag, const std::string& key, const std::string& help,
                     Names names = Names::nothing);
  /// --out, the folder for the results.
  void takes_out();
  /// DIR, or several of them.
  enum class Folders { one, some };
  void takes_folders(Folders how_many, const std::string& help);
  /// A word without a flag, in the order of these calls: a file, or a name. Empty where an optional one was not given.
  enum class Wanted { required, optional };
  void takes_path(const std::string& name, const std::string& help, Wanted wanted = Wanted::required,
                  Names names = Names::nothing);
  void takes_file(const std::string& name, const std::string& help) {
    takes_path(name, help, Wanted::required, Names::file);
  }
  /// A flag with a value that is no configuration key, so that neither a file nor the environment can set it.
  void takes_value(const std::string& flag, Wanted wanted, const std::string& help, Names names = Names::nothing);
  void takes_state(const std::string& help = "the node's state folder") {
    takes_value("--state", Wanted::required, help, Names::folder);
  }
  void takes_switch(const std::string& flag, const std::string& help);
  /// Words of a flag that is no configuration key; it may be repeated.
  void takes_words(const std::string& flag, const std::string& help, Names names = Names::nothing);

  bool json() const { return json_; }
  bool quiet() const { return quiet_; }
  const std::string& file() const { return file_; }
  const std::string& out() const { return out_; }
  const std::vector<std::string>& folders() const { return folders_; }
  const std::vector<std::string>& words() const { return words_; }
  const std::string& path(const std::string& name) const { return paths_.at(name); }
  /// What takes_value was given; empty where it was not.
  const std::string& value(const std::string& flag) const { return values_.at(flag); }
  bool is_on(const std::string& flag) const { return switches_.at(flag); }

  /// The configuration keys that flags of this command set.
  std::vector<std::string> flag_keys() const;
  /// What file, environment, --set and flags come to. Keys are those the environment may set.
  Settings settings(const std::vector<std::string>& keys) const;

  /// Faults of absent keys, with the flag that would set each.
  std::vector<Fault> with_flags(std::vector<Fault> faults) const;

 private:
  struct Flag {
    std::string name;
    std::string key;
    std::vector<std::string> given;
  };
  CLI::App& parser_;
  bool json_ = false;
  bool quiet_ = false;
  std::string file_;
  std::string out_;
  bool may_sweep_ = false;
  std::vector<std::string> folders_;
  std::vector<std::string> words_;
  std::map<std::string, std::string> paths_;
  std::map<std::string, std::string> values_;
  std::map<std::string, bool> switches_;
  std::vector<std::string> assignments_;
  std::list<Flag> flags_;  // a list: the parser keeps references to `given`
};

/// What a subcommand takes, and what it does; each lies in a file of its own. A name of two words is one of a group.
struct Subcommand {
  const char* name;
  const char* help;
  void (*describe)(Command&);
  ExitCode (*run)(const Command&);
};
extern const Subcommand init_command, plan_command, account_command, run_command, audit_command, graph_command,
    demo_command, reproduce_command, verify_command, report_command, predict_command, manifest_check_command,
    manifest_show_command, manifest_sign_command, manifest_amend_command, node_command, federate_command,
    doctor_command, id_new_command, id_show_command, id_renew_command, id_disown_command, budget_init_command,
    budget_show_command, budget_history_command, budget_verify_command, budget_word_command, budget_release_command,
    budget_backup_command, budget_restore_command, audit_log_export_command, audit_log_verify_command, help_command,
    completion_command, man_command, schema_command, manifest_new_command, merge_command;

/// In the order of --help.
struct Heading {
  const char* name;
  std::vector<Subcommand> commands;
};
std::vector<Heading> headings();

/// Parses the command line, runs the subcommand and turns every refusal into a text or JSON and an exit code.
int run_program(int count, char** words);

}  // namespace sotto::app
