// SPDX-License-Identifier: MIT
#include "sotto/federation/store/ledger_entry.hpp"

#include <array>

namespace sotto {
namespace {

std::optional<Adjacency> adjacency_named(const std::string& name) {
  for (const Adjacency one : all_adjacencies)
    if (name_of(one) == name) return one;
  return std::nullopt;
}

std::optional<PrivacyBudget> promise_from(const Value& epsilon, const Value& delta, const Value& adjacency) {
  const auto* e = std::get_if<double>(&epsilon);
  const auto* d = std::get_if<double>(&delta);
  const auto* a = std::get_if<Text>(&adjacency);
  const auto kind = a != nullptr ? adjacency_named(a->text) : std::nullopt;
  if (e == nullptr || d == nullptr || !kind) return std::nullopt;
  return PrivacyBudget{.epsilon = *e, .delta = *d, .adjacency = *kind};
}

}  // namespace

std::optional<LedgerEntry> entry_from(const Row& row) {
  if (row.size() < 10) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&row[0]);
  const auto* time = std::get_if<std::int64_t>(&row[1]);
  const auto* kind_name = std::get_if<Text>(&row[2]);
  const auto* dataset = std::get_if<Text>(&row[3]);
  const auto* run = std::get_if<Blob>(&row[4]);
  const auto* alpha = std::get_if<std::int64_t>(&row[8]);
  const auto* variation = std::get_if<std::int64_t>(&row[9]);
  const auto kind = kind_name != nullptr ? value_named<EntryKind>(kind_name->text) : std::nullopt;
  if (number == nullptr || time == nullptr || !kind || dataset == nullptr || alpha == nullptr || variation == nullptr)
    return std::nullopt;
  LedgerEntry entry{.number = *number,
                    .time = *time,
                    .kind = *kind,
                    .dataset = dataset->text,
                    .run = run != nullptr ? digest_from_bytes(run->bytes) : std::nullopt,
                    .promise = promise_from(row[5], row[6], row[7]),
                    .units = {.alpha = *alpha, .total_variation = *variation}};
  const bool opens = entry.kind == EntryKind::open;
  if (entry.run.has_value() == opens || entry.promise.has_value() != opens) return std::nullopt;
  return entry;
}

Row columns_of(const LedgerEntry& entry) {
  Row row{entry.time,
          Text{std::string(name_of(entry.kind))},
          Text{entry.dataset},
          {},
          {},
          {},
          {},
          entry.units.alpha,
          entry.units.total_variation};
  if (entry.run) row[3] = blob_of(*entry.run);
  if (entry.promise) {
    row[4] = entry.promise->epsilon;
    row[5] = entry.promise->delta;
    row[6] = Text{std::string(name_of(entry.promise->adjacency))};
  }
  return row;
}

}  // namespace sotto
