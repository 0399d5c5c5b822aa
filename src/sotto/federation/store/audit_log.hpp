// SPDX-License-Identifier: MIT
// What a node did and when, for an auditor. Never a value that depends on a record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sotto/federation/store/table.hpp"

namespace sotto {

using AuditDetails = std::vector<std::pair<std::string, std::string>>;

struct AuditEvent {
  std::int64_t number = 0;
  std::int64_t time = 0;  ///< seconds since 1970, UTC
  std::string event;
  AuditDetails details;
};

class AuditLog : public StorePart {
 public:
  using StorePart::StorePart;

  /// `event` and the keys of details are words of small letters, digits, '-' and '_'; values are texts on one line.
  /// Anything else is InvalidInput. On the disk when it returns.
  void append(const std::string& event, const AuditDetails& details = {}) const;
  std::vector<AuditEvent> events() const;
  /// Whether this happened in a run: details name it as "run".
  bool has(const std::string& event, const Digest& run) const;
};

/// Details as one text, each part with its length in front: "4:peer5:hospC". And back; nothing for any other text.
std::string text_of(const AuditDetails& details);
std::optional<AuditDetails> details_from(std::string_view text);

}  // namespace sotto
