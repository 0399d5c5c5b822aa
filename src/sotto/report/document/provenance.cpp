// SPDX-License-Identifier: MIT
#include "sotto/report/document/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sotto/digest/digest.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto {
namespace {

/// A name that stays inside its folder.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

Provenance provenance_in(const Json& json) {
  Provenance found{.made_by = {.kind = json.at("kind"),
                               .version = json.at("version"),
                               .commit = json.at("commit"),
                               .command_line = json.at("command_line")},
                   .interrupted = json.at("interrupted")};
  if (!json.at("sha256").is_object()) throw std::out_of_range("sha256 must be an object");
  for (const auto& [name, digest] : json.at("sha256").items()) {
    if (!is_plain_name(name)) throw std::out_of_range("a file's name leads out of the folder");
    found.digests[name] = digest;
  }
  if (json.contains("sweeps")) found.sweeps = json.at("sweeps").get<std::vector<std::string>>();
  if (!std::all_of(found.sweeps.begin(), found.sweeps.end(), is_plain_name))
    throw std::out_of_range("a sweep's name leads out of the folder");
  found.printed_bound = json.value("printed_bound", false);
  const std::optional<std::uint64_t> seed =
      number_of_text<std::uint64_t>(json.at("seed").get_ref<const std::string&>());
  if (!seed) throw std::out_of_range("the seed must be a whole number");
  found.seed = *seed;
  return found;
}

}  // namespace

void add_provenance(Files& files, const RunIdentity& made_by, const ProvenanceFacts& about) {
  std::map<std::string, std::string> digests;
  for (const auto& [name, bytes] : files) digests[name] = sha256(bytes);
  Json json = {{"schema", "sotto.manifest/1"},
               {"private", about.is_private},
               {"notice", about.notice},
               {"kind", made_by.kind},
               {"version", made_by.version},
               {"commit", made_by.commit},
               {"command_line", made_by.command_line}};
  json.update(about.facts);
  json["sha256"] = digests;
  files.emplace_back(provenance_file, dump(json));
}

Provenance read_provenance(const NamedFile& file, const std::string& text) {
  return read_document(file, text, "sotto.manifest/1", provenance_in);
}

bool all_same(const std::vector<VerifiedFile>& files) {
  return std::all_of(files.begin(), files.end(),
                     [](const VerifiedFile& file) { return file.state == VerifiedFile::State::same; });
}

std::string verification_text(const std::vector<VerifiedFile>& files) {
  ReportTable table{.columns = {"file", "run again"}};
  for (const VerifiedFile& file : files)
    table.add({file.name, file.first_difference > 0
                              ? fmt::format("{} from line {} on", name_of(file.state), file.first_difference)
                              : std::string(name_of(file.state))});
  return table.text() + "\n  manifest.json names its own command and is not compared.\n";
}

std::string verification_json(const std::vector<VerifiedFile>& files) {
  Json list = Json::object();
  for (const VerifiedFile& file : files) list[file.name] = name_of(file.state);
  return dump({{"schema", "sotto.verify/1"}, {"same", all_same(files)}, {"files", list}});
}

}  // namespace sotto
