// SPDX-License-Identifier: MIT
// A row of masked sums that holds no sum: nothing is made of its bytes.
#include <limits>

#include "federation/runner/federation_in_memory.hpp"
#include "sotto/federation/runner/prepared_node.hpp"

namespace sotto::test {
namespace {

std::string bytes_of(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

TEST(SumOfRow, IsRefusedWhereItsNumbersAreNotFiniteOrTooFew) {
  FederationInMemory federation({.nodes = 3, .rounds = 8, .colluders = 1});
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  for (NodeId i = 0; i < 3; ++i) federation.node(i).kill();
  const RehearsedParty& party = federation.rehearsal().parties[0];
  const PreparedNode prepared = prepare_node(
      {.manifest = federation.rehearsal().manifest.string(), .data = party.data, .labels = "", .state = party.state});
  const std::size_t dimension = prepared.manifest.dimension();
  const auto commit_after = [&](Round round, const std::string& inputs) {
    RoundRow row = prepared.store.rounds().row(prepared.run, round).value();
    row.round += 1;
    row.inputs = inputs;
    prepared.store.rounds().commit(prepared.run, row);
  };
  Round last = static_cast<Round>(prepared.store.rounds().last_round(prepared.run).value());
  EXPECT_EQ(sum_of_row(prepared, prepared.run, last).dimension(), dimension);
  std::vector<double> sum(dimension, 1.0);
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    sum.back() = wrong;
    commit_after(last++, bytes_of(sum));
    EXPECT_THROW((void)sum_of_row(prepared, prepared.run, last), InvalidInput) << wrong;
  }
  commit_after(last++, bytes_of(std::vector<double>(dimension - 1, 1.0)));
  EXPECT_THROW((void)sum_of_row(prepared, prepared.run, last), InvalidInput);
}

}  // namespace
}  // namespace sotto::test
