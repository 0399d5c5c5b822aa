// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/signature.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "sotto/files/durable_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* schema = "sotto.manifest-signature/1";
constexpr std::size_t longest_file = 4096;

/// The library's own conversion turns fractions, negative and too large numbers into others.
std::optional<std::int64_t> count_in(const Json& number) {
  if (!number.is_number_unsigned() || number.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
    return std::nullopt;
  return number.get<std::int64_t>();
}

std::optional<ManifestSignature> read_signature(const std::filesystem::path& path) {
  const std::string text = read_whole_file({.field = "signature", .path = path.string()}, longest_file, Links::refused);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    const auto entries = count_in(json.at("ledger_entries")), alpha = count_in(json.at("spent_alpha_units"));
    const auto total_variation = count_in(json.at("spent_total_variation_units"));
    const auto run = digest_from_hex(json.at("run").get<std::string>());
    const auto head = digest_from_hex(json.at("ledger_head").get<std::string>());
    const auto signature = bytes_of_hex(json.at("signature").get<std::string>());
    if (json.at("schema") != schema || !run || !head || !signature) return std::nullopt;
    if (!entries || !alpha || !total_variation) return std::nullopt;
    return ManifestSignature{.name = json.at("name").get<std::string>(),
                             .run = *run,
                             .ledger_entries = static_cast<std::uint64_t>(*entries),
                             .ledger_head = *head,
                             .spent = {.alpha = *alpha, .total_variation = *total_variation},
                             .signature = *signature};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

constexpr const char* last_word_schema = "sotto.last-word/1";

}  // namespace

std::string ManifestSignature::signed_text() const {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", run.hex(), name, ledger_entries, ledger_head.hex(), spent.alpha,
                     spent.total_variation);
}

void ManifestSignature::sign(const SiteKey& key) {
  signature = key.sign(SigningContext::manifest, signed_text());
}

bool ManifestSignature::is_by(const PublicKey& key) const {
  return key.verifies(SigningContext::manifest, signed_text(), signature);
}

std::filesystem::path signature_path(const std::string& manifest_path, const std::string& name) {
  return std::filesystem::path(manifest_path + ".signatures") / (name + ".json");
}

void write_signature(const std::string& manifest_path, const ManifestSignature& signature) {
  const std::filesystem::path path = signature_path(manifest_path, signature.name);
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  const Json json{{"schema", schema},
                  {"name", signature.name},
                  {"run", signature.run.hex()},
                  {"ledger_entries", signature.ledger_entries},
                  {"ledger_head", signature.ledger_head.hex()},
                  {"spent_alpha_units", signature.spent.alpha},
                  {"spent_total_variation_units", signature.spent.total_variation},
                  {"signature", hex_of(signature.signature)}};
  write_durably({.field = "signature", .path = path.string(), .kind = FaultKind::store}, json.dump(2) + "\n");
}

FoundSignature find_signature(const std::string& manifest_path, const Manifest& manifest, NodeId party) {
  const auto& [name, address, key, dataset] = manifest.parties()[party];
  const std::filesystem::path path = signature_path(manifest_path, name);
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  if (error) return {std::nullopt, printable_path(path.string()) + " cannot be looked at: " + error.message()};
  if (!there) return {std::nullopt, "has not signed: there is no " + printable_path(path.string())};
  std::optional<ManifestSignature> found;
  try {
    found = read_signature(path);
  } catch (const InvalidInput& refused) {
    return {std::nullopt,
            printable_path(path.string()) + " cannot be read as a signature: it " + refused.faults().front().rule};
  }
  if (!found) return {std::nullopt, printable_path(path.string()) + " cannot be read as a signature"};
  if (found->name != name || !found->is_by(key))
    return {std::nullopt, printable_path(path.string()) + " was not signed by the key in the manifest"};
  if (found->run != manifest.run_id())
    return {std::nullopt, "has signed another manifest, run " + found->run.hex().substr(0, 16)};
  return {std::move(found), ""};
}

std::vector<ManifestSignature> signatures_of_all(const std::string& manifest_path, const Manifest& manifest) {
  Faults faults;
  std::vector<ManifestSignature> all;
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    const FoundSignature found = find_signature(manifest_path, manifest, i);
    if (found.signature)
      all.push_back(*found.signature);
    else
      faults.add({"signature", manifest.parties()[i].name, found.fault});
  }
  faults.throw_if_any();
  return all;
}

std::string LastWord::signed_text() const {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", run.hex(), by, by_key, of, of_key, round,
                     digest ? digest->hex() : "none");
}

void LastWord::sign(const SiteKey& key) {
  signature = key.sign(SigningContext::word, signed_text());
}

bool LastWord::is_by(const PublicKey& key) const {
  return by_key == key.text() && key.verifies(SigningContext::word, signed_text(), signature);
}

std::string to_json(const LastWord& word) {
  return Json{{"schema", last_word_schema},
              {"run", word.run.hex()},
              {"by", word.by},
              {"by_key", word.by_key},
              {"of", word.of},
              {"of_key", word.of_key},
              {"round", word.round},
              {"digest", word.digest ? Json(word.digest->hex()) : Json()},
              {"signature", hex_of(word.signature)}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<LastWord> last_word_from(const std::string& json) {
  const Json read = Json::parse(json, nullptr, false);
  if (!read.is_object()) return std::nullopt;
  try {
    const auto run = digest_from_hex(read.at("run").get<std::string>());
    const auto signature = bytes_of_hex(read.at("signature").get<std::string>());
    const Json& of_message = read.at("digest");
    const auto digest = of_message.is_null() ? std::nullopt : digest_from_hex(of_message.get<std::string>());
    if (read.at("schema") != last_word_schema || !run || !signature || digest.has_value() == of_message.is_null() ||
        !read.at("round").is_number_unsigned())
      return std::nullopt;
    return LastWord{.run = *run,
                    .by = read.at("by").get<std::string>(),
                    .by_key = read.at("by_key").get<std::string>(),
                    .of = read.at("of").get<std::string>(),
                    .of_key = read.at("of_key").get<std::string>(),
                    .round = read.at("round").get<std::int64_t>(),
                    .digest = digest,
                    .signature = *signature};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace sotto
