// SPDX-License-Identifier: MIT
// The node of the program that ships. Other tests start a program whose noise can be seeded; this one can be told
// nothing.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "data/dataset/data_bytes.hpp"
#include "federation/sum_in_row.hpp"
#include "sotto/consensus/lattice_round.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/problem/quantised_sum.hpp"
#include "support/subprocess.hpp"
#include "system/federation/federation_under_test.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

/// What would make the program for tests repeat its noise, or die.
const Variables for_tests{{"TEST_SEED", "7"}, {"TEST_FAILPOINT", "before commit:2"}};

const Shape three_sites{
    .rounds = 4, .consensus_rounds = 1, .dimension = 200, .direct = true, .program = shipped_program()};

/// A real run of three sites whose states can be made as they were before it: the same run, keys and records again.
class RealRun {
 public:
  explicit RealRun(const Shape& shape = three_sites)
      : federation_(shape), real_(federation_.with_other_manifest("purpose = \"trial\"", "purpose = \"real\"")) {
    copy(sites(), folder() / "before");
  }

  void go_from_the_beginning() {
    for (const fs::path& site : sites()) fs::remove_all(site);
    for (const fs::path& site : sites()) copy({folder() / "before" / site.filename()}, folder());
    for (const NodeId i : {0u, 1u, 2u}) federation_.start_with(i, real_.manifest.string(), for_tests);
    federation_.expect_all_finish();
  }
  Manifest manifest() const { return Manifest::read(real_.manifest.string()); }
  const Rehearsal& rehearsal() const { return real_; }
  std::string out(NodeId i) const { return federation_.out(i); }

 private:
  const fs::path& folder() const { return federation_.folder(); }
  std::vector<fs::path> sites() const {
    std::vector<fs::path> all;
    for (const RehearsedParty& party : real_.parties) all.push_back(party.state);
    return all;
  }
  static void copy(const std::vector<fs::path>& from, const fs::path& to) {
    fs::create_directories(to);
    std::vector<std::string> words{"/bin/cp", "-a"};
    for (const fs::path& path : from) words.push_back(path.string());
    words.push_back(to.string());
    ASSERT_EQ(run_subprocess({.words = words, .folder = to}).code, 0);
  }

  FederationUnderTest federation_;
  Rehearsal real_;
};

using Numbers = std::vector<double>;

/// x of a node in round t at z, in steps of the round's grid. Whoever has the records can compute it.
std::vector<std::int64_t> estimate_of(const Manifest& manifest, NodeId i, Round t, const Objective& records,
                                      const Numbers& z) {
  const Plan plan = manifest.plan_of(i);
  const auto& objective = dynamic_cast<const RecordSum&>(records);
  Numbers shared(z.size());
  objective.shared_gradient(z, shared);
  QuantisedSum scratch(z.size(), plan.record_clip());
  std::vector<std::int64_t> x(z.size());
  lattice_estimate(plan.lattice_round(t), manifest.agreement().domain(), {plan.step(t), z, shared},
                   objective.record_gradients(z, scratch), x);
  return x;
}

std::unique_ptr<Objective> objective_of(const Manifest& manifest, const RealRun& run, NodeId i) {
  RowCounts counts;
  return objective_of_party(manifest.agreement(), i, {run.rehearsal().parties[i].data, ""}, counts);
}

/// What every node said in every round, out of its own store.
class Said {
 public:
  explicit Said(const RealRun& run) : manifest_(run.manifest()) {
    for (NodeId i = 0; i < manifest_.parties().size(); ++i) {
      const Store store = Store::open_to_read(run.rehearsal().parties[i].state);
      values_.push_back({{}, Numbers(manifest_.dimension(), 0.0)});  // y(1) = 0
      for (Round t = 2; t <= manifest_.last_round(); ++t)
        values_[i].push_back(round_in(store.rounds().row(manifest_.run_id(), t).value().bytes)->values);
      objectives_.push_back(objective_of(manifest_, run, i));
    }
  }

  /// y(t+1) without x, in units of the planned standard deviation.
  Numbers noise(NodeId i, Round t) const {
    const Plan plan = manifest_.plan_of(i);
    const LatticeRound& round = plan.lattice_round(t);
    Numbers noise = values_[i][t + 1];
    const std::vector<std::int64_t> x = estimate_of(manifest_, i, t, *objectives_[i], z(i, t));
    for (std::size_t k = 0; k < x.size(); ++k)
      noise[k] = (noise[k] / round.grid - static_cast<double>(x[k])) / static_cast<double>(round.sigma);
    return noise;
  }

 private:
  Numbers z(NodeId i, Round t) const {
    const auto row = manifest_.agreement().weights().row(i);
    Numbers z(manifest_.dimension(), 0.0);
    for (std::size_t j = 0; j < row.columns.size(); ++j)
      for (std::size_t k = 0; k < z.size(); ++k) z[k] += row.weights[j] * values_[row.columns[j]][t][k];
    project(manifest_.agreement().domain(), z);
    return z;
  }

  Manifest manifest_;
  std::vector<std::vector<Numbers>> values_;  // [node][round]
  std::vector<std::unique_ptr<Objective>> objectives_;
};

double product(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum / std::sqrt(static_cast<double>(a.size()));
}

// Two starts of three nodes, four rounds each: 24 vectors of 200 numbers. If all are independent standard normal
// numbers, a pair's scaled product is beyond 6.5 with probability 4.4e-10 (276 pairs), and the mean square of all 4800
// is off by 6.5 of its standard errors with probability 2.3e-10: a false alarm in 8e6 runs.
TEST(ShippedNode, DrawsItsNoiseAnewAtEveryStartOfTheWidthThatWasPlanned) {
  RealRun run;
  std::vector<Numbers> all;
  for (int start = 0; start < 2; ++start) {
    run.go_from_the_beginning();
    const Said said(run);
    for (const NodeId i : {0u, 1u, 2u})
      for (Round t = 1; t <= 4; ++t) all.push_back(said.noise(i, t));
  }
  double squares = 0;
  for (std::size_t a = 0; a < all.size(); ++a) {
    squares += product(all[a], all[a]) * std::sqrt(200.0);
    for (std::size_t b = 0; b < a; ++b) EXPECT_LT(std::abs(product(all[a], all[b])), 6.5) << a << " and " << b;
  }
  EXPECT_NEAR(squares / 4800, 1, 6.5 * std::sqrt(2.0 / 4800));
}

/// What the sum of all residues of a round holds beside all x: the noises of three members, in units of the planned
/// standard deviation of their sum. The masks have vanished.
std::vector<Numbers> noises_of_sums(const RealRun& run) {
  const Manifest manifest = run.manifest();
  const Session session(std::make_shared<const Manifest>(manifest), RunKind::real);
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<Store> stores;
  for (NodeId i = 0; i < 3; ++i) {
    objectives.push_back(objective_of(manifest, run, i));
    stores.push_back(Store::open_to_read(run.rehearsal().parties[i].state));
  }
  std::vector<Numbers> noises;
  Numbers z(manifest.dimension(), 0.0);
  for (Round t = 1; t <= manifest.plan_of(0).gradient_rounds(); ++t) {
    project(manifest.agreement().domain(), z);
    std::vector<std::uint64_t> sum(z.size());
    for (NodeId i = 0; i < 3; ++i) {
      const auto read =
          RoundMessage::read(stores[i].rounds().row(session.id(), t + 1).value().bytes, session.sender(i));
      const std::vector<std::int64_t> x = estimate_of(manifest, i, t, *objectives[i], z);
      const auto residues = std::get<RoundMessage>(read).residue().residues();
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += residues[k] - static_cast<std::uint64_t>(x[k]);
    }
    const LatticeRound& round = manifest.plan_of(0).lattice_round(t);
    Numbers noise(z.size());
    for (std::size_t k = 0; k < z.size(); ++k)
      noise[k] =
          static_cast<double>(static_cast<std::int64_t>(sum[k])) / static_cast<double>(round.sigma) / std::sqrt(3.0);
    noises.push_back(noise);
    const Store& store = stores[0];  // its next row was made from the mean
    z = sum_in_row(store.rounds().row(session.id(), t + 2).value().inputs, z.size());
  }
  return noises;
}

// Two starts of three members, four rounds each: 8 vectors of 1000 numbers. If all are independent standard normal
// numbers, a pair's scaled product is beyond 6.5 with probability 8e-11 each (28 pairs: 2.3e-9), and the mean square of
// all 8000 is off by 6.5 of its standard errors (0.1) with probability 1e-10. One member without noise leaves 2/3; one
// that draws the same in both starts makes products of 10.5.
TEST(ShippedNode, OfMaskedSumsDrawsItsOwnNoiseAnewAtEveryStartOfTheWidthThatWasPlanned) {
  Shape shape = with_masked_sums(three_sites);
  shape.dimension = 1000;
  RealRun run(shape);
  std::vector<Numbers> all;
  for (int start = 0; start < 2; ++start) {
    run.go_from_the_beginning();
    for (Numbers& noise : noises_of_sums(run)) all.push_back(std::move(noise));
  }
  double squares = 0;
  for (std::size_t a = 0; a < all.size(); ++a) {
    squares += product(all[a], all[a]) * std::sqrt(1000.0);
    for (std::size_t b = 0; b < a; ++b) EXPECT_LT(std::abs(product(all[a], all[b])), 6.5) << a << " and " << b;
  }
  EXPECT_EQ(all.size(), 8u);
  EXPECT_NEAR(squares / 8000, 1, 6.5 * std::sqrt(2.0 / 8000));
}

TEST(ShippedNode, CallsARealRunPrivateAndShowsItsCertificate) {
  RealRun run;
  run.go_from_the_beginning();
  for (const NodeId i : {0u, 1u, 2u}) {
    const auto result = nlohmann::json::parse(run.out(i));
    EXPECT_TRUE(result["private"]);
    EXPECT_FALSE(result["trial"]);
    const fs::path results = run.rehearsal().parties[i].state / "runs" / run.manifest().run_id().hex().substr(0, 16);
    EXPECT_TRUE(fs::exists(results / "certificate.txt"));
  }
}

TEST(ShippedNode, CallsNoTrialPrivate) {
  FederationUnderTest federation({.rounds = 2, .consensus_rounds = 1, .direct = true, .program = shipped_program()});
  federation.start_all();
  federation.expect_all_finish();
  for (const NodeId i : {0u, 1u, 2u}) {
    const auto result = nlohmann::json::parse(federation.out(i));
    EXPECT_FALSE(result["private"]);
    EXPECT_TRUE(result["why_not_private"].get<std::string>().starts_with("TRIAL"));
    const fs::path results =
        federation.rehearsal().parties[i].state / "runs" / federation.manifest().run_id().hex().substr(0, 16);
    EXPECT_TRUE(fs::exists(results / "result.json"));
    EXPECT_FALSE(fs::exists(results / "certificate.txt"));
  }
}

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Two sites with pictures, more than a MiB of them, and labels in a file beside them.
struct Pictures {
  static constexpr std::uint32_t count = 1100, points = 1000;

  Pictures() {
    std::string own;
    for (const int i : {0, 1}) {
      write_bytes(file(i), rows);
      write_bytes(file(i, ".labels"), labels);
      own += fmt::format("[node.{}]\nfile = \"{}\"\nlabels_file = \"{}\"\nrecords = {}\n", i, file(i).string(),
                         file(i, ".labels").string(), count);
    }
    write_bytes(folder.path() / "pictures.toml",
                "[problem]\nkind = \"logistic\"\nregularisation = 0.1\n[data]\nformat = \"idx\"\nrow_norm = 1.0\n"
                "[[column]]\nname = \"point\"\nrepeat = 1000\nrange = [0, 255]\nscale = \"unit\"\n"
                "[[column]]\nname = \"kind\"\nrole = \"label\"\ntype = \"category\"\nlevels = [\"0\", \"1\"]\n"
                "[graph]\nkind = \"complete\"\n[privacy]\nepsilon = 4.0\ndelta = 1e-6\n"
                "[algorithm]\nrounds = 1\nconsensus_rounds = 1\n" +
                    own);
  }
  fs::path file(int site, const std::string& ending = "") const {
    return folder.path() / (std::to_string(site) + ".idx" + ending);
  }
  Transcript sotto(const std::vector<std::string>& words) const {
    std::vector<std::string> all{shipped_program()};
    all.insert(all.end(), words.begin(), words.end());
    return run_subprocess({.words = all, .folder = folder.path()});
  }
  /// The first site's node, started again.
  Transcript again() const {
    return sotto({"node", "--manifest", run + "/manifest.toml", "--state", run + "/site-0", "--data", file(0).string(),
                  "--labels", file(0, ".labels").string(), "--linger", "1", "--json"});
  }

  TemporaryFolder folder;
  const std::string run = "a-run-whose-folder-has-a-name-that-makes-every-path-longer-than-eighty-characters";
  std::string rows = idx_file('\x08', {count, points}, std::string(count* points, '\x07'));
  std::string labels = idx_file('\x08', {count}, std::string(count / 2, '\0') + std::string(count / 2, '\1'));
};

TEST(ShippedNode, IsBoundToEveryMiBOfItsRowsAndToItsLabels) {
  const Pictures pictures;
  ASSERT_GT(pictures.rows.size(), std::size_t{1} << 20);
  const Transcript run = pictures.sotto({"federate", "2", "pictures.toml", "--out", pictures.run});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* site : {"site-0", "site-1"}) {
    const std::size_t begin = run.out.find("/" + std::string(site) + "/runs/");
    ASSERT_NE(begin, std::string::npos) << run.out;
    const std::string model = run.out.substr(begin, run.out.find('\n', begin) - begin);
    EXPECT_TRUE(fs::is_regular_file(pictures.folder.path() / pictures.run / model.substr(1))) << run.out;
  }
  EXPECT_EQ(pictures.again().code, 0) << "the same files";
  std::string rows = pictures.rows, labels = pictures.labels;
  rows.back() = '\x08';
  write_bytes(pictures.file(0), rows);
  const Transcript other_rows = pictures.again();
  EXPECT_EQ(other_rows.code, 3) << other_rows.out;
  EXPECT_NE(other_rows.out.find("is not the file that this run began with"), std::string::npos) << other_rows.out;
  write_bytes(pictures.file(0), pictures.rows);
  labels.back() = '\0';
  write_bytes(pictures.file(0, ".labels"), labels);
  const Transcript other_labels = pictures.again();
  EXPECT_EQ(other_labels.code, 3) << other_labels.out;
  EXPECT_NE(other_labels.out.find("is not the file that this run began with"), std::string::npos) << other_labels.out;
}

}  // namespace
}  // namespace sotto::test
