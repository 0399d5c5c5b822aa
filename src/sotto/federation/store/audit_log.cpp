// SPDX-License-Identifier: MIT
#include "sotto/federation/store/audit_log.hpp"

#include <algorithm>
#include <charconv>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_detail = 1000;

bool is_word(const std::string& text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

void check_details(const std::string& event, const AuditDetails& details) {
  Faults faults;
  constexpr const char* word_rule = "must be a word of small letters, digits, '-' and '_'";
  if (!is_word(event)) faults.add({"audit event", shown(event), word_rule});
  for (const auto& [key, value] : details) {
    if (!is_word(key)) faults.add({"audit detail", shown(key), word_rule});
    if (!is_plain(value) || value.size() > longest_detail)
      faults.add({"audit detail " + printable(key), shown(value), "must be a text of one line, 1000 bytes at most"});
  }
  faults.throw_if_any();
}

/// Takes "5:hospC" off the front.
std::optional<std::string> take_part(std::string_view& text) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || digits >= text.size() || text[digits] != ':') return std::nullopt;
  text.remove_prefix(digits + 1);
  if (size > text.size()) return std::nullopt;
  std::string part(text.substr(0, size));
  text.remove_prefix(size);
  return part;
}

}  // namespace

bool AuditLog::has(const std::string& event, const Digest& run) const {
  const std::pair<std::string, std::string> of_run{"run", run.hex()};
  const std::vector<AuditEvent> all = events();
  return std::any_of(all.begin(), all.end(), [&](const AuditEvent& one) {
    return one.event == event && std::find(one.details.begin(), one.details.end(), of_run) != one.details.end();
  });
}

std::string text_of(const AuditDetails& details) {
  std::string text;
  for (const auto& [key, value] : details)
    for (const std::string* part : {&key, &value}) text.append(std::to_string(part->size())).append(":").append(*part);
  return text;
}

std::optional<AuditDetails> details_from(std::string_view text) {
  AuditDetails details;
  while (!text.empty()) {
    std::optional<std::string> key = take_part(text);
    std::optional<std::string> value = key ? take_part(text) : std::nullopt;
    if (!value) return std::nullopt;
    details.emplace_back(std::move(*key), std::move(*value));
  }
  return details;
}

void AuditLog::append(const std::string& event, const AuditDetails& details) const {
  check_details(event, details);
  Transaction transaction(*database_);
  sotto::append(*database_, tables::audit, {seconds_now(), Text{event}, Text{text_of(details)}});
  transaction.commit();
}

std::vector<AuditEvent> AuditLog::events() const {
  std::vector<AuditEvent> all;
  for (const Row& row : database_->rows("SELECT number, time, event, details FROM audit ORDER BY number")) {
    const std::optional<AuditDetails> details = details_from(std::get<Text>(row[3]).text);
    if (!details)
      refuse_state(database_->file(), "is damaged: table audit holds details that are none; nothing was sent");
    all.push_back({.number = std::get<std::int64_t>(row[0]),
                   .time = std::get<std::int64_t>(row[1]),
                   .event = std::get<Text>(row[2]).text,
                   .details = *details});
  }
  return all;
}

}  // namespace sotto
