// SPDX-License-Identifier: MIT
// A site's last word on a run: which message of a neighbour it holds last, signed. It hears nothing more of that run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {

struct LastWord {
  Digest run;
  std::string by;      ///< the name of the site that says it
  std::string by_key;  ///< its public key, as text
  std::string of;      ///< the name of the site whose messages it heard
  std::string of_key;
  std::int64_t round = 0;             ///< the last one; 0 where it holds none
  std::optional<Digest> digest = {};  ///< of that message
  std::string signature = {};

  void sign(const SiteKey& key);
  bool is_by(const PublicKey& key) const;
  bool operator==(const LastWord&) const = default;

 private:
  std::string signed_text() const;
};

/// sotto.last-word/1, as a document with a line for each field. And back; nothing for any other text.
std::string to_json(const LastWord& word);
std::optional<LastWord> last_word_from(const std::string& json);

}  // namespace sotto
