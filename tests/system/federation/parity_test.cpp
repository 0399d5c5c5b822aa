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

TEST(Parity, TheProgramForTestsRefusesARealManifest) {
  FederationUnderTest federation({});
  federation.change_manifest("purpose = \"trial\"", "purpose = \"real\"");
  federation.start(0);
  federation.expect_exit(0, 2, "it takes trials alone");
}

}  // namespace
}  // namespace sotto::test
