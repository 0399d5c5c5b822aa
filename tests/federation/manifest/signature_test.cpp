// SPDX-License-Identifier: MIT
// A signature counts if it is the party's own, of this very manifest, and whole.
#include "sotto/federation/manifest/signature.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "federation/manifest/some_manifest.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

/// A manifest in a folder, and signatures beside it.
struct SignedManifest {
  test::TemporaryFolder folder;
  test::SomeManifest some;
  Manifest manifest = some.read();
  std::string path = (folder.path() / folder.write("m.toml", some.text())).string();

  ManifestSignature by(NodeId party, std::size_t key, const Digest& run) const {
    ManifestSignature signature{.name = manifest.parties()[party].name,
                                .run = run,
                                .ledger_entries = 12,
                                .ledger_head = digest_of("ledger"),
                                .spent = {.alpha = 1000, .total_variation = 7}};
    signature.sign(test::key_of_site(key));
    return signature;
  }
  void sign(NodeId party) const { write_signature(path, by(party, party, manifest.run_id())); }
  std::string fault(NodeId party) const {
    const FoundSignature found = find_signature(path, manifest, party);
    EXPECT_EQ(found.signature.has_value(), found.fault.empty());
    return found.fault;
  }
  /// The file of party 0 after sign(0), with one text in the place of another.
  void change(const std::string& from, const std::string& to) const {
    sign(0);
    const std::string name = "m.toml.signatures/north.json";
    std::string text = folder.read(name);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    folder.write(name, text.replace(text.find(from), from.size(), to));
  }
};

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(ManifestSignatures, OfAllPartiesAreFoundWithWhatTheySigned) {
  const SignedManifest with;
  for (const NodeId party : {0u, 1u, 2u}) with.sign(party);
  const std::vector<ManifestSignature> all = signatures_of_all(with.path, with.manifest);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1].name, "south");
  EXPECT_EQ(all[1].run, with.manifest.run_id());
  EXPECT_EQ(all[1].ledger_entries, 12u);
  EXPECT_EQ(all[1].ledger_head, digest_of("ledger"));
  EXPECT_EQ(all[1].spent, (LedgerUnits{1000, 7}));
  with.sign(1);
  EXPECT_EQ(with.fault(1), "") << "signed again, it replaces the one before";
}

TEST(ManifestSignatures, MissingOnesAreAllNamedAtOnce) {
  const SignedManifest with;
  with.sign(1);
  try {
    signatures_of_all(with.path, with.manifest);
    FAIL();
  } catch (const InvalidInput& refused) {
    ASSERT_EQ(refused.faults().size(), 2u);
    EXPECT_EQ(refused.faults()[0].value, "north");
    EXPECT_EQ(refused.faults()[1].value, "west");
    EXPECT_TRUE(says(refused.faults()[0].rule, "has not signed"));
  }
}

TEST(ManifestSignatures, OfAnotherKeyRunOrPartyDoNotCount) {
  const SignedManifest with;
  write_signature(with.path, with.by(0, 1, with.manifest.run_id()));
  EXPECT_TRUE(says(with.fault(0), "was not signed by the key in the manifest"));
  write_signature(with.path, with.by(0, 0, digest_of("another run")));
  EXPECT_TRUE(says(with.fault(0), "has signed another manifest"));
  write_signature(with.path, with.by(0, 0, with.manifest.dry_run_id()));
  EXPECT_TRUE(says(with.fault(0), "has signed another manifest"));
  ManifestSignature renamed = with.by(0, 0, with.manifest.run_id());
  renamed.name = "nord";
  renamed.sign(test::key_of_site(0));
  write_signature(with.path, renamed);
  std::filesystem::rename(signature_path(with.path, "nord"), signature_path(with.path, "north"));
  EXPECT_TRUE(says(with.fault(0), "was not signed by")) << "under another name";
  with.sign(1);
  std::filesystem::copy_file(signature_path(with.path, "south"), signature_path(with.path, "north"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(says(with.fault(0), "was not signed by"));
}

TEST(ManifestSignatures, CoverEveryNumberInTheFile) {
  const SignedManifest with;
  const std::pair<std::string, std::string> changes[] = {{"\"ledger_entries\": 12", "\"ledger_entries\": 13"},
                                                         {"\"spent_alpha_units\": 1000", "\"spent_alpha_units\": 999"},
                                                         {"variation_units\": 7", "variation_units\": 6"},
                                                         {digest_of("ledger").hex(), digest_of("other").hex()}};
  for (const auto& [from, to] : changes) {
    with.change(from, to);
    EXPECT_TRUE(says(with.fault(0), "was not signed by the key in the manifest")) << to;
  }
  with.change("\"signature\": \"", "\"signature\": \"00");
  EXPECT_TRUE(says(with.fault(0), "was not signed by"));
}

TEST(ManifestSignatures, InFilesThatAreNoneAreRefusedAndNeverReadFurtherThanNeeded) {
  const SignedManifest with;
  const std::pair<std::string, std::string> changes[] = {{"\"ledger_entries\": 12", "\"ledger_entries\": -12"},
                                                         {"\"ledger_entries\": 12", "\"ledger_entries\": 1e300"},
                                                         {"\"ledger_entries\": 12", "\"ledger_entries\": 12.0"},
                                                         {"\"ledger_entries\": 12", "\"ledger_entries\": \"12\""},
                                                         {"\"ledger_entries\": 12", "\"ledger_entries\": true"},
                                                         {"units\": 1000", "units\": 99999999999999999999"},
                                                         {"units\": 1000", "units\": 9223372036854775808"},
                                                         {"sotto.manifest-signature/1", "sotto.manifest-signature/2"},
                                                         {"\"name\"", "\"nom\""},
                                                         {"\"north\"", "[]"}};
  for (const auto& [from, to] : changes) {
    with.change(from, to);
    EXPECT_TRUE(says(with.fault(0), "cannot be read as a signature")) << to;
  }
  for (const std::string& garbage : {std::string(), std::string("{}"), std::string("null"), std::string("\xff\xfe"),
                                     std::string(3000, '['), std::string(1 << 20, ' ') + "{}"}) {
    with.folder.write("m.toml.signatures/north.json", garbage);
    EXPECT_TRUE(says(with.fault(0), "cannot be read as a signature")) << garbage.size();
  }
  with.change("{", std::string(3000, ' ') + "{");
  EXPECT_EQ(with.fault(0), "");
  with.change("{", std::string(5000, ' ') + "{");
  EXPECT_TRUE(says(with.fault(0), "cannot be read as a signature")) << "longer than a signature may be";
  std::filesystem::remove(signature_path(with.path, "north"));
  std::filesystem::create_directory(signature_path(with.path, "north"));
  EXPECT_TRUE(says(with.fault(0), "cannot be read as a signature"));
  std::filesystem::remove(signature_path(with.path, "north"));
  std::filesystem::create_symlink(with.path, signature_path(with.path, "north"));
  EXPECT_TRUE(says(with.fault(0), "must be a plain file, not a link"));
}

}  // namespace
}  // namespace sotto
