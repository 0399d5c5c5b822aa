// SPDX-License-Identifier: MIT
// sotto doctor: what would keep a node from running, and how to mend it. Sends no round, spends nothing.
#include <fmt/format.h>

#include <filesystem>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/manifest/session.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/runner/start_checks.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto::app {
namespace {

namespace fs = std::filesystem;

struct Finding {
  std::string check;
  bool passed;
  std::string what;  ///< found, or how to mend it
};

std::string text_of(const InvalidInput& refused) {
  std::string text;
  for (const Fault& fault : refused.faults()) text += (text.empty() ? "" : "; ") + to_text(fault);
  return text;
}

/// Runs a check that refuses by throwing.
template <class Check>
Finding finding_of(const std::string& name, const Check& check) {
  try {
    const Found found = check();
    return {name, found.is_well, found.text};
  } catch (const InvalidInput& refused) {
    return {name, false, text_of(refused)};
  }
}

/// Reached, with a good certificate, and of the same mind: in the same session, where a run was amended.
Finding neighbour_finding(const Session& session, const Party& neighbour, TlsContexts& contexts) {
  const Probed probed = probe(neighbour, contexts);
  const std::string check = "neighbour " + neighbour.name, where = neighbour.address.text();
  if (!probed.why_not.empty()) return {check, false, where + ": " + probed.why_not};
  if (*probed.run == session.id() || *probed.run == session.manifest().dry_run_id())
    return {check, true, where + " answers, its certificate is good, and its manifest is the same"};
  if (*probed.run == session.run())
    return {check, false,
            fmt::format("{} answers, but does not know amendment {}: give it the files, and let it start again", where,
                        session.number())};
  if (session.is_masked())
    return {check, false,
            fmt::format("{} answers, but runs another manifest, or knows another amendment (session {}): compare them "
                        "with `sotto manifest check`",
                        where, probed.run->hex().substr(0, 16))};
  return {check, false,
          fmt::format("{} answers, but runs another manifest (run {}): compare them with `sotto manifest show`", where,
                      probed.run->hex().substr(0, 16))};
}

void look_at_network(const StartCandidate& node, std::vector<Finding>& findings) {
  const Manifest& manifest = *node.manifest;
  const Party& own = manifest.parties()[*node.number];
  TlsContexts contexts(node.identity->certificate_path(), rules_of(manifest.parties()));
  findings.push_back(finding_of("port", [&] {
    try_to_listen(own.address.on_all_addresses(), contexts);
    return Found{fmt::format("{} can be listened on", own.address.port)};
  }));
  const Session& session = *node.session;
  for (const NodeId j : session.neighbours_of(*node.number)) {
    const Party& neighbour = manifest.parties()[j];
    findings.push_back(
        j < *node.number ? Finding{"neighbour " + neighbour.name, true, "dials this site; it is not dialled from here"}
                         : neighbour_finding(session, neighbour, contexts));
  }
}

/// All that a node looks at before it starts, and then what it meets.
std::vector<Finding> findings_of(const std::string& manifest, const fs::path& state) {
  StartCandidate node{.options = {.manifest = manifest, .data = "", .labels = "", .state = state}, .only_looks = true};
  std::vector<Finding> findings;
  for (const StartCheck& check : start_checks())
    if (check.is_due(node)) findings.push_back(finding_of(check.name, [&] { return check.look(node); }));
  node.store.reset();
  if (node.session && node.has_descriptors && node.has_credentials) look_at_network(node, findings);
  return findings;
}

void describe_doctor(Command& command) {
  command.takes_value("--manifest", Command::Wanted::required, "what all parties agreed on (TOML)",
                      Command::Names::file);
  command.takes_state();
}

ExitCode doctor(const Command& command) {
  const std::vector<Finding> findings = findings_of(command.value("--manifest"), command.value("--state"));
  bool well = true;
  Json json{{"schema", "sotto.doctor/1"}, {"checks", Json::array()}};
  std::string text;
  for (const Finding& finding : findings) {
    well = well && finding.passed;
    text += fmt::format("  {:<6} {:<22} {}\n", finding.passed ? "passed" : "FAILED", finding.check, finding.what);
    json["checks"].push_back({{"check", finding.check}, {"passed", finding.passed}, {"text", finding.what}});
  }
  json["passed"] = well;
  print(command.json() ? dump(json) : fitted(text));
  return well ? ok : answered_no;
}

}  // namespace

const Subcommand doctor_command{"doctor", "what would keep a node from running, and how to mend it", describe_doctor,
                                doctor};

}  // namespace sotto::app
