// SPDX-License-Identifier: MIT
// Where results go.
#include "output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "sotto/input/printable.hpp"
#include "sotto/report/audit_report.hpp"
#include "sotto/report/certificate_report.hpp"
#include "sotto/report/csv_report.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/report/text_report.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

std::string command_line;

/// As a shell reads it back: words with anything but plain characters stand in quotes.
std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Only noise that was secret earns one.
void write_certificates(RunFolder& folder, const Scenario& scenario, const PlanResult& result) {
  if (result.first_trial.simulation) return;
  const auto write = [&](const std::string& name, const Plan& plan, const std::string& whose) {
    const Certificate certificate = certificate_of(plan, whose);
    folder.write(name + ".txt", certificate_text(certificate));
    folder.write(name + ".json", certificate_json(certificate));
  };
  write("certificate", result.plan, scenario.common_nodes());
  for (const auto& [node, plan] : scenario.departing_plans())
    write(fmt::format("certificate-node-{}", node), plan, fmt::format("node {}", node));
}

RunIdentity identity() {
  return {.version = SOTTO_VERSION, .commit = SOTTO_COMMIT, .command_line = command_line};
}

}  // namespace

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw InvalidInput({"stdout", "", std::string("the result could not be written: ") + std::strerror(errno)},
                       FaultKind::store);
}

void write_new(const NewFile& file, const std::string& text) {
  const auto refuse = [&](const std::string& why, FaultKind kind) {
    throw InvalidInput({file.key, printable(file.path), why}, kind);
  };
  std::FILE* stream = std::fopen(file.path.c_str(), "wx");
  if (stream == nullptr && errno == EEXIST)
    refuse("exists already; nothing is overwritten, choose another name", FaultKind::configuration);
  if (stream == nullptr) refuse(std::string("cannot be made: ") + std::strerror(errno), FaultKind::store);
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fclose(stream) == 0 && written) return;
  const std::string why = std::strerror(errno);
  std::remove(file.path.c_str());
  refuse("cannot be written: " + why, FaultKind::store);
}

std::unique_ptr<RunFolder> open_run_folder(const std::string& out, const std::string& default_name) {
  if (!out.empty()) return std::make_unique<RunFolder>(out);
  try {
    return std::make_unique<RunFolder>(
        fmt::format("runs/{}-{:%Y%m%d-%H%M%S}", default_name, fmt::gmtime(std::time(nullptr))),
        RunFolder::IfTaken::next_number);
  } catch (const InvalidInput& refused) {
    remark("warning", std::string("no run folder is written: ") + refused.what());
    return nullptr;
  }
}

void write_run(RunFolder& folder, const Scenario& scenario, const Comparison& comparison) {
  folder.write("configuration.toml", to_toml(scenario.configuration()));
  folder.write("report.txt", comparison_text(scenario, comparison));
  folder.write("run.json", run_json(scenario, comparison));
  folder.write("results.csv", metrics_csv(comparison));
  folder.write("rounds.csv", rounds_csv(comparison));
  folder.write("nodes.csv", nodes_csv(comparison));
  write_certificates(folder, scenario, comparison.plans.front());
  folder.write("manifest.json", manifest_json(identity(), scenario, comparison, folder.digests()));
  folder.finish();
}

void write_audit(RunFolder& folder, const Scenario& scenario, const PrivacyAudit& audit) {
  folder.write("configuration.toml", to_toml(scenario.configuration()));
  folder.write("report.txt", audit_text(scenario, audit));
  folder.write("audit.json", audit_json(scenario, audit));
  folder.write("tradeoff.csv", trade_off_csv(audit));
  folder.write("manifest.json", audit_manifest_json(identity(), scenario, audit, folder.digests()));
  folder.finish();
}

void remember_command_line(int count, char** words) {
  for (int k = 0; k < count; ++k) command_line.append(k == 0 ? "" : " ").append(quoted(words[k]));
}

}  // namespace sotto::app
