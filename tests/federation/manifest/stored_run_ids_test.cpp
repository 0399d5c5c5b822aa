// SPDX-License-Identifier: MIT
// Manifests that were signed keep their run ids: the program that reads them may be rebuilt, their bytes may not
// change. The ids were stored before the sections had one list of fields each. (A plan's last digits follow the C
// library's.)
#include <gtest/gtest.h>

#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {
namespace {

const std::string three_sites = R"([federation]
purpose = "real"
round_period = 0.5
[problem]
kind = "logistic"
regularisation = 0.05
radius = 8.0
[data]
missing = "drop"
[graph]
kind = "ring"
nodes = 3
[privacy]
epsilon = 4.0
delta = 1e-6
mechanism = "lattice"
[algorithm]
rounds = 12
consensus_rounds = 5
[run]
seed = 7
[node.0]
name = "north"
address = "north.example:7300"
public_key = "ed25519:75c8f89f213482055f3d382458d16937821aa4a38d114fc4bf3e1082b4dec8f5"
dataset = "patients-2024"
records = 20
[node.1]
name = "south"
address = "south.example:7300"
public_key = "ed25519:36e244db126e964a964983b08b6acfde67672d360795495383add6a80a6821e7"
dataset = "patients-2024"
records = 21
[node.2]
name = "west"
address = "west.example:7300"
public_key = "ed25519:cc2e2cfce18d741129473959f5d633cff247f87ec892afe4dea819b66e4bafb5"
dataset = "patients-2024"
records = 22
[[column]]
name = "a"
range = [-1.0, 1.0]
[[column]]
name = "y"
role = "label"
type = "category"
levels = ["no", "yes"]
)";

/// As `sotto federate` wrote it, for two of its sites.
const std::string rehearsal = R"(# The manifest of a federation: see docs/deployment.md.
[federation]
purpose = "trial"

[problem]
kind = "mean-estimation"
domain = "box"
dimension = 10
radius = 10.0

[data]
format = "csv"
header = "names"
intercept = false
sparse = false
missing = "refuse"
unknown = "refuse"
missing_words = "? NA NaN"
hold_out = 0

[[column]]
name = "x"
role = "feature"
type = "number"
repeat = 10
range = [-10.0, 10.0]
scale = "none"

[graph]
kind = "complete"
nodes = 2
edge_probability = 0.6
degree = 4
rewiring = 0.1
attachments = 2
radius = 0.5
weights = "paper"

[privacy]
epsilon = 4.0
delta = 1e-06
accountant = "exact"
schedule = "constant"
adjacency = "replace-one"
mechanism = "lattice"

[node.0]
name = "site-0"
address = "127.142.116.228:34859"
public_key = "ed25519:75c8f89f213482055f3d382458d16937821aa4a38d114fc4bf3e1082b4dec8f5"
dataset = "trial-records"
epsilon = 2.0
delta = 1e-06
accountant = "zcdp-bs"
schedule = "paper"
records = 1000

[node.1]
name = "site-1"
address = "127.142.116.228:43923"
public_key = "ed25519:36e244db126e964a964983b08b6acfde67672d360795495383add6a80a6821e7"
dataset = "trial-records"
records = 900

[algorithm]
rounds = 3
step = "shifted"
consensus = "chebyshev"
consensus_rounds = "auto"
tolerance = 1e-06
consensus_cap = 10000

[run]
seed = "1"
)";

std::string with(std::string text, const std::string& part, const std::string& other) {
  return text.replace(text.find(part), part.size(), other);
}

std::string run_id(const std::string& text) {
  return Manifest::read_text("stored.toml", text).run_id().hex();
}

TEST(StoredManifests, KeepTheirRunIds) {
  const std::string ring = "kind = \"ring\"\nnodes = 3";
  EXPECT_EQ(run_id(three_sites), "275d904ca4ae44db04cf6ead8841af16fe6e270101ae9e5e83e5b98588e5d326");
  EXPECT_EQ(run_id(with(three_sites, ring,
                        "kind = \"edges\"\nedges = \"0-1 1-2\"\nweights = \"listed\"\n"
                        "listed_weights = \"0-0:0.5 0-1:0.5 1-1:0.25 1-2:0.25 2-2:0.75\"")),
            "8d9c61639efec6f4656c4c82b3b7308b77bbf1841d171826aa22a59f3d9947c8");
  EXPECT_EQ(run_id(with(with(three_sites, ring, "nodes = 3"), "consensus_rounds = 5\n", "")),
            "804cc2a8a8763f039933c010f786b27ee758af7d93a72cb498959297f0627243")
      << "the seed draws the graph";
  EXPECT_EQ(run_id(with(with(with(three_sites, "\"logistic\"", "\"svm\""), "0.05", "0.05\nwidth = 0.25"),
                        "radius = 8.0", "domain=\"product\"\nparts = \"ball 1 3, box 1 2\"")),
            "3cc0abe3857448fdd86cb3f5bc69370b9f0ac012745b24d73cb2afdd222d63e4");
  EXPECT_EQ(run_id(rehearsal), "8eb9de9e68633ab4cddd50cb3e8f9902a2a0f156f3538731844ebeca42f48924");
}

}  // namespace
}  // namespace sotto
