// SPDX-License-Identifier: MIT
// sotto manifest check, show: what all parties agree on, and whether they do.
#include "sotto/federation/manifest/manifest.hpp"

#include <fmt/format.h>

#include <string>

#include "command.hpp"
#include "manifest_statement.hpp"
#include "output.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto::app {
namespace {

Json json_of_amendment(const Amendment& amendment) {
  return {{"number", amendment.number}, {"without", amendment.without}};
}

/// Those that count, and the next one with those who have not signed it.
Json amendments_json(const FoundSession& found) {
  Json json{{"in_force", Json::array()}, {"proposed", nullptr}, {"members", Json::array()}};
  for (const SignedAmendment& one : found.amendments)
    if (json["in_force"].size() < one.amendment.number) json["in_force"].push_back(json_of_amendment(one.amendment));
  for (const NodeId i : found.session.members()) json["members"].push_back(found.session.manifest().parties()[i].name);
  if (found.proposed) {
    json["proposed"] = json_of_amendment(*found.proposed);
    json["proposed"]["not_signed_by"] = found.missing;
  }
  return json;
}

Json json_of(const std::string& path, const Manifest& manifest) {
  Json json{{"schema", "sotto.federation-manifest/1"},
            {"run", manifest.run_id().hex()},
            {"purpose", manifest.purpose() == Purpose::trial ? "trial" : "real"},
            {"gradient_rounds", manifest.plan_of(0).gradient_rounds()},
            {"consensus_rounds", manifest.consensus_rounds()},
            {"dimension", manifest.dimension()},
            {"trust", name_of(manifest.agreement().terms().privacy.trust)},
            {"parties", Json::array()}};
  if (const MaskedSums* sums = masked_sums(manifest.plan_of(0).request().mechanism)) {
    json["masked_sums"] = {{"members", sums->members},
                           {"colluders", sums->colluders},
                           {"honest_members", sums->members - sums->colluders},
                           {"spare_rounds", sums->spare_rounds},
                           {"suite", masking_suite}};
    json["amendments"] =
        amendments_json(find_session(path, Session(std::make_shared<const Manifest>(manifest), RunKind::real)));
  }
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    const auto& [name, address, key, dataset] = manifest.parties()[i];
    const Plan& plan = manifest.plan_of(i);
    const PrivacyBudget& promise = plan.request().budget;
    const BookedUnits units = units_of_run(plan);
    const FoundSignature found = find_signature(path, manifest, i);
    json["parties"].push_back({{"node", i},
                               {"name", name},
                               {"address", address.text()},
                               {"public_key", key.text()},
                               {"dataset", dataset},
                               {"neighbours", manifest.neighbours_of(i)},
                               {"epsilon", promise.epsilon},
                               {"delta", promise.delta},
                               {"epsilon_all", number(epsilon_against_all(plan))},
                               {"alpha_units", units.planned.alpha},
                               {"alpha_all_units", units.all_others.alpha},
                               {"signed", found.signature.has_value()},
                               {"why_not", found.fault}});
  }
  return json;
}

/// The manifest by all, and an amendment by all who remain where one was proposed.
bool all_signed(const Json& json) {
  for (const Json& party : json["parties"])
    if (!party["signed"]) return false;
  return !json.contains("amendments") || json["amendments"]["proposed"].is_null();
}

std::string names_in(const Json& names) {
  return with_commas(names.get<std::vector<std::string>>());
}

std::string amendments_text(const Json& json) {
  std::string text;
  const auto line = [&](const std::string& words) { text += (text.empty() ? "" : "               ") + words + "\n"; };
  for (const Json& one : json["in_force"])
    line(fmt::format("{} is in force: without {}", one["number"].get<unsigned>(), names_in(one["without"])));
  if (const Json& next = json["proposed"]; !next.is_null())
    line(fmt::format("{} was proposed: without {}. It does not count yet: {} not signed",
                     next["number"].get<unsigned>(), names_in(next["without"]),
                     names_in(next["not_signed_by"]) + (next["not_signed_by"].size() == 1 ? " has" : " have")));
  if (text.empty()) line("none");
  return text;
}

/// How many rounds there are, and whom members trust.
std::string terms_text(const Json& json) {
  const auto rounds = json["gradient_rounds"].get<std::uint64_t>();
  if (!json.contains("masked_sums"))
    return fmt::format("  rounds       {} with gradients and noise, then {} of averaging\n  trust        in nobody\n",
                       rounds, json["consensus_rounds"].get<std::uint64_t>());
  const Json& sums = json["masked_sums"];
  const auto spare = sums["spare_rounds"].get<std::uint64_t>();
  return fmt::format(
      "  rounds       {} with gradients and noise; after each all members have the same sum\n"
      "  trust        in all {} members but {} (masked sums)\n"
      "  spare rounds {}\n  masks        {}\n  amendments   {}",
      rounds, sums["members"].get<std::uint64_t>(), sums["colluders"].get<std::uint64_t>(),
      spare == 0 ? "none: a run that loses a member must be given up"
                 : fmt::format("{}, paid for: a round can be repeated without a lost member", spare),
      sums["suite"].get<std::string>(), amendments_text(json["amendments"]));
}

std::string text_of(const Json& json) {
  ReportTable table{.columns = {"party", "address", "records of", "epsilon", "delta", "epsilon, all others", "signed"}};
  std::string faults;
  for (const Json& party : json["parties"]) {
    table.add({party["name"], party["address"], party["dataset"], show(party["epsilon"]), show(party["delta"]),
               shown_from_above(party["epsilon_all"]), party["signed"] ? "yes" : "no"});
    if (!party["signed"])
      faults += fmt::format("  {}: {}\n", party["name"].get<std::string>(), party["why_not"].get<std::string>());
  }
  return fmt::format("  run id       {}\n  purpose      {}\n{}  dimension    {}\n\n{}\n{}",
                     json["run"].get<std::string>(), json["purpose"].get<std::string>(), terms_text(json),
                     json["dimension"].get<std::uint64_t>(), table.text(), faults);
}

void describe_manifest_check(Command& command) {
  command.takes_file("MANIFEST", "a configuration with parties (TOML): see docs/deployment.md");
}

ExitCode manifest_check(const Command& command) {
  const std::string& path = command.path("MANIFEST");
  const Manifest manifest = Manifest::read(path);
  const Json json = json_of(path, manifest);
  remark_on_promises(manifest, command.quiet());
  print(command.json() ? dump(json) : fitted(text_of(json)));
  return all_signed(json) ? ok : answered_no;
}

void describe_manifest_show(Command& command) {
  command.takes_file("MANIFEST", "a configuration with parties (TOML)");
}

ExitCode manifest_show(const Command& command) {
  const Manifest manifest = Manifest::read(command.path("MANIFEST"));
  print(command.json() ? dump({{"schema", "sotto.manifest-text/1"},
                               {"run", manifest.run_id().hex()},
                               {"canonical", manifest.canonical()}})
                       : manifest.canonical());
  return ok;
}

}  // namespace

const Subcommand manifest_check_command{"manifest check", "read a manifest; who has signed it", describe_manifest_check,
                                        manifest_check};
const Subcommand manifest_show_command{"manifest show", "the canonical bytes whose digest is the run id",
                                       describe_manifest_show, manifest_show};

}  // namespace sotto::app
