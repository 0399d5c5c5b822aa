// SPDX-License-Identifier: MIT
// Model files that are none: an error with file, path and rule, never a model, never a crash, never what a file holds.
#include <gtest/gtest.h>

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

const std::string good = R"json({"schema": "sotto.model/1", "private": false, "why_not_private": "drawn by hand",
"made_by": {"version": "1", "commit": "c", "digest": "d", "seed": "7"},
"loss": {"kind": "smoothed-hinge", "width": 0.5},
"data": {"intercept": true, "norm": 1.5, "missing": {"action": "drop"}, "unknown": "none", "missing_words": ["?"],
"sparse": false, "columns": [{"name": "age", "range": [0, 100]},
{"name": "sex", "type": "category", "levels": ["f", "m"]},
{"name": "ill", "role": "label", "type": "category", "levels": ["no", "yes"]}]},
"meaning": "text", "row_norm": 1.5, "margins": ["yes"], "constant": {"in_units": [0]},
"coefficients": [{"name": "age", "encoded": [0.5], "in_units": [0.01]}, {"name": "sex=f", "encoded": [1]},
{"name": "sex=m", "encoded": [-1]}, {"name": "(intercept)",
                  "encoded" : [0.5]
}]
}
)json";

struct Edit {
  std::string from, to;
  std::vector<std::string> says;  ///< the path, and words of the rule
};

std::string edited(const Edit& edit) {
  const std::size_t at = good.find(edit.from);
  if (at == std::string::npos) throw std::logic_error("not in the good model: " + edit.from);
  return good.substr(0, at) + edit.to + good.substr(at + edit.from.size());
}

void expect_refused(const std::string& text, const std::vector<std::string>& says) {
  try {
    model_in(text, "m.json");
    ADD_FAILURE() << "read: " << text;
  } catch (const InvalidInput& refused) {
    const std::string said = refused.what();
    EXPECT_EQ(refused.kind(), FaultKind::data) << said;
    EXPECT_FALSE(refused.faults().empty());
    for (const Fault& fault : refused.faults()) {
      EXPECT_TRUE(fault.place.starts_with("m.json")) << said;
      EXPECT_EQ(fault.value, "") << "what a file holds is not said: " << said;
    }
    for (const std::string& words : says) EXPECT_NE(said.find(words), std::string::npos) << words << " in: " << said;
  }
}

TEST(BadModels, TheGoodOneThatBadOnesAreMadeFromIsRead) {
  const FittedModel model = model_in(good, "m.json");
  EXPECT_EQ(model.coefficients, (std::vector<double>{0.5, 1, -1, 0.5}));
  EXPECT_EQ(model.origin.seed, 7U);
}

TEST(BadModels, NameTheKeysThatAModelHasWhereAConfigurationHasOthers) {
  std::string text = edited({R"("range": [0, 100])", R"("scaling": "none")", {}});
  const std::string norm = R"("norm": 1.5, )";
  text.erase(text.find(norm), norm.size());
  expect_refused(text, {"data.columns.age.range: where no range is declared, data.norm must be"});
  expect_refused(edited({R"("name": "sex", "type")", R"("name": "sex", "role": "label", "type")", {}}),
                 {"data.columns: at most one column can be the label"});
}

TEST(BadModels, AreRefusedByPathAndRule) {
  const std::vector<Edit> edits = {
      {"sotto.model/1", "sotto.model/2", {"an object with", "sotto.model/1"}},
      {R"("schema": "sotto.model/1", )", "", {"schema", "is missing"}},
      {R"("private": false, )", "", {"private", "is missing"}},
      {R"("private": false)", R"("private": "no")", {"private", "true or false"}},
      {R"("private": false)", R"("private": true)", {"certificate", "is missing", "why_not_private"}},
      {R"("why_not_private": "drawn by hand",)", "", {"why_not_private", "is missing"}},
      {"drawn by hand", R"(a\u001b[31m)", {"why_not_private", "control characters"}},
      {R"("why_not_private": "drawn by hand",)", R"("why_not_private": "", )", {"private", "certificate"}},
      {R"("why_not_private")", R"("certificate": {}, "why_not_private")", {"certificate", "false"}},
      {R"("made_by": {)", R"("made_by": {"host": "x", )", {"made_by.host", "is not known"}},
      {R"("seed": "7")", R"("seed": "18446744073709551616")", {"made_by.seed", "2^64"}},
      {R"("seed": "7")", R"("seed": 7)", {"made_by.seed"}},
      {R"("seed": "7")", R"("seed": "-7")", {"made_by.seed", "whole number"}},
      {R"("meaning": "text")", R"("meaning": 3)", {"meaning"}},
      {R"("meaning")", R"("comment": 1, "meaning")", {"comment", "is not known"}},
      {R"("sparse": false)", R"("sparse": false, "sparse": true)", {"a key twice"}},
      {"smoothed-hinge", "hinge", {"loss.kind", "smoothed-hinge"}},
      {R"("width": 0.5)", R"("width": 0)", {"width", "> 0"}},
      {R"("width": 0.5)", R"("width": 1e999)", {"is no JSON"}},
      {R"("width": 0.5)", R"("width": "wide")", {"loss.width", "finite number"}},
      {R"(, "width": 0.5)", "", {"loss.width", "is missing"}},
      {R"("width": 0.5)", R"("width": 0.5, "label_bound": 1)", {"loss.label_bound", "no such parameter"}},
      {R"("kind": "smoothed-hinge", "width": 0.5)", R"("kind": "logistic", "width": 0.5)", {"loss.width"}},
      {R"("kind": "smoothed-hinge", "width": 0.5)", R"("kind": "squared", "label_bound": 1)", {"ill", "a number"}},
      {R"("kind": "smoothed-hinge", "width": 0.5)",
       R"("kind": "softmax", "classes": 2)",
       {"coefficients[0].encoded", "must list 2 numbers"}},
      {R"("kind": "smoothed-hinge", "width": 0.5)", R"("kind": "softmax", "classes": 4000000000)", {"loss.classes"}},
      {R"("intercept": true)", R"("intercept": 1)", {"data.intercept", "true or false"}},
      {R"("intercept": true)", R"("intercept": false)", {"coefficients", "4 are listed", "ask for 3"}},
      {R"("norm": 1.5, "missing")", R"("norm": -1, "missing")", {"data.norm"}},
      {R"("norm": 1.5, "missing")", R"("norm": 2, "missing")", {"row_norm", "does not follow"}},
      {R"({"action": "drop"})", R"("drop")", {"data.missing", "an object"}},
      {R"({"action": "drop"})", R"({"action": "skip"})", {"data.missing.action", "refuse, drop, substitute"}},
      {R"({"action": "drop"})", R"({"action": "drop", "by": 1})", {"data.missing.by"}},
      {R"(["?"])", R"("?")", {"data.missing_words", "a list"}},
      {R"(["?"])", R"(["?", 3])", {"data.missing_words[1]", "a text"}},
      {R"(["?"])", R"(["?", "yes"])", {"ill", "missing value"}},
      {R"([0, 100])", R"([0, 100, 3])", {"data.columns[0].range", "[lowest, highest]"}},
      {R"([0, 100])", R"([100, 0])", {"data.columns.age.range", "below"}},
      {R"([0, 100])", R"([0, null])", {"data.columns[0].range[1]", "finite number"}},
      {R"([0, 100])", R"([0, 200])", {"coefficients[0].in_units", "does not follow"}},
      {R"({"name": "age", "range")", R"({"name": "age", "repeat": 0, "range")", {"repeat"}},
      {R"({"name": "age", "range")", R"({"name": "age", "repeat": -1, "range")", {"columns[0].repeat"}},
      {R"({"name": "age", "range")", R"({"name": "age", "repeat": 1.5, "range")", {"columns[0].repeat"}},
      {R"({"name": "age", "range")", R"({"name": "age", "repeat": 16777216, "range")", {"are supported"}},
      {R"({"name": "age", "range")", R"({"name": "age", "repeat": 4000000, "range")", {"4 are listed"}},
      {R"({"name": "age", "range")", R"({"name": "age", "roll": 1, "range")", {"data.columns[0].roll"}},
      {R"({"name": "age", "range")", R"({"range")", {"data.columns[0].name", "is missing"}},
      {R"({"name": "age", "range": [0, 100]},)", R"(3,)", {"data.columns[0]", "an object"}},
      {R"(["f", "m"])", R"(["f", "f"])", {"sex.levels", "twice"}},
      {R"(["f", "m"])", R"(["f", "m", "d"])", {"coefficients", "ask for 5"}},
      {R"(["f", "m"])", R"(["f", "n"])", {"coefficients[2].name", "must be sex=n"}},
      {R"(["no", "yes"])", R"(["no", "yes", "perhaps"])", {"ill", "two levels"}},
      {R"("role": "label")", R"("role": "node")", {"one of them must be the label"}},
      {R"("role": "label")", R"("role": "target")", {"data.columns[2].role", "feature, label"}},
      {R"("margins": ["yes"])", R"("margins": ["no"])", {"margins", "does not follow"}},
      {R"("constant": {"in_units": [0]})", R"("constant": {"in_units": [0.1]})", {"constant.in_units"}},
      {R"("constant": {"in_units": [0]})", R"("constant": {"of_label": [0]})", {"constant.of_label"}},
      {R"("constant": {"in_units": [0]})", R"("constant": [0])", {"constant", "an object"}},
      {R"("encoded": [0.5], "in_units": [0.01])", R"("encoded": [0.5], "in_units": [0.011])", {"[0].in_units"}},
      {R"("encoded": [-1])", R"("encoded": [-1, 2])", {"coefficients[2].encoded", "1 numbers"}},
      {R"("encoded": [-1])", R"("encoded": -1)", {"coefficients[2].encoded", "a list"}},
      {R"("encoded": [-1])", R"("encoded": ["-1"])", {"coefficients[2].encoded[0]", "finite number"}},
      {R"("encoded": [-1])", R"("encoded": [1e101])", {"coefficients", "1e100"}},
      {R"({"name": "sex=f", "encoded": [1]},)", R"(null,)", {"coefficients[1]", "an object"}},
      {R"({"name": "sex=f", "encoded": [1]},)", "", {"3 are listed", "ask for 4"}}};
  EXPECT_GE(edits.size(), 60U);
  for (const Edit& edit : edits) expect_refused(edited(edit), edit.says);
}

TEST(BadModels, ThatAreNoDocumentAtAllAreRefused) {
  const std::string deep(100'000, '[');
  const std::vector<std::pair<std::string, std::string>> texts = {{"", "is no JSON"},
                                                                  {"{", "is no JSON"},
                                                                  {"[]", "an object"},
                                                                  {"null", "an object"},
                                                                  {"3", "an object"},
                                                                  {good + "x", "is no JSON"},
                                                                  {deep, "nested too deep"},
                                                                  {"\xFF\xFE{", "UTF-8"},
                                                                  {std::string("\0{}", 3), "is no JSON"},
                                                                  {"{\"a\": NaN}", "is no JSON"},
                                                                  {R"({"a":"\ud800"})", "is no JSON"},
                                                                  {"{}", "schema"}};
  for (const auto& [text, words] : texts) expect_refused(text, {words});
}

TEST(BadModels, EveryShorterPieceOfAGoodOneIsRefused) {
  for (std::size_t size = 0; size + 2 < good.size(); ++size) {
    SCOPED_TRACE(size);
    EXPECT_THROW(model_in(good.substr(0, size), "m.json"), InvalidInput);
  }
}

TEST(BadModels, ReportAllTheirFaultsAtOnceAndAtMostTwenty) {
  std::string many = good;
  for (const char* key : {"\"sparse\"", "\"unknown\"", "\"intercept\""}) {
    const std::size_t at = many.find(key);
    many.insert(at + 1, "x");
  }
  expect_refused(many, {"data.xsparse", "data.xunknown", "data.xintercept", "data.intercept"});
  std::string extra = "{";
  for (int k = 0; k < 1000; ++k) extra += "\"k" + std::to_string(k) + "\":1,";
  try {
    model_in(extra + good.substr(1), "m.json");
    ADD_FAILURE();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults().size(), Faults::most_shown);
  }
}

}  // namespace
}  // namespace sotto
