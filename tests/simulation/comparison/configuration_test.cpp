// SPDX-License-Identifier: MIT
// The configuration: what is read is what was written, and a resolved one reads back the same.
#include "sotto/simulation/comparison/configuration.hpp"

#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

template <std::size_t size>
std::string one_of(test::RandomPoints& points, const std::array<const char*, size>& words) {
  return words[points.below(size)];
}

/// Any text a key of a file may hold: quotes, backslashes, control characters, beyond ASCII. A relative one would be
/// read as relative to the folder of the configuration.
std::string awkward_text(test::RandomPoints& points) {
  static const std::array<const char*, 9> pieces{"a", "\"", "\\", "\n", "\t", "\x7f", "\x01", "\xc3\xa9", " # "};
  std::string text = "/f";
  for (std::uint64_t k = points.below(6); k > 0; --k) text += one_of(points, pieces);
  return text;
}

std::vector<std::string> random_assignments(test::RandomPoints& points) {
  const auto number = [&](test::Interval in) { return show(points.log_uniform(in)); };
  const auto whole = [&](std::uint64_t bound) { return std::to_string(1 + points.below(bound)); };
  const std::string domain = one_of<5>(points, {"box", "ball", "simplex", "l1-ball", "product"});
  const std::string parts = "ball 7 " + number({1e-3, 1e18}) + ", simplex 2 " + number({1e-3, 1e18});
  const std::string stage_two = one_of<3>(points, {"auto", "until-agreement", ""});
  return {"problem.domain=" + domain,
          "problem.parts=" + (domain == "product" ? parts : ""),
          "problem.dimension=" + (domain == "product" ? "9" : std::to_string(2 + points.below(1000))),
          "problem.records_per_node=" + whole(100000),
          "problem.radius=" + number({1e-3, 1e18}),
          "problem.mean=" + number({1e-12, 1e-3}),
          "graph.kind=" + one_of<4>(points, {"ring", "file", "star", "random-regular"}),
          "graph.nodes=" + whole(1000000),
          "graph.edge_probability=" + number({1e-9, 1}),
          "graph.degree=" + whole(100),
          "graph.rewiring=" + number({1e-9, 1}),
          "graph.attachments=" + whole(100),
          "graph.radius=" + number({1e-9, 2}),
          "graph.file=" + awkward_text(points),
          "graph.weights=" + one_of<3>(points, {"paper", "best-constant", "file"}),
          "graph.weights_file=" + awkward_text(points),
          "privacy.epsilon=" + number({1e-6, 700}),
          "privacy.delta=" + number({1e-300, 0.5}),
          "privacy.accountant=" + one_of<3>(points, {"exact", "root", "paper"}),
          "privacy.schedule=" + one_of<3>(points, {"constant", "paper", "paper-normalised"}),
          "algorithm.rounds=" + whole(1000000),
          "algorithm.step=" + one_of<2>(points, {"shifted", "paper"}),
          "algorithm.consensus=" + one_of<2>(points, {"plain", "chebyshev"}),
          "algorithm.consensus_rounds=" + (stage_two.empty() ? whole(1000) : stage_two),
          "algorithm.tolerance=" + number({1e-15, 0.9}),
          "algorithm.consensus_cap=" + whole(100000),
          "run.trials=" + whole(1000000),
          "run.until_se=" + number({1e-9, 0.9}),
          "run.seed=" + std::to_string(points.below(~std::uint64_t{0})),
          "run.fresh=" + one_of<2>(points, {"data", "noise"}),
          "run.engine=" + one_of<2>(points, {"auto", "reference"}),
          "run.noise_precision=double",
          "run.threads=" + whole(1024),
          "audit.mode=" + one_of<2>(points, {"pair", "one-run"}),
          "audit.node=" + whole(1000),
          "audit.transcripts=" + whole(1000000) + "00",
          "audit.confidence=" + number({0.51, 0.999}),
          "audit.claim=" + number({1e-3, 100}),
          "audit.records=" + awkward_text(points),
          "audit.neighbour=" + awkward_text(points),
          "audit.canaries=" + whole(1000)};
}

TEST(Configuration, WrittenAsTomlReadsBackTheSame) {
  test::RandomPoints points(11);
  for (int k = 0; k < 300; ++k) {
    const Configuration given = test::configured(random_assignments(points));
    const std::string text = to_toml(given);
    const Configuration again = test::read_toml(text);
    ASSERT_EQ(to_toml(again), text);
    EXPECT_EQ(again.privacy.budget.epsilon, given.privacy.budget.epsilon);
    EXPECT_EQ(again.privacy.budget.delta, given.privacy.budget.delta);
    EXPECT_EQ(again.problem.radius, given.problem.radius);
    EXPECT_EQ(again.problem.parts, given.problem.parts);
    EXPECT_EQ(again.problem.mean, given.problem.mean);
    EXPECT_EQ(again.graph.file, given.graph.file);
    EXPECT_EQ(again.graph.weights_file, given.graph.weights_file);
    EXPECT_EQ(again.run.seed, given.run.seed);
    EXPECT_EQ(again.run.until_se, given.run.until_se);
    EXPECT_EQ(again.run.threads, given.run.threads);
    EXPECT_EQ(again.audit.claim, given.audit.claim);
    EXPECT_EQ(again.audit.confidence, given.audit.confidence);
    EXPECT_EQ(again.audit.records, given.audit.records);
    EXPECT_EQ(again.algorithm.consensus, given.algorithm.consensus);
    EXPECT_EQ(again.algorithm.stop.index(), given.algorithm.stop.index());
  }
}

TEST(Configuration, EveryKeyReachesTheField) {
  const Configuration c = test::configured({"problem.domain=ball",
                                            "problem.dimension=3",
                                            "problem.records_per_node=7",
                                            "problem.radius=2.5",
                                            "problem.mean=-1.5",
                                            "graph.kind=random-regular",
                                            "graph.nodes=8",
                                            "graph.edge_probability=0.25",
                                            "graph.degree=3",
                                            "graph.rewiring=0.75",
                                            "graph.attachments=5",
                                            "graph.radius=0.125",
                                            "graph.file=e",
                                            "graph.weights=max-degree",
                                            "graph.weights_file=w",
                                            "privacy.adjacency=add-remove",
                                            "privacy.accountant=root",
                                            "privacy.schedule=paper-normalised",
                                            "algorithm.rounds=9",
                                            "algorithm.step=paper",
                                            "algorithm.consensus=chebyshev",
                                            "algorithm.consensus_rounds=until-agreement",
                                            "algorithm.tolerance=0.25",
                                            "algorithm.consensus_cap=11",
                                            "run.trials=13",
                                            "run.until_se=0.125",
                                            "run.seed=18446744073709551615",
                                            "run.fresh=graph",
                                            "run.engine=reference",
                                            "run.threads=6",
                                            "audit.mode=one-run",
                                            "audit.node=2",
                                            "audit.transcripts=300",
                                            "audit.confidence=0.9",
                                            "audit.claim=5",
                                            "audit.records=d",
                                            "audit.neighbour=e",
                                            "audit.canaries=17"});
  EXPECT_EQ(c.problem.domain, DomainKind::ball);
  EXPECT_EQ(c.problem.dimension, 3U);
  EXPECT_EQ(c.problem.records_per_node, 7U);
  EXPECT_EQ(c.problem.radius, 2.5);
  EXPECT_EQ(c.problem.mean, -1.5);
  EXPECT_EQ(c.graph.kind, GraphKind::random_regular);
  EXPECT_EQ(c.graph.nodes, 8U);
  EXPECT_EQ(c.graph.edge_probability, 0.25);
  EXPECT_EQ(c.graph.degree, 3U);
  EXPECT_EQ(c.graph.rewiring, 0.75);
  EXPECT_EQ(c.graph.attachments, 5U);
  EXPECT_EQ(c.graph.radius, 0.125);
  EXPECT_EQ(c.graph.file, "e");
  EXPECT_EQ(c.graph.weights, GraphWeights(WeightRule::max_degree));
  EXPECT_EQ(c.graph.weights_file, "w");
  EXPECT_EQ(c.privacy.budget.adjacency, Adjacency::add_remove);
  EXPECT_EQ(c.privacy.accountant, Accountant::root);
  EXPECT_EQ(c.privacy.schedule, NoiseSchedule::paper_normalised);
  EXPECT_EQ(c.algorithm.rounds, 9U);
  EXPECT_EQ(c.algorithm.step, StepRule::paper);
  EXPECT_EQ(c.algorithm.consensus, Consensus::chebyshev);
  EXPECT_EQ(std::get<UntilAgreement>(c.algorithm.stop).tolerance, 0.25);
  EXPECT_EQ(std::get<UntilAgreement>(c.algorithm.stop).cap, 11U);
  EXPECT_EQ(c.run.trials, 13U);
  EXPECT_EQ(c.run.until_se, 0.125);
  EXPECT_EQ(c.run.seed, ~std::uint64_t{0});
  EXPECT_EQ(c.run.fresh, Fresh::graph);
  EXPECT_EQ(c.run.engine, EngineWish::reference);
  EXPECT_EQ(c.run.threads, 6U);
  EXPECT_EQ(c.audit.mode, AuditMode::one_run);
  EXPECT_EQ(c.audit.node, 2U);
  EXPECT_EQ(c.audit.transcripts, 300U);
  EXPECT_EQ(c.audit.confidence, 0.9);
  EXPECT_EQ(c.audit.claim, 5);
  EXPECT_EQ(c.audit.records, "d");
  EXPECT_EQ(c.audit.neighbour, "e");
  EXPECT_EQ(c.audit.canaries, 17U);
}

TEST(Configuration, AKindOfConsensusThatThereIsNotIsRefusedByName) {
  EXPECT_EQ(test::configured({}).algorithm.consensus, Consensus::plain);
  try {
    test::configured({"algorithm.consensus=chebishev"});
    FAIL() << "it was read";
  } catch (const InvalidInput& refused) {
    ASSERT_EQ(refused.faults().size(), 1U);
    EXPECT_EQ(refused.faults()[0].field, "algorithm.consensus");
    EXPECT_EQ(refused.faults()[0].value, "chebishev");
    EXPECT_EQ(refused.faults()[0].rule, "must be one of plain, chebyshev; did you mean chebyshev?");
  }
}

TEST(Configuration, AnAuditJudgesTheBudgetUnlessAnotherClaimIsGivenAndNeedsBothFilesOrNone) {
  EXPECT_EQ(test::configured({}).audit.claim, 4);
  EXPECT_EQ(test::configured({"privacy.epsilon=2"}).audit.claim, 2);
  EXPECT_THROW(test::configured({"audit.records=d"}), InvalidInput);
  EXPECT_THROW(test::configured({"audit.neighbour=e"}), InvalidInput);
  EXPECT_THROW(test::configured({"audit.confidence=1"}), InvalidInput);
  EXPECT_THROW(test::configured({"audit.claim=0"}), InvalidInput);
}

TEST(Configuration, AMeanOutsideTheRadiusIsRefused) {
  EXPECT_THROW(test::configured({"problem.radius=1", "problem.mean=-1.5"}), InvalidInput);
  EXPECT_NO_THROW(test::configured({"problem.radius=1", "problem.mean=-1"}));
}

TEST(Configuration, ThreadsAreANumberOrAll) {
  EXPECT_EQ(test::configured({}).run.threads, 0U);
  EXPECT_EQ(test::configured({"run.threads=all"}).run.threads, 0U);
  EXPECT_EQ(test::configured({"run.threads=1024"}).run.threads, 1024U);
  for (const char* threads : {"-1", "1025", "1.5", "nan", "many", ""})
    EXPECT_THROW(test::configured({std::string("run.threads=") + threads}), InvalidInput) << threads;
}

TEST(Configuration, APrecisionIsAShareBelowOne) {
  EXPECT_EQ(test::configured({}).run.until_se, 0);
  for (const char* share : {"1", "-0.1", "nan", "inf", "2", "half"})
    EXPECT_THROW(test::configured({std::string("run.until_se=") + share}), InvalidInput) << share;
}

TEST(Configuration, AFreshGraphNeedsARandomOne) {
  for (const char* kind : {"erdos-renyi", "random-regular"})
    EXPECT_NO_THROW(test::configured({std::string("graph.kind=") + kind, "run.fresh=graph"}));
  for (const char* kind : {"complete", "ring", "path", "star", "grid", "torus", "hypercube", "file"})
    EXPECT_THROW(test::configured({std::string("graph.kind=") + kind, "graph.file=e", "run.fresh=graph"}), InvalidInput)
        << kind;
  EXPECT_THROW(test::configured({"graph.weights=file", "graph.weights_file=w", "run.fresh=graph"}), InvalidInput);
  EXPECT_THROW(test::configured({"run.fresh=nothing"}), InvalidInput);
}

TEST(Configuration, ReportsTheFaultsOfAllSectionsAtOnce) {
  try {
    test::configured({"problem.dimension=0", "graph.kind=rign", "privacy.epsilon=-1", "algorithm.rounds=0",
                      "run.trials=0", "run.sede=3"});
    FAIL();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults().size(), 6U);
  }
}

}  // namespace
}  // namespace sotto
