// SPDX-License-Identifier: MIT
// A subcommand: the options it takes, and what it was given. The parser behind it (CLI11) is seen by command.cpp alone.
#pragma once

#include <list>
#include <map>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "sotto/settings/settings.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own name
class App;
}

namespace sotto::app {

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
  /// A flag without a value.
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
  /// Of takes_value: empty where it was not given.
  const std::string& value(const std::string& flag) const { return values_.at(flag); }
  bool is_on(const std::string& flag) const { return switches_.at(flag); }

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

/// Each subcommand lies in a file of its own: what it takes, and what it does.
void describe_init(Command& command);
void describe_plan(Command& command);
void describe_account(Command& command);
void describe_run(Command& command);
void describe_graph(Command& command);
void describe_audit(Command& command);
void describe_demo(Command& command);
void describe_reproduce(Command& command);
void describe_verify(Command& command);
void describe_report(Command& command);
void describe_predict(Command& command);
void describe_node(Command& command);
void describe_federate(Command& command);
void describe_doctor(Command& command);
void describe_manifest_check(Command& command);
void describe_manifest_sign(Command& command);
void describe_manifest_show(Command& command);
void describe_id_new(Command& command);
void describe_id_show(Command& command);
void describe_id_renew(Command& command);
void describe_id_disown(Command& command);
void describe_budget_init(Command& command);
void describe_budget_show(Command& command);
void describe_budget_history(Command& command);
void describe_budget_verify(Command& command);
void describe_budget_word(Command& command);
void describe_budget_release(Command& command);
void describe_budget_backup(Command& command);
void describe_budget_restore(Command& command);
void describe_audit_log_export(Command& command);
void describe_audit_log_verify(Command& command);
ExitCode init(const Command& command);
ExitCode plan(const Command& command);
ExitCode account(const Command& command);
ExitCode run(const Command& command);
ExitCode graph(const Command& command);
ExitCode audit(const Command& command);
ExitCode demo(const Command& command);
ExitCode reproduce(const Command& command);
ExitCode verify(const Command& command);
ExitCode report(const Command& command);
ExitCode predict(const Command& command);
ExitCode node(const Command& command);
ExitCode federate(const Command& command);
ExitCode doctor(const Command& command);
ExitCode manifest_check(const Command& command);
ExitCode manifest_sign(const Command& command);
ExitCode manifest_show(const Command& command);
ExitCode id_new(const Command& command);
ExitCode id_show(const Command& command);
ExitCode id_renew(const Command& command);
ExitCode id_disown(const Command& command);
ExitCode budget_init(const Command& command);
ExitCode budget_show(const Command& command);
ExitCode budget_history(const Command& command);
ExitCode budget_verify(const Command& command);
ExitCode budget_word(const Command& command);
ExitCode budget_release(const Command& command);
ExitCode budget_backup(const Command& command);
ExitCode budget_restore(const Command& command);
ExitCode audit_log_export(const Command& command);
ExitCode audit_log_verify(const Command& command);

/// Parses the command line, runs the subcommand and turns every refusal into a text or JSON and an exit code.
int run_program(int count, char** words);

}  // namespace sotto::app
