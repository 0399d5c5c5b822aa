// SPDX-License-Identifier: MIT
// One fault in a configuration is one fault in the answer: what would only follow from it is not said.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const std::string sites = R"([problem]
kind = "logistic"
radius = 5.0
regularisation = 0.01
[data]
format = "csv"
test_file = "test.csv"
intercept = true
[node.0]
file = "a.csv"
records = 40
[node.1]
file = "b.csv"
records = 40
[node.2]
file = "c.csv"
records = 40
[[column]]
name = "age"
range = [18, 95]
[[column]]
name = "ill"
role = "label"
type = "category"
levels = ["no", "yes"]
[graph]
kind = "complete"
nodes = 3
[privacy]
epsilon = 2.0
delta = 1e-5
trust = "all-but-q"
colluders = 1
[algorithm]
rounds = 6
)";

struct Case {
  std::string from;
  std::string to;
  Words blamed;
};

TEST(OneFault, CausesNoOther) {
  const Program sotto;
  sotto.folder.write("sites.toml", sites);
  ASSERT_EQ(sotto({"plan", "sites.toml", "--json"}).code, 0);
  const std::vector<Case> cases{{"kind = \"logistic\"", "kind = \"logistik\"", {"problem.kind"}},
                                {"kind = \"logistic\"", "kid = \"logistic\"", {"problem.kid"}},
                                {"regularisation = 0.01", "regularisation = \"a\"", {"problem.regularisation"}},
                                {"regularisation", "regularization", {"problem.regularization"}},
                                {"[problem]", "[problm]", {"problm"}},
                                {"[data]", "[dta]", {"dta"}},
                                {"[graph]", "[grph]", {"grph"}},
                                {"[privacy]", "[privcy]", {"privcy"}},
                                {"[algorithm]", "[algoritm]", {"algoritm"}},
                                {"delta = 1e-5\n", "", {"privacy.delta"}},
                                {"delta = 1e-5", "dleta = 1e-5", {"privacy.dleta"}},
                                {"trust = \"all-but-q\"", "trust = \"all-but\"", {"privacy.trust"}},
                                {"trust =", "trus =", {"privacy.trus"}},
                                {"colluders = 1", "coluders = 1", {"privacy.coluders"}},
                                {"file = \"a.csv\"", "fil = \"a.csv\"", {"node.0.fil"}},
                                {"records = 40", "recods = 40", {"node.0.recods"}},
                                {"range = [18, 95]", "range = [18]", {"column age.range"}},
                                {"range = [18, 95]", "rnge = [18, 95]", {"column age.rnge"}},
                                {"role = \"label\"", "role = \"lable\"", {"column ill.role"}},
                                {"levels = [\"no\", \"yes\"]", "levels = \"no\"", {"column ill.levels"}},
                                {"type = \"category\"", "typ = \"category\"", {"column ill.typ"}},
                                {"nodes = 3", "nodes = \"three\"", {"graph.nodes"}}};
  for (const Case& one : cases) {
    std::string text = sites;
    text.replace(text.find(one.from), one.from.size(), one.to);
    sotto.folder.write("t.toml", text);
    Words blamed;
    for (const Json& fault : faults(sotto({"plan", "t.toml", "--json"}), 2)) blamed.push_back(fault.at("field"));
    EXPECT_EQ(blamed, one.blamed) << one.to;
  }
}

TEST(OneFault, HidesNoOtherThatIsTrue) {
  const Program sotto;
  std::string text = sites;
  text.replace(text.find("kind = \"logistic\""), 17, "kind = \"logistik\"");
  text.replace(text.find("delta = 1e-5"), 12, "delta = 2");
  text.replace(text.find("range = [18, 95]"), 16, "range = [1]");
  sotto.folder.write("t.toml", text + "[run]\ntrails = 3\n");
  const std::vector<Json> said = faults(sotto({"plan", "t.toml", "--json"}), 2);
  EXPECT_EQ(said.size(), 4U);
  for (const char* field : {"problem.kind", "privacy.delta", "column age.range", "run.trails"})
    EXPECT_TRUE(blames(said, field)) << field;
}

}  // namespace
}  // namespace sotto::test
