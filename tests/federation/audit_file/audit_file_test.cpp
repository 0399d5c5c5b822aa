// SPDX-License-Identifier: MIT
// An auditor who has only the file sees what was done, and notices whatever was changed in it.
#include "sotto/federation/audit_file/audit_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/statement.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class AuditFileTest : public testing::Test {
 protected:
  AuditFileTest() {
    store_.start("0.1.0");
    fill(store_);
  }

  std::string exported() const { return export_audit_log(store_, site_, "0.1.0"); }
  static std::string first_finding(const AuditVerification& verdict) {
    return verdict.found.empty() ? "" : to_text(verdict.found[0]);
  }

  TemporaryFolder folder_;
  SiteIdentity site_ = SiteIdentity::create(folder_.path(), "hospital-a");
  Store store_ = Store::create_or_open(folder_.path(), site_.public_key().text());
};

TEST_F(AuditFileTest, IsWholeAndSaysWhatWasSpent) {
  const AuditVerification verdict = verify_audit_log(exported(), site_.public_key());
  EXPECT_TRUE(verdict.whole()) << first_finding(verdict);
  EXPECT_EQ(verdict.site, "hospital-a");
  EXPECT_EQ(verdict.key, site_.public_key().text());
  EXPECT_EQ(verdict.ledger, store_.ledger().head());
  EXPECT_EQ(verdict.rows,
            (std::map<std::string, std::int64_t>{{"audit", 2}, {"ledger", 5}, {"rounds", 10}, {"starts", 1}}));
  ASSERT_EQ(verdict.datasets.size(), 2u);
  EXPECT_EQ(verdict.datasets[0].spent, store_.ledger().spent("patients"));
  EXPECT_EQ(verdict.datasets[1].promise.planned.epsilon, 1.0 / 3);
  EXPECT_TRUE(verify_audit_log(exported()).whole());
}

TEST_F(AuditFileTest, OfAStateThatIsNewIsWholeToo) {
  const TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hospital-b");
  const AuditVerification verdict =
      verify_audit_log(export_audit_log(Store::create_or_open(folder.path(), site.public_key().text()), site, "0.1.0"));
  EXPECT_TRUE(verdict.whole()) << first_finding(verdict);
  EXPECT_EQ(verdict.ledger, ChainHead{});
}

TEST_F(AuditFileTest, HoldsNeitherPayloadsNorTheDigestOfDataNorItsKey) {
  const std::string text = exported();
  const Digest data = store_.keyed_digest_of_data(digest_of("data"));
  const std::string key = std::get<Blob>(store_.database().rows("SELECT value FROM meta WHERE number = 2")[0][0]).bytes;
  for (const std::string& secret : {std::string("message of round"), hex_of("message of round"), data.hex(),
                                    hex_of(key), std::string("manifest of run"), digest_of("data").hex()})
    EXPECT_EQ(text.find(secret), std::string::npos) << secret;
  EXPECT_NE(text.find(digest_of(some_round(3).bytes).hex()), std::string::npos);
}

TEST_F(AuditFileTest, SignedByAnotherKeyThanExpectedIsRefused) {
  const TemporaryFolder other;
  const SiteIdentity stranger = SiteIdentity::create(other.path(), "hospital-a");
  EXPECT_NE(
      first_finding(verify_audit_log(exported(), stranger.public_key())).find("not by " + stranger.public_key().text()),
      std::string::npos);
  store_fault([&] { export_audit_log(store_, stranger, "0.1.0"); });
  std::string forged = exported();  // the stranger's name for the key, the site's signature
  const std::string own = site_.public_key().text();
  forged.replace(forged.find(own), own.size(), stranger.public_key().text());
  EXPECT_NE(first_finding(verify_audit_log(forged)).find("the signature is not one of"), std::string::npos);
}

TEST_F(AuditFileTest, WithAnyBitFlippedIsNotWhole) {
  const std::string text = exported();
  RandomPoints points(51);
  for (int k = 0; k < 600; ++k) {
    const std::size_t bit = points.below(8 * text.size());
    std::string spoilt = text;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(verify_audit_log(spoilt).whole()) << "bit " << bit;
  }
}

/// Its letters could be written otherwise and mean the same.
TEST_F(AuditFileTest, WithALetterOfTheSignatureChangedInCaseOrABlankMoreIsNotWhole) {
  const std::string text = exported();
  const std::size_t begin = text.rfind('\n', text.size() - 2) + 1;
  for (std::size_t place = text.rfind("\"signature\""); place + 1 < text.size(); ++place) {
    std::string spoilt = text;
    spoilt[place] = static_cast<char>(spoilt[place] ^ 0x20);
    EXPECT_FALSE(verify_audit_log(spoilt).whole()) << text.substr(place, 20);
  }
  EXPECT_FALSE(verify_audit_log(text.substr(0, begin) + " " + text.substr(begin)).whole());
}

TEST_F(AuditFileTest, CutOrShortenedIsNotWhole) {
  const std::string text = exported();
  RandomPoints points(52);
  for (int k = 0; k < 300; ++k) EXPECT_FALSE(verify_audit_log(text.substr(0, points.below(text.size()))).whole());
  EXPECT_FALSE(verify_audit_log(text.substr(0, text.size() - 1)).whole());
  std::size_t start = text.find('\n') + 1;
  for (std::size_t end = text.find('\n', start); end + 1 < text.size(); end = text.find('\n', start)) {
    EXPECT_FALSE(verify_audit_log(text.substr(0, start) + text.substr(end + 1)).whole()) << "without a line";
    start = end + 1;
  }
}

TEST_F(AuditFileTest, ThatIsNoneIsAnAnswerAndNoCrash) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("\n\n"), std::string("x\n"), std::string("{}\n{}\n"),
        std::string("[]\n[]\n[]\n"), std::string(100000, '[') + "\n{}\n",
        "{\"a\":" + std::string(300000, '[') + std::string(300000, ']') + "}\n{}\n",
        std::string("{}\n") + std::string(5000, '\n'),
        std::string("{\"schema\":\"sotto.audit-log/1\",\"kind\":\"header\"}\n{\"kind\":\"end\",\"heads\":3}\n")})
    EXPECT_FALSE(verify_audit_log(text).whole());
}

/// A site that changes its file and signs it again: what its chains say counts, not its signature.
TEST_F(AuditFileTest, ChangedAndSignedAgainByTheSiteItselfIsNotWhole) {
  const auto finding = [&](std::string text) {
    text.resize(text.rfind(",\"signature\":"));
    text += "}";
    const std::string signature = hex_of(site_.key().sign(SigningContext::audit, text));
    text.pop_back();
    return first_finding(verify_audit_log(text + ",\"signature\":\"" + signature + "\"}\n", site_.public_key()));
  };
  const std::string text = exported();
  EXPECT_EQ(finding(text), "");
  std::string cheaper = text;
  cheaper.replace(cheaper.find("\"alpha\":1000"), 12, "\"alpha\":10");
  EXPECT_EQ(finding(cheaper), "table ledger, row 3: the chain of hashes breaks here (line 5)");
  std::string longer = text;
  longer.insert(longer.find('\n') + 1, "{\"kind\":\"remark\"}\n");
  EXPECT_EQ(finding(longer), "line 2 is no row of an audit log");
  std::string shorter = text;
  const std::size_t last_event = shorter.rfind("{\"kind\":\"audit\"");
  shorter.erase(last_event, shorter.find('\n', last_event) + 1 - last_event);
  EXPECT_EQ(finding(shorter), "the last line does not name the ends of the chains in this file");
}

TEST_F(AuditFileTest, OfMaskedRunsHoldsBothCostsTheCapAndTheSessions) {
  fill_masked(store_);
  const std::string text = exported();
  const AuditVerification verdict = verify_audit_log(text, site_.public_key());
  EXPECT_TRUE(verdict.whole()) << first_finding(verdict);
  EXPECT_EQ(verdict.rows.at("sessions"), 3);
  ASSERT_EQ(verdict.datasets.size(), 3u);
  EXPECT_EQ(verdict.datasets[2].promise.all_others->epsilon, 8);
  EXPECT_EQ(verdict.datasets[2].spent, store_.ledger().spent("masked"));
  EXPECT_EQ(text.find("the amendment with all signatures"), std::string::npos) << "words are shown by their digest";
  EXPECT_EQ(text.find("\"alpha_all\":null"), std::string::npos) << "what is absent is left out";
}

/// A site that takes its second pair out, or leaves a session without its run, and signs that.
TEST_F(AuditFileTest, WithoutASecondPairOrASessionIsNotWhole) {
  fill_masked(store_);
  const std::string text = exported();
  const auto finding = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const std::size_t place = other.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    other.replace(place, from.size(), to);
    return first_finding(verify_audit_log(other));
  };
  EXPECT_NE(finding(",\"alpha_all\":400,\"total_variation_all\":30", "").find("table ledger, row 7: the chain"),
            std::string::npos);
  EXPECT_NE(finding(",\"alpha_all\":400,\"total_variation_all\":30", ",\"alpha_all\":null").find("is no row of this"),
            std::string::npos);
  EXPECT_NE(finding(",\"epsilon_all\":8.0", "").find("table ledger, row 6: the chain"), std::string::npos);
  EXPECT_NE(finding("sotto.audit-log/2", "sotto.audit-log/1").find("is no row of this table"), std::string::npos)
      << "an earlier version had no such column";
  Transaction transaction(store_.database());
  append(store_.database(), tables::rounds,
         {blob_of(digest_of("a session that nobody began")), std::int64_t{0}, blob_of(digest_of("d")), std::int64_t{0},
          std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, Blob{}, Blob{}});
  transaction.commit();
  EXPECT_NE(first_finding(verify_audit_log(exported())).find("the run was never debited"), std::string::npos);
}

/// What an earlier version of the program exported.
TEST(AuditFileOfVersion1, IsWholeAndNotWithAnyBitFlipped) {
  std::ifstream file(std::filesystem::path(SOTTO_SOURCE_DIR) / "tests/federation/audit_file/version1.jsonl");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ASSERT_TRUE(text.starts_with("{\"schema\":\"sotto.audit-log/1\""));
  const AuditVerification verdict = verify_audit_log(text);
  EXPECT_TRUE(verdict.whole()) << (verdict.found.empty() ? "" : to_text(verdict.found[0]));
  EXPECT_EQ(verdict.rows.at("rounds"), 16);
  ASSERT_EQ(verdict.datasets.size(), 1u);
  EXPECT_EQ(verdict.datasets[0].spent, same_for_all(verdict.datasets[0].spent.planned));
  RandomPoints points(53);
  for (int k = 0; k < 300; ++k) {
    const std::size_t bit = points.below(8 * text.size());
    std::string spoilt = text;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(verify_audit_log(spoilt).whole()) << "bit " << bit;
  }
}

/// A site that writes its ledger as it likes, with whole chains and its own good signature.
TEST_F(AuditFileTest, OfASiteThatOverspentIsNotWholeThoughItIsSigned) {
  {
    Transaction transaction(store_.database());
    append(store_.database(), tables::ledger,
           columns_of({.kind = EntryKind::debit,
                       .dataset = "patients",
                       .run = run_number(7),
                       .promise = {},
                       .units = same_for_all(units_of({.alpha = alpha_limit(Accountant::exact, some_promise)}))}));
    transaction.commit();
  }
  const AuditVerification verdict = verify_audit_log(exported(), site_.public_key());
  ASSERT_EQ(verdict.found.size(), 1u);
  EXPECT_EQ(first_finding(verdict), "table ledger, row 6: the sum exceeds what was promised");
}

}  // namespace
}  // namespace sotto
