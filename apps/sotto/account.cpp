// SPDX-License-Identifier: MIT
// sotto account: a privacy cost in any representation, and what every accountant says of it.
#include "command.hpp"
#include "output.hpp"
#include "sotto/job/questions.hpp"
#include "sotto/report/plan/account_report.hpp"

namespace sotto::app {
namespace {

constexpr const char* one_of =
    "give exactly one of --alpha, --mu, --rho, --accountant (with --epsilon and --delta), or a CONFIG.toml";

std::string curve_file(const Command& command, Reader& reader) {
  std::string curve = reader.text_or("account.curve", "");
  if (reader.has("account.curve") && curve.empty()) reader.refuse("account.curve", "must name a file, or be -");
  if (curve == "-" && command.json())
    reader.refuse("account.curve", "must name a file with --json: there is one stdout");
  return curve;
}

void describe_account(Command& command) {
  command.takes_configuration(Command::File::optional);
  command.takes_setting("--alpha", "account.alpha", "cost of a run: sum of Delta(t)^2/M_t^2");
  command.takes_setting("--mu", "account.mu", "the same as Gaussian DP: mu = sqrt(alpha)");
  command.takes_setting("--rho", "account.rho", "the same as zCDP: rho = alpha/2");
  command.takes_setting("--accountant", "account.accountant",
                        "take what this one allows for --epsilon and --delta: " + names_in_words(all_accountants));
  command.takes_setting("--delta", "account.delta", "evaluate epsilon there, strictly between 0 and 1");
  command.takes_setting("--epsilon", "account.epsilon", "evaluate delta there");
  command.takes_setting("--rounds", "account.rounds", "rounds of a run, of equal cost (basic, advanced)");
  command.takes_setting("--runs", "account.runs", "equal runs on the same records");
  command.takes_setting("--records-per-person", "account.records_per_person", "records of a person at one node");
  command.takes_setting("--nodes-per-person", "account.nodes_per_person", "nodes that hold one");
  command.takes_setting("--total-variation", "account.total_variation",
                        "of a run's lattice noise (basic, advanced, exact)");
  command.takes_setting("--node", "account.node", "of a configuration whose nodes have promises of their own");
  command.takes_setting("--curve", "account.curve",
                        "write delta(epsilon) of every accountant to this new CSV file; - is stdout",
                        Command::Names::new_file);
}

ExitCode account(const Command& command) {
  std::vector<std::string> known = command.flag_keys();
  if (!command.file().empty())
    for (const std::string& key : configuration_keys()) known.push_back(key);
  const Settings given = command.settings(known);
  Reader reader(given);
  const AccountQuestion question =
      read_account_question(reader, command.file().empty() ? AskedOf::numbers : AskedOf::configuration, one_of);
  const std::string curve = curve_file(command, reader);
  reader.finish();
  const AccountAnswer made = answer(question);
  if (curve == "-") {
    print(curve_csv(account_curves(made.account.query)));
    return ok;
  }
  if (!curve.empty()) write_new({.key = "account.curve", .path = curve}, curve_csv(account_curves(made.account.query)));
  print(command.json() ? account_json(made.account, made.all_others)
                       : fitted(account_text(made.account, made.all_others)));
  return ok;
}

}  // namespace

const Subcommand account_command{"account", "a privacy cost in any representation, by every accountant",
                                 describe_account, account};

}  // namespace sotto::app
