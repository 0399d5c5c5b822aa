// SPDX-License-Identifier: MIT
// F38: thousands of bare connections while a neighbour comes. It is let in while they go on.
#include <atomic>
#include <optional>
#include <thread>

#include "system/federation/oracle.hpp"
#include "system/federation/plain_sockets.hpp"

namespace sotto::test {
namespace {

/// Two threads with 150 connections each that say nothing; whichever the node ends is made anew at once. Bounded in
/// number.
class Flood {
 public:
  Flood(const Address& to, const std::string& from) {
    for (int k = 0; k < 2; ++k)
      threads_.emplace_back([this, to, from] {
        std::vector<std::optional<PlainSocket>> seats(150);
        while (!over_ && connections_ < 200'000)
          for (std::optional<PlainSocket>& seat : seats) {
            if (seat && !seat->was_ended()) continue;
            seat.emplace(to, from);
            connections_ += seat->is_connected() ? 1 : 0;
          }
      });
  }
  ~Flood() {
    over_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Flood(const Flood&) = delete;
  Flood& operator=(const Flood&) = delete;
  int connections() const { return connections_; }

 private:
  std::atomic<bool> over_ = false;
  std::atomic<int> connections_ = 0;
  std::vector<std::thread> threads_;
};

/// Where the flood comes from: another address, or the neighbour's own (both behind one). And whether sums are masked.
class F38Flood : public ::testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(F38Flood, ANeighbourIsLetInWhileBareConnectionsPourIn) {
  const auto& [from, is_masked] = GetParam();
  const Shape pair{.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true};
  FederationUnderTest federation(is_masked ? with_masked_sums(pair) : pair, 5);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  const Flood flood(federation.rehearsal().parties[1].listen, from);
  ASSERT_TRUE(comes_true([&] { return flood.connections() > 1000; }));
  federation.start_rest();
  const int neighbours = static_cast<int>(federation.manifest().neighbours_of(1).size());
  ASSERT_TRUE(federation.log_says(1, "\"connected\"", neighbours)) << federation.log(1);
  EXPECT_LT(flood.connections(), 200'000) << "the flood was over";
  expect_run_is_unharmed(federation);
}

INSTANTIATE_TEST_SUITE_P(From, F38Flood,
                         ::testing::Combine(::testing::Values("127.0.0.9", "127.0.0.1"), ::testing::Bool()),
                         [](const auto& one) {
                           return std::string(one.index < 2 ? "elsewhere" : "its_own_address") +
                                  (std::get<1>(one.param) ? "_MaskedSums" : "_Nobody");
                         });

}  // namespace
}  // namespace sotto::test
