// SPDX-License-Identifier: MIT
// Advice in words, JSON and on a page: trust, and what is free of privacy cost.
#include "sotto/report/study/advice_report.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "study/some_advice.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

bool in_advice(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The same question is answered once for all tests.
Advice brief_advice(const std::vector<std::string>& more = {}) {
  static std::map<std::vector<std::string>, Advice> answered;
  if (const auto before = answered.find(more); before != answered.end()) return before->second;
  std::vector<std::string> assignments{"advice.trials=8", "advice.most_rounds=3", "algorithm.rounds=3",
                                       "problem.records_per_node=1000"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return answered.emplace(more, test::advised(test::small(assignments))).first->second;
}

TEST(AdviceReport, SaysInASentenceWhatTrustWouldBring) {
  const Advice advice = brief_advice();
  const std::string text = advice_text(advice);
  EXPECT_TRUE(in_advice(text,
                        "Trusting all members but 1 (privacy.trust = \"all-but-q\", privacy.colluders = 1) would "
                        "bring normalised error = "))
      << text;
  EXPECT_TRUE(in_advice(text, "joining, trusting all but 1"));
  EXPECT_TRUE(in_advice(text, "With that trust joining beats staying alone "));
  EXPECT_TRUE(in_advice(text, " nodes on with trust in nobody, and from "));
  EXPECT_FALSE(in_advice(advised_settings(advice), "trust")) << "the default is not written";
}

TEST(AdviceReport, OfMaskedSumsHasTheirTomlAndNoStageTwo) {
  const Advice advice = brief_advice({"privacy.trust=all-but-q", "privacy.colluders=1"});
  EXPECT_TRUE(in_advice(advised_settings(advice), "trust = \"all-but-q\"\ncolluders = 1\n"));
  const std::string text = advice_text(advice);
  EXPECT_TRUE(in_advice(text, "there is no Stage II: with masked sums")) << text;
  EXPECT_TRUE(in_advice(text, "Trust all members but 1: normalised error = "));
  EXPECT_TRUE(in_advice(text, "With trust in nobody joining beats"));
}

/// As for the configured trust: in how many worlds, and where the earliest lies.
TEST(AdviceReport, SaysInHowManyWorldsTheOtherTrustPays) {
  Advice advice = brief_advice();
  BreakEvenRange& pays = advice.other_trust->pays;
  const auto sentence = [&] { return trust_sentences(advice).at(1); };
  pays = {.lowest = {.epsilon = 0.9}, .median = {.epsilon = 3}, .highest = {}, .worlds = 5, .paying = 3};
  EXPECT_EQ(
      sentence(),
      "With that trust joining beats staying alone in 3 of 5 made-up worlds, at the earliest from about epsilon = "
      "0.9 on.");
  pays.highest.epsilon = 7;
  pays.paying = 5;
  EXPECT_EQ(sentence(),
            "With that trust joining beats staying alone from about epsilon = 3 on (0.9 to 7 over 5 made-up worlds).");
  pays = {.worlds = 5, .paying = 0};
  EXPECT_EQ(sentence(),
            "With that trust joining beats staying alone at no epsilon that was tried, in none of 5 made-up worlds.");
}

/// Trust that brings nothing is not advised.
TEST(AdviceReport, SaysWhenNobodyNeedBeTrusted) {
  Advice advice = brief_advice({"privacy.trust=all-but-q", "privacy.colluders=1"});
  advice.chosen.candidate.colluders = 0;
  EXPECT_TRUE(in_advice(advised_settings(advice), "trust = \"nobody\"  # without the keys of masked sums\n"));
  EXPECT_TRUE(in_advice(trust_sentences(advice).front(), "Trust nobody: "));
}

TEST(AdviceReport, WritesOnlyWhatIsNotTheDefault) {
  Advice advice = brief_advice();
  for (const char* key : {"clip", "mixing_rounds", "acceleration", "output"})
    EXPECT_FALSE(in_advice(advised_settings(advice), key)) << key;
  advice.chosen.candidate = {.schedule = NoiseSchedule::constant,
                             .step = StepRule::constant,
                             .rounds = 30,
                             .mixing_rounds = 4,
                             .acceleration = Acceleration::nesterov,
                             .output = Output::polynomial,
                             .clipped = true};
  for (const char* line : {"clip = \"half-norm\"\n", "mixing_rounds = 4\n", "acceleration = \"nesterov\"\n",
                           "output = \"polynomial\"\n", "step = \"constant\"\n"})
    EXPECT_TRUE(in_advice(advised_settings(advice), line)) << line;
  advice.chosen.candidate.clipped = false;
  advice.candidates.front().candidate.clipped = true;
  EXPECT_TRUE(in_advice(advised_settings(advice), "without the key clip"));
}

TEST(AdviceReport, HasEveryChoiceInJson) {
  const Json json = Json::parse(advice_json(brief_advice()));
  for (const char* key : {"mixing_rounds", "acceleration", "output", "clipped_at_half_norm", "colluders"})
    EXPECT_TRUE(json.at("advice").contains(key)) << key;
  EXPECT_TRUE(json.at("advice").at("colluders").is_null());
  EXPECT_EQ(json.at("other_trust").at("colluders"), 1);
  EXPECT_GT(json.at("other_trust").at("epsilon_all").get<double>(), 4);
  EXPECT_EQ(json.at("nodes_to_pay").at("colluders"), 1);
  EXPECT_EQ(json.at("over_epsilon")[0].at("other_trust").at("colluders"), 1);
  EXPECT_TRUE(Json::parse(advice_json(brief_advice({"node.1.epsilon=2"}))).at("other_trust").is_null());
}

TEST(AdviceReport, DrawsEverySeriesOnceAndTheOtherTrust) {
  const Advice advice = brief_advice();
  const std::vector<Figure> figures = advice_figures(advice);
  EXPECT_EQ(figures[0].series.back().name, "joining, trusting all but 1");
  std::set<std::string> names;
  for (const FigureSeries& series : figures[1].series) EXPECT_TRUE(names.insert(series.name).second) << series.name;
  EXPECT_EQ(figures[1].observations.size(), advice.candidates.size());
}

/// A page shows six series at first: what is advised is one of them, whatever else it differs in.
TEST(AdviceReport, DrawsWhatIsAdvisedFirst) {
  Advice advice = brief_advice();
  PredictedCandidate advised = advice.candidates.front();
  advised.candidate.regularisation = 0.001;
  advice.candidates.push_back(advised);
  advice.chosen = advised;
  const Figure figure = advice_figures(advice)[1];
  EXPECT_TRUE(in_advice(figure.series.front().name, "regularisation = 0.001")) << figure.series.front().name;
}

TEST(AdviceReport, HasALineForEveryCandidate) {
  const std::string text = advice_text(brief_advice());
  EXPECT_TRUE(in_advice(text, "\n  shifted steps, polynomial output ")) << text;
  EXPECT_TRUE(in_advice(text, "\n  paper-normalised noise, shifted steps "));
}

/// A number without this is taken for a promise.
TEST(AdviceReport, SaysThatRecordsAreMadeUpAndNodesAlike) {
  const Advice advice = brief_advice();
  const std::string text = advice_text(advice);
  for (const char* words : {"MADE UP", "ONE population", "Real sites differ", "over 5 made-up worlds", "lowest",
                            "median", "highest", "Put these keys into the file"})
    EXPECT_TRUE(in_advice(text, words)) << words << "\n" << text;
  const Json json = Json::parse(advice_json(advice));
  EXPECT_TRUE(in_advice(json.at("made_up").get<std::string>(), "MADE UP"));
  EXPECT_LE(json.at("over_worlds").at("chosen_by").at("lowest"), json.at("over_worlds").at("chosen_by").at("highest"));
}

/// Every line is over the worlds: what one world says stands beside no median of others.
TEST(AdviceReport, DrawsMediansOverTheWorldsInEveryLine) {
  Advice advice = brief_advice();
  const auto range = [](double median) {
    const WorldRange own{.lowest = median - 0.1, .median = median, .highest = median + 0.1};
    return PredictionRange{.shown = own, .chosen_by = own};
  };
  advice.constant = range(0.6);
  advice.constant_answer = "answering the more frequent level";
  advice.alone = range(0.5);
  for (AdviceAt& at : advice.over_epsilon) {
    at.joining.chosen_by.value = 7;  // the first world's
    if (at.other_trust) at.other_trust->chosen_by.value = 7;
    at.over_worlds = range(0.3);
    at.alone_private = range(0.9);
    at.other_over_worlds = range(0.2);
  }
  const Figure figure = advice_figures(advice)[0];
  std::map<std::string, double> medians;
  for (const Observation& seen : figure.observations) {
    medians[seen.series] = seen.mean;
    EXPECT_NEAR(*seen.q10, seen.mean - 0.1, 1e-12) << seen.series;
    EXPECT_NEAR(*seen.q90, seen.mean + 0.1, 1e-12) << seen.series;
  }
  EXPECT_EQ(medians, (std::map<std::string, double>{{"joining", 0.3},
                                                    {"a node alone", 0.5},
                                                    {"a node alone, published", 0.9},
                                                    {"answering the more frequent level", 0.6},
                                                    {"joining, trusting all but 1", 0.2}}));
  EXPECT_TRUE(in_advice(figure.caption, "over 5 made-up worlds") && in_advice(figure.reading, "medians of the worlds"));
  const std::string text = advice_text(advice);
  EXPECT_FALSE(in_advice(text, " 7 ")) << text;
  EXPECT_TRUE(in_advice(text, "answering the more frequent level: 0.6 (0.5 to 0.7)")) << text;
}

TEST(AdviceReport, SaysWhereAConstantAnswerIsBetter) {
  Advice advice = brief_advice();
  EXPECT_EQ(constant_sentence(advice), "") << "none is measured of the mean";
  const auto range = [](double median) {
    const WorldRange own{.lowest = median, .median = median, .highest = median};
    return PredictionRange{.shown = own, .chosen_by = own};
  };
  advice.measures.chosen_by = {.name = "log_loss"};
  advice.constant_answer = "answering the more frequent level";
  advice.over_worlds = range(0.6549);
  advice.constant = range(0.6492);
  advice.alone = range(0.64);
  EXPECT_EQ(constant_sentence(advice),
            "Joining as advised is worse than answering the more frequent level: log loss 0.6549, and 0.6492 of that "
            "answer (medians).");
  advice.alone = range(0.65);
  EXPECT_TRUE(in_advice(constant_sentence(advice), "Joining as advised and staying alone are both worse than"));
  EXPECT_TRUE(in_advice(advice_text(advice), constant_sentence(advice)));
  advice.over_worlds = range(0.6491);
  EXPECT_EQ(constant_sentence(advice), "");
}

TEST(AdviceReport, SaysInHowManyWorldsJoiningPays) {
  const Advice advice = brief_advice();
  const BreakEven at_two{.epsilon = 2.0}, at_five{.epsilon = 5.0}, never{};
  EXPECT_TRUE(in_advice(joining_sentence(range_of({at_five, never, at_two, never, at_two}), advice),
                        "in 3 of 5 made-up worlds, at the earliest from about epsilon = 2 on"));
  EXPECT_TRUE(in_advice(joining_sentence(range_of({at_five, at_two, at_two}), advice),
                        "from about epsilon = 2 on (2 to 5 over 3 made-up worlds)"));
  EXPECT_TRUE(in_advice(joining_sentence(range_of({never, never}), advice), "in none of 2 made-up worlds"));
}

TEST(AdviceReport, WritesARowNormAndARegularisationThatChange) {
  Advice advice = brief_advice();
  advice.chosen.candidate.row_norm = 0.5;
  advice.chosen.candidate.regularisation = 0.001;
  EXPECT_TRUE(in_advice(advised_settings(advice), "[problem]\nregularisation = 0.001\n"));
  EXPECT_TRUE(in_advice(advised_settings(advice), "[data]\nrow_norm = 0.5\n"));
}

}  // namespace
}  // namespace sotto
