// SPDX-License-Identifier: MIT
// The encoding that is hashed, and chains of hashes.
#include "sotto/federation/store/chain.hpp"

#include <gtest/gtest.h>

#include <set>

namespace sotto {
namespace {

TEST(Canonical, EncodingsOfDifferentRowsDiffer) {
  const std::vector<Row> rows{{},
                              {Value()},
                              {Value(), Value()},
                              {std::int64_t{0}},
                              {0.0},
                              {-0.0},
                              {std::int64_t{1}},
                              {std::int64_t{-1}},
                              {std::int64_t{256}},
                              {Text{""}},
                              {Blob{""}},
                              {Text{"ab"}},
                              {Blob{"ab"}},
                              {Text{"a"}, Text{"b"}},
                              {Text{"ab"}, Text{""}},
                              {Text{""}, Text{"ab"}},
                              {Text{std::string(8, '\0')}},
                              {Blob{canonical({Text{"a"}})}},
                              {Text{"a"}, Value()}};
  std::set<std::string> encodings;
  for (const Row& row : rows) encodings.insert(canonical(row));
  EXPECT_EQ(encodings.size(), rows.size());
}

TEST(Canonical, EncodingIsAKindALengthAndTheBytes) {
  EXPECT_EQ(hex_of(canonical({std::int64_t{258}})),
            "690000000000000008"
            "0000000000000102");
  EXPECT_EQ(hex_of(canonical({1.0})),
            "720000000000000008"
            "3ff0000000000000");
  EXPECT_EQ(hex_of(canonical({Text{"ab"}})),
            "740000000000000002"
            "6162");
  EXPECT_EQ(hex_of(canonical({Blob{"ab"}, Value()})),
            "620000000000000002"
            "6162"
            "6e0000000000000000");
}

Row audit_row(std::int64_t number, const std::string& event) {
  return {number, std::int64_t{7}, Text{event}, Text{""}};
}

TEST(Chain, HashIsOfTheHashBeforeTheTableAndTheRow) {
  const Digest before = digest_of("before");
  const Row row = audit_row(1, "started");
  const std::string encoded = canonical({Text{"audit"}, std::int64_t{1}, std::int64_t{7}, Text{"started"}, Text{""}});
  EXPECT_EQ(link_of(before, tables::audit, row), digest_of(std::string(before.view()) + encoded));
}

TEST(Chain, PayloadEntersByItsDigestSoThatTheRestCanBeChecked) {
  Row row{std::int64_t{2}, blob_of(digest_of("run")), std::int64_t{7}, blob_of(digest_of("d")), std::int64_t{1},
          std::int64_t{1}, std::int64_t{1},           std::int64_t{1}, Blob{"inputs"},          Blob{"payload"}};
  row.resize(tables::rounds.columns.size());
  const Row shown = without_payload(tables::rounds, row);
  EXPECT_EQ(shown[place_of_column(tables::rounds, "payload")], Value(blob_of(digest_of("payload"))));
  ChainCheck check(tables::rounds);
  EXPECT_EQ(check.next(shown, link_of({}, tables::rounds, row)), std::nullopt);
}

/// Rows from before a column came keep their hashes, and a value cannot appear, go, or move to another column.
TEST(Chain, ALateColumnEntersWithItsNameWhereItIsThereAndNotAtAllWhereItIsAbsent) {
  const Row before{
      std::int64_t{2},   std::int64_t{7}, Text{"debit"}, Text{"patients"}, blob_of(digest_of("run")), {}, {}, {},
      std::int64_t{100}, std::int64_t{10}};
  Row named{Text{"ledger"}};
  named.insert(named.end(), before.begin(), before.end());
  const Digest old_hash = digest_of(std::string(Digest{}.view()) + canonical(named));
  Row row = before;
  row.resize(tables::ledger.columns.size());
  EXPECT_EQ(link_of({}, tables::ledger, row), old_hash);
  std::set<std::string> hashes{old_hash.hex()};
  for (const char* name : {"alpha_all", "total_variation_all", "epsilon_all"}) {
    Row more = row;
    more[place_of_column(tables::ledger, name)] = std::int64_t{100};
    hashes.insert(link_of({}, tables::ledger, more).hex());
  }
  EXPECT_EQ(hashes.size(), 4u);
}

TEST(Chain, IsWholeOnlyInItsOrderWithoutGapsAndWithoutChanges) {
  std::vector<std::pair<Row, Digest>> rows;
  Digest last;
  for (std::int64_t k = 1; k <= 4; ++k) {
    const Row row = audit_row(k, "event-" + std::to_string(k));
    last = link_of(last, tables::audit, row);
    rows.emplace_back(row, last);
  }
  const auto first_wrong = [](const std::vector<std::pair<Row, Digest>>& given) {
    ChainCheck check(tables::audit);
    for (std::size_t k = 0; k < given.size(); ++k)
      if (check.next(given[k].first, given[k].second)) return k;
    return given.size();
  };
  EXPECT_EQ(first_wrong(rows), 4u);
  auto changed = rows;
  std::get<Text>(changed[1].first[2]).text = "event-x";
  EXPECT_EQ(first_wrong(changed), 1u);
  auto removed = rows;
  removed.erase(removed.begin() + 1);
  EXPECT_EQ(first_wrong(removed), 1u);
  auto renumbered = removed;  // closing the gap does not help
  renumbered[1].first[0] = std::int64_t{2};
  EXPECT_EQ(first_wrong(renumbered), 1u);
  auto swapped = rows;
  std::swap(swapped[1], swapped[2]);
  EXPECT_EQ(first_wrong(swapped), 1u);
  auto other_kind = rows;
  other_kind[0].first[3] = Value();
  EXPECT_EQ(first_wrong(other_kind), 0u);
}

TEST(Chain, OfRightHashesIsRefusedWhereRowsAreNoneOrTheFirstOnesAreGone) {
  const auto wrong = [](const Row& row) {
    return ChainCheck(tables::audit).next(row, link_of({}, tables::audit, row)).has_value();
  };
  EXPECT_FALSE(wrong(audit_row(1, "started")));
  EXPECT_TRUE(wrong(audit_row(2, "started")));
  EXPECT_TRUE(wrong({std::int64_t{1}, std::int64_t{7}, Text{"started"}, Blob{""}}));
  EXPECT_TRUE(wrong({std::int64_t{1}, std::int64_t{7}, Text{"started"}, Value()}));
  EXPECT_TRUE(wrong({std::int64_t{1}, std::int64_t{7}, Text{"started"}}));
}

TEST(Chain, OfARunDoesNotDependOnAnotherRun) {
  ChainCheck check(tables::rounds);
  for (const char* run : {"a", "b"}) {
    Row row{std::int64_t{2}, Blob{run},       std::int64_t{7}, Blob{}, std::int64_t{0},
            std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, Blob{}, Blob{}};
    row.resize(tables::rounds.columns.size());
    EXPECT_EQ(check.next(without_payload(tables::rounds, row), link_of({}, tables::rounds, row)), std::nullopt);
  }
  EXPECT_EQ(check.heads().size(), 2u);
}

}  // namespace
}  // namespace sotto
