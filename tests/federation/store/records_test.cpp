// SPDX-License-Identifier: MIT
// Runs, audit events and evidence: written once, read back as they were.
#include <gtest/gtest.h>

#include "federation/store/some_state.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class RecordsTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  Store store_ = Store::create_or_open(folder_.path(), owner_key);
};

TEST_F(RecordsTest, ARunIsFinishedOnWhatItBeganWith) {
  const RunRecord record{.run = run_number(1),
                         .kind = "real",
                         .dataset = "patients",
                         .manifest = "text",
                         .data_digest = store_.keyed_digest_of_data(digest_of("data"))};
  const RunRecords runs = store_.runs();
  runs.record(record);
  runs.record(record);
  EXPECT_EQ(runs.find(record.run), record);
  EXPECT_EQ(runs.all(), std::vector<Digest>{record.run});
  const auto expect_refused = [&](auto change, const std::string& field) {
    RunRecord other = record;
    change(other);
    const std::string fault = store_fault([&] { runs.record(other); });
    EXPECT_NE(fault.find("differs is " + field), std::string::npos) << fault;
    EXPECT_EQ(fault.find(record.data_digest.hex()), std::string::npos) << "the digest of data is nobody's business";
  };
  expect_refused([&](RunRecord& r) { r.data_digest = store_.keyed_digest_of_data(digest_of("other")); },
                 "the data file");
  expect_refused([](RunRecord& r) { r.manifest = "other"; }, "the manifest");
  expect_refused([](RunRecord& r) { r.dataset = "other"; }, "the dataset");
  expect_refused([](RunRecord& r) { r.kind = "trial"; }, "the kind");
  EXPECT_EQ(runs.find(record.run), record);
}

TEST_F(RecordsTest, ARunEndsOnceAndOnlyIfItBegan) {
  const RunRecords runs = store_.runs();
  store_fault([&] { runs.finish(run_number(1), digest_of("model")); });
  runs.record({.run = run_number(1), .kind = "real", .dataset = "d", .manifest = "m", .data_digest = {}});
  EXPECT_EQ(runs.finished(run_number(1)), std::nullopt);
  runs.finish(run_number(1), digest_of("model"));
  runs.finish(run_number(1), digest_of("model"));
  store_fault([&] { runs.finish(run_number(1), digest_of("another model")); });
  EXPECT_EQ(runs.finished(run_number(1)), digest_of("model"));
}

TEST_F(RecordsTest, AuditDetailsAreReadBackWhateverTheyHold) {
  const AuditDetails details{{"peer", "5:x=y;\"'"}, {"empty", ""}, {"name", "Universitätsspital Zürich"}};
  store_.audit().append("peer-connected", details);
  store_.audit().append("run-ended");
  const std::vector<AuditEvent> events = store_.audit().events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].event, "peer-connected");
  EXPECT_EQ(events[0].details, details);
  EXPECT_GT(events[0].time, 1700000000);
  EXPECT_TRUE(events[1].details.empty());
}

TEST_F(RecordsTest, AuditRefusesWhatIsNoWordOrCommandsATerminal) {
  for (const std::string& bad : {std::string(), std::string("Two Words"), std::string("a\n"), std::string(65, 'a')}) {
    fault_of_kind(FaultKind::configuration, [&] { store_.audit().append(bad); });
    fault_of_kind(FaultKind::configuration, [&] { store_.audit().append("event", {{bad, "value"}}); });
  }
  for (const std::string& bad :
       {std::string("a\nb"), std::string("\x1b[2J"), std::string("\xff"), std::string(1001, 'a')})
    fault_of_kind(FaultKind::configuration, [&] { store_.audit().append("event", {{"key", bad}}); });
  EXPECT_TRUE(store_.audit().events().empty());
}

TEST(AuditDetails, OfATextThatIsNoneAreNone) {
  for (const char* text :
       {"x", "4:peer", "4:peer5:hos", "-1:a1:b", "4peer", "99999999999999999999:a", "4:peer5:hospC1:"})
    EXPECT_EQ(details_from(text), std::nullopt) << text;
  EXPECT_EQ(details_from("4:peer5:hospC"), (AuditDetails{{"peer", "hospC"}}));
  EXPECT_EQ(details_from(""), AuditDetails());
}

TEST_F(RecordsTest, EvidenceKeepsSignedBytesAsTheyCame) {
  const Contradiction found{.kind = "equivocation",
                            .site = "ed25519:BBBB",
                            .run = run_number(1),
                            .round = 4,
                            .first = std::string("\0\x01", 2),
                            .second = std::string("\xff\0", 2)};
  store_.evidence().append(found);
  EXPECT_EQ(store_.evidence().all(), std::vector<Contradiction>{found});
}

}  // namespace
}  // namespace sotto
