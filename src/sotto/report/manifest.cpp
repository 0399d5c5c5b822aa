// SPDX-License-Identifier: MIT
// The manifest of a folder, read back.
#include "sotto/report/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sotto/input/printable.hpp"
#include "sotto/report/json_values.hpp"
#include "sotto/report/text_table.hpp"
#include "sotto/settings/conversion.hpp"

namespace sotto {
namespace {

/// A name that stays inside its folder.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

ManifestFacts facts_in(const Json& json) {
  ManifestFacts facts{.identity = {.kind = json.at("kind"),
                                   .version = json.at("version"),
                                   .commit = json.at("commit"),
                                   .command_line = json.at("command_line")},
                      .interrupted = json.at("interrupted"),
                      .digests = {}};
  if (!json.at("sha256").is_object()) throw std::out_of_range("sha256 must be an object");
  for (const auto& [name, digest] : json.at("sha256").items()) {
    if (!is_plain_name(name)) throw std::out_of_range("a file's name leads out of the folder");
    facts.digests[name] = digest;
  }
  if (json.contains("sweeps")) facts.sweeps = json.at("sweeps").get<std::vector<std::string>>();
  if (!std::all_of(facts.sweeps.begin(), facts.sweeps.end(), is_plain_name))
    throw std::out_of_range("a sweep's name leads out of the folder");
  facts.printed_bound = json.value("printed_bound", false);
  const std::optional<std::uint64_t> seed = parse_unsigned(json.at("seed").get_ref<const std::string&>());
  if (!seed) throw std::out_of_range("the seed must be a whole number");
  facts.seed = *seed;
  return facts;
}

constexpr std::array state_words{"same", "differs", "missing", "damaged", "not in the manifest"};

const char* word_for(VerifiedFile::State state) {
  return state_words[static_cast<std::size_t>(state)];
}

}  // namespace

std::string read_result(const std::filesystem::path& path) {
  constexpr std::size_t largest_result = std::size_t{1} << 36;
  return read_whole_file({.field = "DIR", .path = path.string()}, largest_result, Links::refused);
}

ManifestFacts read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "manifest.json";
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw InvalidInput({"DIR", printable(folder.string()), "holds no manifest.json: it is not a folder of results"},
                       FaultKind::data);
  return read_document({.field = "DIR", .path = path.string()}, "sotto.manifest/1", facts_in);
}

std::string verification_text(const std::vector<VerifiedFile>& files) {
  TextTable table({"file", "run again"});
  for (const VerifiedFile& file : files)
    table.add({file.name, file.first_difference > 0
                              ? fmt::format("{} from line {} on", word_for(file.state), file.first_difference)
                              : word_for(file.state)});
  return table.text() + "\n  manifest.json names its own command and is not compared.\n";
}

std::string verification_json(const std::vector<VerifiedFile>& files) {
  Json list = Json::object();
  bool all_same = true;
  for (const VerifiedFile& file : files) {
    list[file.name] = word_for(file.state);
    all_same = all_same && file.state == VerifiedFile::State::same;
  }
  return dump({{"schema", "sotto.verify/1"}, {"same", all_same}, {"files", list}});
}

}  // namespace sotto
