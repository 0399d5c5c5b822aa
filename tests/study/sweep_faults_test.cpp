// SPDX-License-Identifier: MIT
// What is wrong with a table [sweep] is said all at once, with field, value, rule and place.
#include <gtest/gtest.h>

#include "study/some_sweep.hpp"

namespace sotto {
namespace {

using Texts = std::vector<std::string>;

/// Faults of a table that is otherwise in order.
Texts faults_with(const std::string& more) {
  return test::fault_texts([&] { test::sweep_of("x = 'privacy.epsilon'\nvalues = [1, 2]\n" + more); });
}

/// There is one fault, and it begins and ends like this.
void expect_fault(const Texts& faults, const std::string& start, const std::string& end) {
  ASSERT_EQ(faults.size(), 1U) << test::joined(faults);
  EXPECT_TRUE(faults[0].starts_with(start)) << faults[0];
  EXPECT_TRUE(faults[0].ends_with(end)) << faults[0];
}

TEST(SweepFaults, AreAllSaidAtOnceWithTheirPlaces) {
  const Texts faults = test::fault_texts([] {
    test::sweep_of(R"(titel = "x"
values = [1, 2, 1]
metrics = ["node_errors"]
baselines = ["curator", "nobody"]
scale = "cubic"
[sweep.series.a]
method = "magic"
privacy.delta = [0.1, 0.2]
)");
  });
  const std::string all = test::joined(faults);
  for (const std::string expected :
       {"sweep.titel: unknown key; did you mean title? (a.toml:2)", "sweep.x: is required",
        "sweep.values = 1: stands there twice (a.toml:3)",
        "sweep.metrics = [...]: there is no \"node_errors\" here; there are normalised_error, ",
        "sweep.baselines = [...]: there is no \"nobody\" here; there are ",
        "sweep.scale = \"cubic\": there is no \"cubic\"",
        "sweep.series.a.method = \"magic\": there is no \"magic\" here; there are plan, ",
        "sweep.series.a.privacy.delta = 2 values: must be one value, or a list of as many as sweep.values has: 3 "
        "(a.toml:9)"})
    EXPECT_NE(all.find(expected), std::string::npos) << expected << "\nin\n" << all;
  EXPECT_EQ(faults.size(), 8U) << all;
}

TEST(SweepFaults, AnAxisNeedsAKeyAndValues) {
  expect_fault(test::fault_texts([] { test::sweep_of("values = [1]"); }), "sweep.x: is required",
               "\"privacy.epsilon\"");
  for (const std::string values : {"", "values = []"})
    expect_fault(test::fault_texts([&] { test::sweep_of("x = 'privacy.epsilon'\n" + values); }),
                 "sweep.values: is required", "sweep.x takes");
  EXPECT_EQ(test::fault_texts([] { test::sweep_of("x = 3\nvalues = [1]"); })[0],
            "sweep.x = 3: must be a text (a.toml:2)");
}

TEST(SweepFaults, TheSameValueTwiceIsRefusedHoweverItIsWritten) {
  for (const std::string values : {"[1, 1]", "[1, 1.0]", "[1e3, 1000]", "['1', 1]", "['ring', 'ring']"})
    EXPECT_EQ(test::fault_texts([&] { test::sweep_of("x = 'graph.kind'\nvalues = " + values); }).size(), 1U) << values;
  expect_fault(faults_with("[sweep.grid]\ngraph.kind = ['ring', 'ring']"), "sweep.grid.graph.kind = 'ring': stands",
               "(a.toml:5)");
  expect_fault(faults_with("[sweep.grid]\ngraph.kind = []"), "sweep.grid.graph.kind = []: needs a value", "(a.toml:5)");
}

TEST(SweepFaults, AKeyHasOnePlace) {
  expect_fault(faults_with("[sweep.series.a]\nprivacy.epsilon = 1"), "sweep.x = privacy.epsilon: is on the x axis",
               "(a.toml:5)");
  expect_fault(faults_with("[sweep.grid]\nprivacy.epsilon = [1]"), "sweep.x = privacy.epsilon: is on the x axis",
               "(a.toml:5)");
  expect_fault(faults_with("[sweep.series.a]\ngraph.kind = 'ring'\n'graph.kind' = 'star'"),
               "sweep.series.a.graph.kind = 'star': is set twice", "(a.toml:6)");
  expect_fault(faults_with("[sweep.grid]\ngraph.kind = ['ring', 'star']\n[sweep.series.a]\ngraph.kind = 'path'"),
               "sweep.series.a.graph.kind = 'path': is in sweep.grid too", "(a.toml:7)");
  expect_fault(faults_with("[sweep.grid]\ngraph.kind = ['ring', 'star']\n'graph.kind' = ['path']"),
               "sweep.grid.graph.kind = [...]: is set twice", "(a.toml:6)");
}

TEST(SweepFaults, WordsMustBeKnownAndMayStandOnce) {
  expect_fault(faults_with("metrics = ['node_error', 'node_error']"), "sweep.metrics = [...]: names node_error twice",
               "(a.toml:4)");
  expect_fault(faults_with("metrics = [3]"), "sweep.metrics = [...]: must be a list of names", "(a.toml:4)");
  expect_fault(faults_with("against = 'gap'"), "sweep.against = 'gap': there is no \"gap\"", "(a.toml:4)");
  expect_fault(faults_with("beside = ['nobody']"), "sweep.beside = [...]: there is no \"nobody\" here", "(a.toml:4)");
  expect_fault(faults_with("metrics = []"), "sweep.metrics = []: needs a metric", "at least");
  expect_fault(faults_with("title = \"a\\u001b[2J\""), "sweep.title = a?[2J: must be one line", "characters");
  expect_fault(faults_with("caption = \"a\\u202eb\""), "sweep.caption = a?b: must be one line", "characters");
  expect_fault(faults_with("baselines = []\n[sweep.series.ours]\nmethod = 'printed_hand_over_non_private'"),
               "sweep.series = ours: must have non_private in its name", "printed_hand_over_non_private");
  expect_fault(faults_with("title = ['a']"), "sweep.title = [...]: must be a text", "(a.toml:4)");
  expect_fault(faults_with("series = 3"), "sweep.series = 3: must be a table", "(a.toml:4)");
  expect_fault(faults_with("[sweep.series]\na = 3"), "sweep.series.a = 3: must be a table", "(a.toml:5)");
  expect_fault(faults_with("[sweep.seres.a]\nb = 1"), "sweep.seres: unknown key; did you mean series?", "(a.toml:4)");
  for (const std::string part : {"title", "metrics", "beside", "baselines", "scale"})
    expect_fault(faults_with("[sweep." + part + "]\na = 1"), "sweep." + part + " = a table: must be a value",
                 "(a.toml:4)");
}

TEST(SweepFaults, NamesHaveNoQuotesAndNoLineEnds) {
  const std::string end = "no quotes and no line ends";
  for (const std::string name : {R"("a\"b")", R"("a\nb")", R"("a\u0000b")", R"("")"})
    expect_fault(faults_with("baselines = []\n[sweep.series." + name + "]"), "sweep.series = ", end);
  expect_fault(faults_with("baselines = []\n[sweep.series." + std::string(201, 'a') + "]"), "sweep.series = aaa", end);
  EXPECT_TRUE(faults_with("baselines = []\n[sweep.series." + std::string(200, 'a') + "]").empty());
  expect_fault(faults_with("[sweep.series.curator]"), "sweep.series = curator: two series have this name", "name");
  expect_fault(test::fault_texts([] { test::sweep_of("x = 'graph.file'\nvalues = [\"a\\nb\"]"); }),
               "sweep.values = ", "(a.toml:3)");
}

TEST(SweepFaults, ThereIsAnEndToSeriesAndToLists) {
  std::string grid = "baselines = []\n[sweep.grid]\n", hundred = "1";
  for (int k = 2; k <= 100; ++k) hundred += ", " + std::to_string(k);
  for (const char* key : {"algorithm.rounds", "graph.nodes", "graph.degree", "run.seed"})
    grid += key + (" = [" + hundred) + "]\n";
  expect_fault(faults_with(grid), "sweep.series = 1001: at most 1000", "counted");
  std::string many = "1";
  for (int k = 2; k <= 10'001; ++k) many += ",1";
  expect_fault(test::fault_texts([&] { test::sweep_of("x = 'run.seed'\nvalues = [" + many + "]"); }),
               "configuration file: ", "a list may hold 10000 values at most (a.toml:3:10)");
}

TEST(SweepFaults, AValueThatTheConfigurationRefusesNamesItsPoint) {
  const auto refused = [](const std::string& below) {
    return test::fault_texts([&] { test::whole_sweep(test::small_file + "[sweep]\nbaselines = []\n" + below); });
  };
  expect_fault(refused("x = 'privacy.epsilon'\nvalues = [1, -2]\n[sweep.series.a]"),
               "privacy.epsilon = -2: ", "(series \"a\" at privacy.epsilon = -2) (a.toml:14)");
  expect_fault(refused("x = 'privacy.epsilonn'\nvalues = [1]"),
               "privacy.epsilonn: unknown key; did you mean privacy.epsilon?",
               "(series 1 at point 1) (a.toml:14)");  // and not what stands under a key that nobody knows
  expect_fault(refused("x = 'privacy'\nvalues = ['a word']"), "privacy: is a section",
               "(series 1 at point 1) (a.toml:14)");
  expect_fault(refused("x = 'run.randomness'\nvalues = ['system']\n[sweep.series.a]\nprivacy.mechanism = 'lattice'"),
               "run.randomness = system: a sweep is a simulation", "at run.randomness = system)");
  const Texts both = refused(
      "x = 'privacy.epsilon'\nvalues = [1, -2]\n[sweep.series.a]\n[sweep.series.b]\nprivacy.delta = [0.1, 7]\n");
  ASSERT_EQ(both.size(), 2U) << test::joined(both);
  EXPECT_NE(both[1].find("(series \"b\" at privacy.epsilon = -2)"), std::string::npos) << both[1];
}

TEST(SweepFaults, WhoIsLouderThanTheFileMayNotSetWhatIsSwept) {
  const std::string toml =
      test::small_file +
      "[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\nbaselines = []\n[sweep.series.a]\nalgorithm.rounds = 3";
  const auto refused = [&](const auto& set) {
    Settings settings = test::settings_of(toml);
    set(settings);
    return test::fault_texts([&] { test::whole_sweep(settings); });
  };
  expect_fault(refused([](Settings& s) { s.add_assignment("privacy.epsilon=3"); }), "privacy.epsilon = 3: is swept",
               "(--set)");
  expect_fault(refused([](Settings& s) { s.add_flag("algorithm.rounds", "--rounds", "3"); }),
               "algorithm.rounds = 3: is swept", "(--rounds)");
  ASSERT_EQ(::setenv("SOTTO_PRIVACY_EPSILON", "3", 1), 0);
  expect_fault(refused([](Settings& s) { s.add_environment({"privacy.epsilon"}); }), "privacy.epsilon = 3: is swept",
               "(SOTTO_PRIVACY_EPSILON)");
  ::unsetenv("SOTTO_PRIVACY_EPSILON");
  EXPECT_TRUE(refused([](Settings& s) { s.add_assignment("privacy.delta=1e-3"); }).empty());
}

}  // namespace
}  // namespace sotto
