// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/last_word.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace sotto {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* last_word_schema = "sotto.last-word/1";

}  // namespace

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
