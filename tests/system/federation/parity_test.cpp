// SPDX-License-Identifier: MIT
// A federation of processes says what the reference engine says, bit for bit.
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

TEST(Parity, ProcessesSayWhatTheReferenceEngineSays) {
  for (const char* consensus : {"plain", "chebyshev"}) {
    FederationUnderTest federation({.nodes = 5, .graph = "ring", .consensus = consensus}, 42);
    federation.start_all();
    federation.expect_all_finish();
    expect_oracle_holds(federation);
    expect_reference_results(federation);
  }
}

TEST(Parity, MaskedSumsAreThoseOfTheReferenceEngine) {
  for (const char* graph : {"ring", "star"}) {
    FederationUnderTest federation({.nodes = 4, .graph = graph, .dimension = 7, .colluders = 2, .spare_rounds = 1}, 42);
    federation.start_all();
    federation.expect_all_finish();
    expect_oracle_holds(federation);
    expect_reference_results(federation);
  }
}

TEST(Parity, TheProgramForTestsRefusesARealManifest) {
  FederationUnderTest federation({});
  federation.start_with(0,
                        federation.with_other_manifest("purpose = \"trial\"", "purpose = \"real\"").manifest.string());
  federation.expect_exit(0, 2, "it takes trials alone");
}

}  // namespace
}  // namespace sotto::test
