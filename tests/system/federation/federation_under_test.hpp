// SPDX-License-Identifier: MIT
// A federation of real processes on loopback, with an adversary on every link and an oracle that judges what it heard.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>

#include "sotto/federation/manifest/session.hpp"
#include "support/programs.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"
#include "system/federation/fault_proxy.hpp"
#include "system/federation/node_process.hpp"

namespace sotto::test {

/// A small problem: records are drawn, so every value of them is known to the test.
struct Shape {
  NodeId nodes = 3;
  std::string graph = "complete";
  unsigned rounds = 5;
  unsigned consensus_rounds = 6;
  unsigned dimension = 3;
  std::string consensus = "plain";
  unsigned colluders = 0;  ///< masked sums against so many; trust in nobody where it is 0
  unsigned spare_rounds = 0;
  double round_period = 0;  ///< of noisy rounds, in seconds; none where it is 0
  bool direct = false;      ///< nobody stands in between: certificates are judged by the nodes themselves
  std::string program = program_under_test();
};

/// The same with masked sums: it has as many rounds, and all of them are noisy. A pair becomes three: of two members
/// each learns what the other one said from the sum.
Shape with_masked_sums(Shape shape);

using Variables = std::vector<std::pair<std::string, std::string>>;

class FederationUnderTest {
 public:
  /// With a seed, noise is what the reference engine draws from it; without one it is exact.
  explicit FederationUnderTest(const Shape& shape, std::optional<std::uint64_t> seed = std::nullopt);

  void start(NodeId node, const Variables& environment = {}, const std::vector<std::string>& more = {});
  /// Another manifest than the others have.
  void start_with(NodeId node, const std::string& manifest, const Variables& environment = {});
  void start_all();
  void start_rest();  ///< all that were never started
  NodeProcess& node(NodeId i) { return *nodes_.at(i); }
  bool has_started(NodeId i) const { return nodes_.at(i) != nullptr; }

  /// Whether all end with 0 in time; whoever ended otherwise fails the test with its log.
  void expect_all_finish(std::chrono::seconds limit = std::chrono::seconds(60));
  void expect_finish(const std::vector<NodeId>& nodes, std::chrono::seconds limit = std::chrono::seconds(60));
  /// Whether a node ends with this code, and says this since it was started last.
  void expect_exit(NodeId node, int code, const std::string& words,
                   std::chrono::seconds limit = std::chrono::seconds(30));
  /// Waits until a node has said a round, in any session of any run, or in this one.
  bool gets_to(NodeId node, Round round, std::chrono::seconds limit = std::chrono::seconds(30));
  bool gets_to(NodeId node, Round round, const Digest& session);
  /// Waits until a node that lacks a neighbour has said all that it can say; the last of it.
  Round last_of_waiting(NodeId node);
  void stop(NodeId node);  ///< SIGTERM, and waits
  void stop_all();
  /// Waits until the log of a node holds these words, so many times.
  bool log_says(NodeId node, const std::string& words, int times = 1);
  /// Where a node's next starts write their log; it is not looked at here.
  void log_to(NodeId node, const std::filesystem::path& place) { log_at_[node] = place; }
  std::string log(NodeId node) const;
  std::string out(NodeId node) const;

  /// With masked sums: `sotto manifest amend --yes` at one site, whose node may not be running.
  Transcript amend(NodeId by, const std::vector<NodeId>& without, const Variables& environment = {}) const;
  /// With another site's copy of the manifest and its files.
  Transcript amend_with(const std::string& manifest, NodeId by, const std::vector<NodeId>& without,
                        const Variables& environment = {}) const;
  /// And at all that remain; each must succeed.
  void amend_by_all(const std::vector<NodeId>& without) const;
  const std::string& name(NodeId i) const { return rehearsal_.parties[i].name; }
  /// Of the run, before any amendment.
  Session first_session() const { return {std::make_shared<const Manifest>(*manifest_), RunKind::real}; }
  /// After the amendments that lie beside the manifest.
  Session session() const;

  /// The same sites with another manifest, in which one text is replaced; signed by all. No node may be running.
  Rehearsal with_other_manifest(const std::string& from, const std::string& to) const;

  /// On loopback, where nobody listens: the manifest's own address of node 0 belongs to the proxy.
  std::string unused_address() const;
  const Rehearsal& rehearsal() const { return rehearsal_; }
  const Manifest& manifest() const { return *manifest_; }
  const std::optional<std::uint64_t>& seed() const { return seed_; }
  bool is_direct() const { return proxy_ == nullptr; }
  FaultProxy& proxy() { return *proxy_; }
  const Tape& proxy_tape() const { return proxy_ ? proxy_->tape() : nothing_heard_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  /// Rounds that a node has committed, as far as the tape tells.
  Round heard_of(NodeId node, const std::optional<Digest>& session = std::nullopt) const;

 private:
  TemporaryFolder folder_;
  std::string program_;
  std::optional<std::uint64_t> seed_;
  Rehearsal rehearsal_;
  std::optional<Manifest> manifest_;
  std::unique_ptr<FaultProxy> proxy_;
  Tape nothing_heard_;
  std::vector<std::unique_ptr<NodeProcess>> nodes_;
  std::map<NodeId, std::filesystem::path> log_at_;
  std::vector<std::size_t> log_before_;  // how much of a log is of earlier starts
};

/// What a file holds; nothing where there is none.
std::string bytes_in(const std::filesystem::path& path);

/// Looks again and again until it is so; no longer than the limit.
bool comes_true(const std::function<bool()>& is_so, std::chrono::seconds limit = std::chrono::seconds(30));

/// The configuration text of a shape.
std::string configuration_text(const Shape& shape);

/// A fault with trust in nobody, and the same with masked sums.
class EitherTrust : public ::testing::TestWithParam<bool> {
 protected:
  static Shape trusting(const Shape& shape) { return GetParam() ? with_masked_sums(shape) : shape; }
};
inline std::string name_of_trust(const ::testing::TestParamInfo<bool>& info) {
  return info.param ? "MaskedSums" : "Nobody";
}

}  // namespace sotto::test
