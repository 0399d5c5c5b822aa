// SPDX-License-Identifier: MIT
// Models as files: they read back as the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "data/model/models_for_tests.hpp"
#include "problem/models.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void expect_same(const Column& a, const Column& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_TRUE(a.role == b.role && a.type == b.type && a.scaling == b.scaling && a.unknown == b.unknown);
  EXPECT_EQ(a.repeat, b.repeat);
  EXPECT_EQ(a.levels, b.levels);
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(a.missing_words, b.missing_words);
  ASSERT_EQ(a.range.has_value(), b.range.has_value());
  if (a.range) {
    EXPECT_TRUE(same_bits({a.range->lowest, a.range->highest}, {b.range->lowest, b.range->highest}));
  }
  ASSERT_EQ(a.missing.has_value(), b.missing.has_value());
  if (a.missing) {
    EXPECT_TRUE(a.missing->action == b.missing->action && a.missing->substitute == b.missing->substitute);
  }
}

void expect_same(const Schema& a, const Schema& b) {
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t k = 0; k < a.columns.size(); ++k) expect_same(a.columns[k], b.columns[k]);
  EXPECT_EQ(a.intercept, b.intercept);
  EXPECT_EQ(a.norm, b.norm);
  EXPECT_EQ(a.sparse, b.sparse);
  EXPECT_TRUE(a.missing.action == b.missing.action && a.missing.substitute == b.missing.substitute);
  EXPECT_TRUE(a.unknown == b.unknown);
  EXPECT_EQ(a.missing_words, b.missing_words);
}

TEST(ModelFile, OfEveryKindReadsBackAsTheSameBits) {
  test::RandomPoints points(31);
  for (int repeat = 0; repeat < 20; ++repeat)
    for (const auto& [name, loss] : test::all_losses()) {
      FittedModel model = test::random_model(loss, points);
      model.coefficients[0] = repeat == 0 ? -0.0 : repeat == 1 ? 5e-324 : 1e100;
      const std::string text = model_json(model);
      const FittedModel read = model_in(text, "m.json");
      EXPECT_TRUE(same_bits(read.coefficients, model.coefficients)) << name;
      expect_same(read.schema, model.schema);
      EXPECT_EQ(model_json(read), text);
      EXPECT_EQ(read.privacy.why_not_private, model.privacy.why_not_private);
      EXPECT_EQ(read.privacy.certificate, model.privacy.certificate);
      EXPECT_EQ(read.origin.seed, model.origin.seed);
      EXPECT_EQ(read.origin.version, model.origin.version);
      EXPECT_EQ(read.loss.index(), model.loss.index());
    }
}

TEST(ModelFile, KeepsTheParametersOfItsLoss) {
  test::RandomPoints points(32);
  const auto there_and_back = [&](const Loss& loss) {
    return model_in(model_json(test::random_model(loss, points)), "m.json").loss;
  };
  EXPECT_EQ(std::get<SquaredLoss>(there_and_back(SquaredLoss{.label_bound = 0.1})).label_bound, 0.1);
  EXPECT_EQ(std::get<HuberLoss>(there_and_back(HuberLoss{.width = 0.3, .label_bound = 7})).width, 0.3);
  EXPECT_EQ(std::get<HuberLoss>(there_and_back(HuberLoss{.width = 0.3, .label_bound = 7})).label_bound, 7);
  EXPECT_EQ(std::get<SmoothedHingeLoss>(there_and_back(SmoothedHingeLoss{.width = 0.3})).width, 0.3);
  EXPECT_EQ(std::get<PoissonLoss>(there_and_back(PoissonLoss{.label_bound = 6})).label_bound, 6);
  EXPECT_EQ(std::get<SoftmaxLoss>(there_and_back(SoftmaxLoss{.classes = 2})).classes, 2U);
}

TEST(ModelFile, CarriesACertificateOnlyIfItIsPrivateAndElseSaysWhyItIsNot) {
  test::RandomPoints points(33);
  FittedModel model = test::random_model(LogisticLoss{}, points);
  model.privacy = {.why_not_private = "SIMULATION: the noise was seeded"};
  Json written = Json::parse(model_json(model));
  EXPECT_EQ(written.at("private"), false);
  EXPECT_EQ(written.at("why_not_private"), "SIMULATION: the noise was seeded");
  EXPECT_FALSE(written.contains("certificate"));
  model.privacy = {.certificate = R"({"epsilon": 1})"};
  written = Json::parse(model_json(model));
  EXPECT_EQ(written.at("private"), true);
  EXPECT_EQ(written.at("certificate").at("epsilon"), 1);
  for (const ModelPrivacy& unsound : {ModelPrivacy{}, ModelPrivacy{"{}", "and why not"}, ModelPrivacy{"[]", ""},
                                      ModelPrivacy{"no JSON", ""}, ModelPrivacy{"", "two\nlines"}}) {
    model.privacy = unsound;
    EXPECT_THROW(model_json(model), InvalidInput) << unsound.certificate << unsound.why_not_private;
  }
}

TEST(ModelFile, ThatCannotBeUsedIsNotWritten) {
  test::RandomPoints points(34);
  const auto refused = [&](const Loss& loss, const auto& spoil) {
    FittedModel model = test::random_model(loss, points);
    model_json(model);
    spoil(model);
    EXPECT_THROW(model_json(model), InvalidInput);
  };
  refused(LogisticLoss{}, [](FittedModel& m) { m.coefficients.pop_back(); });
  refused(LogisticLoss{}, [](FittedModel& m) { m.coefficients[0] = std::nan(""); });
  refused(LogisticLoss{}, [](FittedModel& m) { m.coefficients[0] = -1.1e100; });
  refused(LogisticLoss{}, [](FittedModel& m) { m.schema.columns.pop_back(); });
  refused(LogisticLoss{}, [](FittedModel& m) { m.schema.columns.back().classes = true; });
  refused(SquaredLoss{}, [](FittedModel& m) { m.loss = LogisticLoss{}; });
  refused(LogisticLoss{}, [](FittedModel& m) { m.loss = SquaredLoss{}; });
  refused(SoftmaxLoss{.classes = 3}, [](FittedModel& m) { m.loss = SoftmaxLoss{.classes = 4}; });
  refused(HuberLoss{}, [](FittedModel& m) { m.loss = HuberLoss{.width = -1}; });
  refused(PoissonLoss{}, [](FittedModel& m) { m.schema.columns.back().scaling = Scaling::symmetric; });
  refused(SquaredLoss{}, [](FittedModel& m) { m.schema.missing_words = {"\xFF"}; });
}

TEST(ModelFile, OfAFolderOrOfNothingIsRefusedByItsName) {
  const test::TemporaryFolder folder;
  for (const std::string& path : {folder.path().string(), (folder.path() / "none.json").string(),
                                  std::string("/dev/zero"), std::string("/dev/null")}) {
    try {
      read_model(path);
      ADD_FAILURE() << path;
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
      EXPECT_EQ(refused.faults()[0].value, path);
    }
  }
}

}  // namespace
}  // namespace sotto
