// SPDX-License-Identifier: MIT
// One payload a round, paid for, without gaps.
#include "sotto/federation/store/round_log.hpp"

#include <gtest/gtest.h>

#include "federation/store/some_state.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class RoundLogTest : public testing::Test {
 protected:
  RoundLogTest() {
    store_.ledger().open_dataset("patients", some_promise);
    store_.ledger().debit(run_, "patients", same_for_all({.alpha = 100, .total_variation = 10}));
  }

  TemporaryFolder folder_;
  Store store_ = Store::create_or_open(folder_.path(), owner_key);
  RoundLog rounds_ = store_.rounds();
  Digest run_ = run_number(1);
};

TEST_F(RoundLogTest, GivesBackWhatWasCommittedToTheLastByte) {
  RoundRow row = some_round(2);
  row.bytes = std::string("\0\xff\x01", 3) + std::string(9000, '\x80');
  rounds_.commit(run_, row);
  EXPECT_EQ(rounds_.row(run_, 2), row);
  EXPECT_EQ(rounds_.row(run_, 3), std::nullopt);
  EXPECT_EQ(rounds_.row(run_number(2), 2), std::nullopt);
}

TEST_F(RoundLogTest, RoundsComeOneAfterTheOtherFromTheSecondOn) {
  EXPECT_EQ(rounds_.last_round(run_), std::nullopt);
  for (const std::int64_t wrong : {-1, 0, 1, 3}) store_fault([&] { rounds_.commit(run_, some_round(wrong)); });
  rounds_.commit(run_, some_round(2));
  for (const std::int64_t wrong : {2, 4, 1}) store_fault([&] { rounds_.commit(run_, some_round(wrong)); });
  rounds_.commit(run_, some_round(3));
  EXPECT_EQ(rounds_.last_round(run_), 3);
}

TEST_F(RoundLogTest, ARoundHasOnePayloadAndASecondOneChangesNothing) {
  rounds_.commit(run_, some_round(2));
  const std::string before = contents(store_);
  RoundRow other = some_round(2);
  other.bytes = "another draw";
  store_fault([&] { rounds_.commit(run_, other); });
  EXPECT_EQ(contents(store_), before);
}

TEST_F(RoundLogTest, NothingIsKeptForARunThatWasNotDebited) {
  const std::string fault = store_fault([&] { rounds_.commit(run_number(2), some_round(2)); });
  EXPECT_NE(fault.find("was not debited"), std::string::npos) << fault;
}

TEST_F(RoundLogTest, RoundsCostNoMoreThanTheDebitButForTheRoundingOfEach) {
  rounds_.commit(run_, some_round(2, {.alpha = 51, .total_variation = 6}));
  store_fault([&] { rounds_.commit(run_, some_round(3, {.alpha = 52, .total_variation = 6})); });
  store_fault([&] { rounds_.commit(run_, some_round(3, {.alpha = 51, .total_variation = 7})); });
  for (const LedgerUnits less : {LedgerUnits{.alpha = -1}, LedgerUnits{.total_variation = -1}}) {
    const std::string fault = store_fault([&] { rounds_.commit(run_, some_round(3, less)); });
    EXPECT_NE(fault.find("less than nothing"), std::string::npos) << fault;
  }
  rounds_.commit(run_, some_round(3, {.alpha = 51, .total_variation = 6}));
  EXPECT_EQ(rounds_.totals(run_).cost, same_for_all({102, 12}));
  rounds_.commit(run_, some_round(4, {}));  // Stage II costs nothing
  store_fault([&] { rounds_.commit(run_, some_round(5, {.alpha = 3})); });
  EXPECT_EQ(store_.ledger().returnable(run_), BookedUnits{});
}

/// Against all others the noise of one member is left: nothing costs them less than it costs some of them.
TEST_F(RoundLogTest, RoundsAreCoveredInBothPairs) {
  const Digest run = run_number(2);
  store_.ledger().debit(
      run, "patients",
      {.planned = {.alpha = 100, .total_variation = 10}, .all_others = {.alpha = 300, .total_variation = 40}});
  const auto costs = [](LedgerUnits planned, LedgerUnits all) { return BookedUnits{planned, all}; };
  const auto refused = [&](const BookedUnits& cost) {
    return store_fault([&] { rounds_.commit(run, masked_round(2, cost)); });
  };
  EXPECT_NE(refused(costs({50, 5}, {302, 20})).find("cost more than was debited"), std::string::npos);
  EXPECT_NE(refused(costs({50, 5}, {150, 42})).find("cost more than was debited"), std::string::npos);
  EXPECT_NE(refused(costs({50, 5}, {49, 20})).find("less than some of them"), std::string::npos);
  EXPECT_NE(refused(costs({50, 5}, {150, 4})).find("less than some of them"), std::string::npos);
  const RoundRow row = masked_round(2, costs({50, 5}, {301, 41}));
  rounds_.commit(run, row);
  rounds_.commit(run, some_round(3, {}));
  EXPECT_EQ(rounds_.row(run, 2), row);
  EXPECT_EQ(rounds_.totals(run), (RoundTotals{.rounds = 2, .cost = row.cost}));
}

TEST_F(RoundLogTest, WhatWasHeardIsKeptWithTheRoundOrNotAtAll) {
  const HeardRound heard{.site = "ed25519:BBBB", .round = 1, .digest = digest_of("theirs")};
  store_fault([&] { rounds_.commit(run_, some_round(3), {heard}); });
  EXPECT_EQ(store_.witness().heard(run_, heard.site), std::nullopt);
  rounds_.commit(run_, some_round(2), {heard});
  EXPECT_EQ(store_.witness().heard(run_, heard.site), heard);
  HeardRound other = heard;
  other.digest = digest_of("another one");
  HeardRound third = heard;
  third.site = "ed25519:CCCC";
  store_fault([&] { rounds_.commit(run_, some_round(3), {third, other}); });
  EXPECT_EQ(rounds_.last_round(run_), 2);
  EXPECT_EQ(store_.witness().heard(run_, third.site), std::nullopt) << "not in memory either";
}

TEST_F(RoundLogTest, ARoundThatIsReadIsTheOneInTheFile) {
  rounds_.commit(run_, some_round(2));
  const std::size_t length = some_round(2).bytes.size();
  EXPECT_EQ(rounds_.row(run_, 2), some_round(2));
  for (std::int64_t round = 3; round <= 9; ++round) {
    EXPECT_EQ(rounds_.row(run_, round), std::nullopt);
    rounds_.commit(run_, some_round(round, {}));
    const std::int64_t in_file = store_.database().whole_number(
        "SELECT length(payload) FROM rounds WHERE run = ? AND round = ?", {blob_of(run_), round});
    EXPECT_EQ(in_file, static_cast<std::int64_t>(length));
    EXPECT_EQ(rounds_.row(run_, round), some_round(round, {}));
    EXPECT_EQ(rounds_.row(run_, 2), some_round(2)) << "an older one, too";
  }
}

TEST_F(RoundLogTest, ManyLargeRoundsAreMovedIntoTheMainFileAsAWhole) {
  const std::filesystem::path log = folder_.path() / "state.sqlite-wal";
  bool emptied = false;
  for (std::int64_t round = 2; round <= 30; ++round) {
    RoundRow row = some_round(round, {});
    row.bytes = std::string(std::size_t{1} << 18, 'y');
    rounds_.commit(run_, row);
    const std::uintmax_t size = std::filesystem::file_size(log);  // opening it here would give up our lock
    EXPECT_LT(size, std::uintmax_t{5} << 20);
    emptied = emptied || size == 0;
  }
  EXPECT_TRUE(emptied);
}

}  // namespace
}  // namespace sotto
