// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/amendment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/files/durable_file.hpp"

namespace sotto {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* amendment_schema = "sotto.amendment/1";

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string Amendment::text() const {
  std::string lines = fmt::format("run {}\namendment {}\nbefore {}\n", run.hex(), number, before.hex());
  for (const std::string& name : without) lines += "without " + name + "\n";
  return lines;
}

void SignedAmendment::sign(const SiteKey& key) {
  signature = key.sign(SigningContext::amendment, amendment.text());
}

bool SignedAmendment::is_by(const PublicKey& key) const {
  return key.verifies(SigningContext::amendment, amendment.text(), signature);
}

std::filesystem::path amendment_path(const std::string& manifest_path, unsigned number, const std::string& name) {
  return std::filesystem::path(manifest_path + ".amendments") / std::to_string(number) / (name + ".json");
}

std::string to_json(const SignedAmendment& signed_by) {
  const Amendment& amendment = signed_by.amendment;
  return Json{{"schema", amendment_schema},
              {"run", amendment.run.hex()},
              {"number", amendment.number},
              {"before", amendment.before.hex()},
              {"without", amendment.without},
              {"name", signed_by.name},
              {"signature", hex_of(signed_by.signature)}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<SignedAmendment> amendment_from(const std::string& json) {
  const Json read = Json::parse(json, nullptr, false);
  if (!read.is_object()) return std::nullopt;
  try {
    const auto run = digest_from_hex(read.at("run").get<std::string>());
    const auto before = digest_from_hex(read.at("before").get<std::string>());
    const auto signature = bytes_of_hex(read.at("signature").get<std::string>());
    if (read.at("schema") != amendment_schema || !run || !before || !signature ||
        !read.at("number").is_number_unsigned() || read.at("number").get<std::uint64_t>() > most_amendments)
      return std::nullopt;
    SignedAmendment found{.amendment = {.run = *run,
                                        .number = read.at("number").get<unsigned>(),
                                        .before = *before,
                                        .without = read.at("without").get<std::vector<std::string>>()},
                          .name = read.at("name").get<std::string>(),
                          .signature = *signature};
    // Other texts could be signed as two things, and would reach a terminal.
    const std::vector<std::string>& without = found.amendment.without;
    if (!is_site_name(found.name) || !std::all_of(without.begin(), without.end(), is_site_name)) return std::nullopt;
    return found;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// A line each.
std::string shown(const std::vector<SignedAmendment>& amendments) {
  std::string lines;
  for (const SignedAmendment& one : amendments) lines += Json::parse(to_json(one)).dump() + "\n";
  return lines;
}

std::vector<SignedAmendment> amendments_in(const std::string& shown) {
  std::vector<SignedAmendment> amendments;
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);)
    if (const auto one = amendment_from(line)) amendments.push_back(*one);
  return amendments;
}

void write_amendment(const std::string& manifest_path, const SignedAmendment& signed_by) {
  const std::filesystem::path path = amendment_path(manifest_path, signed_by.amendment.number, signed_by.name);
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  write_durably({.field = "amendment", .path = path.string(), .kind = FaultKind::store}, to_json(signed_by));
}

}  // namespace sotto
