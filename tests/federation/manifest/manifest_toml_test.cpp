// SPDX-License-Identifier: MIT
// A manifest that the program writes is the one it was given.
#include <gtest/gtest.h>

#include "federation/manifest/some_manifest.hpp"
#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {
namespace {

std::string written(const Manifest& manifest) {
  return manifest_toml(
      {manifest.purpose(), manifest.agreement().terms(), manifest.agreement().seed(), manifest.parties()});
}

TEST(ManifestToml, ReadsBackAsWhatWentIn) {
  const test::SomeManifest some;
  for (const test::SomeManifest& each :
       {some, some.with("[federation]", "purpose = \"real\""), some.with("[node.1]", "epsilon = 2.0"),
        some.with("[node.2]", "address = \"[::1]:99\""), some.with("[algorithm]", "consensus = \"chebyshev\""),
        some.with("[graph]", "kind = \"edges\"").with("[graph]", "edges = \"0-1 1-2\""),
        some.with("[graph]", "weights = \"listed\"")
            .with("[graph]", "listed_weights = \"0-0:0.5 0-1:0.25 0-2:0.25 1-1:0.5 1-2:0.25 2-2:0.5\""),
        some.with("[problem]", "domain = \"box\""), some.with("[run]", "seed = \"18446744073709551615\"")}) {
    const Manifest manifest = each.read();
    const Manifest again = Manifest::read_text("again.toml", written(manifest));
    EXPECT_EQ(again.canonical(), manifest.canonical());
    EXPECT_EQ(written(again), written(manifest));
  }
}

TEST(ManifestToml, NamesNoFileAndNothingThatOnlySimulationsLookAt) {
  const test::SomeManifest some;
  const Manifest manifest = some.read();
  Terms terms = manifest.agreement().terms();
  terms.data->files[0].path = "/secret/place.csv";
  terms.data->test_path = "/secret/test.csv";
  const std::string text = manifest_toml({manifest.purpose(), terms, manifest.agreement().seed(), manifest.parties()});
  EXPECT_EQ(Manifest::read_text("again.toml", text).canonical(), manifest.canonical());
  for (const char* word : {"secret", "place.csv", "[audit]", "[advice]", "trials"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

}  // namespace
}  // namespace sotto
