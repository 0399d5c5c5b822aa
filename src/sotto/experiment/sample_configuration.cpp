// SPDX-License-Identifier: MIT
// Configurations as TOML: the commented sample that `sotto init` prints, and a resolved one that reads back the same.
#include <fmt/format.h>

#include "sotto/experiment/configuration.hpp"
#include "sotto/experiment/domain_parts.hpp"
#include "sotto/settings/toml_text.hpp"

namespace sotto {
namespace {

struct StopWords {
  std::string consensus_rounds;
  double tolerance = 1e-6;
  Round cap = 10'000;
};

StopWords words_for(const StopRule& rule) {
  if (const auto* fixed = std::get_if<FixedRounds>(&rule)) return {.consensus_rounds = std::to_string(fixed->rounds)};
  if (const auto* agreement = std::get_if<UntilAgreement>(&rule))
    return {"\"until-agreement\"", agreement->tolerance, agreement->cap};
  const auto& contracted = std::get<UntilContracted>(rule);
  return {"\"auto\"", contracted.tolerance, contracted.cap};
}

std::string promise(const NodePrivacy& p) {
  return fmt::format("epsilon = {}\ndelta = {}\naccountant = \"{}\"\nschedule = \"{}\"\n", toml_real(p.budget.epsilon),
                     toml_real(p.budget.delta), name_of(p.accountant), name_of(p.schedule));
}

/// Of records that are drawn, or of a model whose records lie in files.
std::string problem_toml(const Configuration& c) {
  const ProblemSettings& p = c.problem;
  std::string out = fmt::format("[problem]\nkind = {}\ndomain = {}\n", toml_string(p.kind), toml_string(p.domain));
  if (!p.parts.empty()) out += fmt::format("parts = {}\n", toml_string(parts_text(p.parts)));
  out += fmt::format("dimension = {}\nradius = {}\n", p.dimension, toml_real(p.radius));
  if (!c.data) return out + fmt::format("records_per_node = {}\nmean = {}\n", p.records_per_node, toml_real(p.mean));
  if (p.kind == "mean-estimation") return out + data_toml(*c.data);
  out += fmt::format("regularisation = {}\nweighting = \"{}\"\n", toml_real(p.regularisation), p.weighting);
  if (p.kind == "huber" || p.kind == "svm") out += fmt::format("width = {}\n", toml_real(p.width));
  if (p.clip) out += fmt::format("clip = {}\n", toml_real(*p.clip));
  return out + data_toml(*c.data);
}

/// Left out where there are none: older configurations read back with the same bytes.
std::string lists_toml(const GraphSettings& graph) {
  std::string out;
  if (!graph.edges.empty()) out += fmt::format("edges = {}\n", toml_string(text_of(graph.edges)));
  if (!graph.listed_weights.empty())
    out += fmt::format("listed_weights = {}\n", toml_string(text_of(graph.listed_weights)));
  return out;
}

/// Promises and files of nodes share their tables.
std::string nodes_toml(const Configuration& c) {
  std::map<NodeId, std::string> tables;
  for (const auto& [node, own] : c.privacy.nodes) tables[node] += promise(own);
  if (c.data) {
    for (const auto& [node, own] : c.data->files) {
      tables[node] += fmt::format("file = {}\nrecords = {}\n", toml_string(own.path), own.declared_rows.value_or(0));
      if (!own.labels_path.empty()) tables[node] += fmt::format("labels_file = {}\n", toml_string(own.labels_path));
    }
  }
  std::string out;
  for (const auto& [node, table] : tables) out += fmt::format("\n[node.{}]\n{}", node, table);
  return out;
}

}  // namespace

std::string to_toml(const Configuration& c) {
  const StopWords stop = words_for(c.algorithm.stop);
  const std::string nodes = c.graph.nodes == 0 ? "" : fmt::format("nodes = {}\n", c.graph.nodes);
  std::string out = problem_toml(c);
  out += fmt::format(
      "\n[graph]\nkind = {}\n{}edge_probability = {}\ndegree = {}\nrewiring = {}\nattachments = {}\nradius = {}\n"
      "file = {}\nweights = {}\nweights_file = {}\n{}",
      toml_string(c.graph.kind), nodes, toml_real(c.graph.edge_probability), c.graph.degree,
      toml_real(c.graph.rewiring), c.graph.attachments, toml_real(c.graph.radius), toml_string(c.graph.file),
      toml_string(c.graph.weights), toml_string(c.graph.weights_file), lists_toml(c.graph));
  out += fmt::format("\n[privacy]\n{}adjacency = \"{}\"\nmechanism = \"{}\"\n", promise(c.privacy),
                     name_of(c.privacy.budget.adjacency), c.privacy.on_lattice ? "lattice" : "real");
  out += nodes_toml(c);
  out += fmt::format(
      "\n[algorithm]\nrounds = {}\nstep = \"{}\"\nconsensus = \"{}\"\nconsensus_rounds = {}\ntolerance = {}\n"
      "consensus_cap = {}\n",
      c.algorithm.rounds, name_of(c.algorithm.step), name_of(c.algorithm.consensus), stop.consensus_rounds,
      toml_real(stop.tolerance), stop.cap);
  out += fmt::format(
      "\n[run]\ntrials = {}\nuntil_se = {}\nseed = \"{}\"\nfresh = \"{}\"\nbaselines = \"{}\"\nbaseline_trials = {}\n"
      "engine = \"{}\"\nnoise_precision = \"{}\"\n"
      "threads = {}\nrandomness = \"{}\"\n",
      c.run.trials, toml_real(c.run.until_se), c.run.seed, name_of(c.run.fresh), c.run.baselines, c.run.baseline_trials,
      c.run.engine, name_of(c.run.noise_precision), c.run.threads, name_of(c.run.randomness));
  out += fmt::format(
      "\n[audit]\nmode = \"{}\"\nnode = {}\ntranscripts = {}\nconfidence = {}\nclaim = {}\nrecords = {}\n"
      "neighbour = {}\ncanaries = {}\n",
      c.audit.mode, c.audit.node, c.audit.transcripts, toml_real(c.audit.confidence), toml_real(c.audit.claim),
      toml_string(c.audit.records), toml_string(c.audit.neighbour), c.audit.canaries);
  out += fmt::format("\n[advice]\ntrials = {}\nmost_rounds = {}\nsignal = {}\ndensity = {}\nnumbers = {}\n",
                     c.advice.trials, c.advice.most_rounds, toml_real(c.advice.signal), toml_real(c.advice.density),
                     c.advice.numbers);
  return out;
}

std::string sample_configuration() {
  return R"(# sotto configuration. `sotto run THIS-FILE` simulates it; lines that start with # show defaults.
# A value may be overridden: sotto run FILE --set graph.kind=ring, or SOTTO_GRAPH_KIND=ring in the environment.

[problem]
kind = "mean-estimation"    # every node holds records; together they find the mean. On files (see [data]) also linear,
                            # logistic, softmax, huber, svm, poisson
#domain = "box"             # "box": [-radius, radius]^dimension; "ball": ||x|| <= radius; "l1-ball": sum of |x_k| at
                            # most radius; "simplex": x_k >= 0 that sum to radius; "product": of such sets, see parts
#parts = ""                 # domain = "product": name, dimension and size of each, such as "ball 9 30, box 1 10"
dimension = 10
records_per_node = 100      # public; neighbouring datasets differ in the value of one record
radius = 10.0               # public bound: every record is projected onto the domain (product: see parts; there it is
                            # where synthetic records are cut off)
#mean = 7.0                 # synthetic records: mean before truncation; 0.7 * radius unless set
# Of linear models alone, whose records lie in files:
#regularisation = 0.0       # lambda of lambda/2 ||x||^2 for each record; every kind but the mean needs it > 0
#width = 1.0                # huber: where the loss becomes linear; svm: where the hinge is rounded (0.5 unless set)
#clip = 1.0                 # norm that a record's gradient is clipped to; not clipped unless set
#weighting = "records"      # what counts the same: every record, or every node ("nodes"; small nodes pay with noise)

[data]                      # records that lie in files; without a file they are drawn as above
#file = "all.csv"           # .csv .tsv .libsvm .npy .idx, also .gz; divided among the nodes. Or each node has its own:
                            # a table [node.3] with file, records and labels_file
#labels_file = "y.npy"      # of .npy and .idx
#records = 1000             # rows, declared: public, and every constant is made from it
#test_file = "test.csv"     # records that nobody fits to, for simulations
#test_labels_file = "t.npy"
#hold_out = 0               # 5: every fifth row of each file, from the first, is for tests; 0: none is
#format = "by-name"         # csv, libsvm, npy, idx
#header = "names"           # of .csv: names, none, skipped
#separator = ","            # of .csv: , ; | or a tab
#row_norm = 1.0             # B: longer rows (intercept included) are clipped to it; what ranges allow unless set
#intercept = false          # a coordinate that is always 1; true unless set, but for mean estimation
#sparse = false             # keep rows sparse
#missing = "refuse"         # a row with a missing value: refuse the file, or drop it (it then counts as zeros)
#unknown = "refuse"         # a level that was not declared: refuse, drop, or none (no level)
#missing_words = "? NA NaN" # cells that count as missing, as the empty cell does
#partition = "iid"          # one file for all: iid, by-column (role = "node"), dirichlet, shards
#concentration = 0.5        # dirichlet: small means that nodes hold few labels
#shards_per_node = 2        # shards
# Each column of the file is a table [[column]]: name, role (feature, label, node, ignore), type (number, category),
# range = [0, 120], levels = ["no", "yes"], scale (symmetric, unit, none), missing, substitute, unknown, repeat.

[graph]
kind = "erdos-renyi"        # erdos-renyi, complete, ring, path, star, grid, torus, hypercube, random-regular,
                            # watts-strogatz, barabasi-albert, random-geometric, static-exponential, expander,
                            # edges, file
nodes = 10                  # kind = "edges" or "file": leave it out to have as many as they name
edge_probability = 0.6      # erdos-renyi only
#degree = 4                 # random-regular; watts-strogatz before rewiring
#rewiring = 0.1             # watts-strogatz: the probability that an edge gets a random end
#attachments = 2            # barabasi-albert: neighbours that each new node chooses
#radius = 0.5               # random-geometric: points of the unit square this near are joined
#edges = "0-1 1-2"          # kind = "edges": the edges themselves, nodes numbered from 0
#file = "edges.txt"         # kind = "file": two node numbers a line, from 0; or a 0/1 matrix: .csv, .npy, .mtx;
                            # without it the graph is where weights_file is not 0
weights = "paper"           # paper, metropolis, max-degree, lazy-metropolis, lazy-max-degree, best-constant,
                            # listed, file
#listed_weights = "0-0:0.5 0-1:0.5 1-1:0.5" # weights = "listed": of edges, and of nodes themselves
#weights_file = "w.csv"     # weights = "file": N lines of N numbers; .npy and .mtx are read too

[privacy]                   # there is no default epsilon and no default delta
epsilon = 4.0
delta = 1e-6                # keep it far below 1 / (all records)
#adjacency = "replace-one"  # add-remove is refused here: mean estimation's steps use the number of records
#accountant = "exact"       # exact, zcdp-cks, zcdp-bs, root (in the proof of Theorem 1), paper (Theorem 1), advanced,
                            # basic; `sotto plan` shows all of them
#schedule = "constant"      # constant, paper, paper-normalised
#mechanism = "real"         # real: doubles, for simulations; lattice: integers, what real nodes use
# A node may have a promise of its own: a table [node.3] with epsilon, delta, accountant, schedule.

[algorithm]
rounds = 1000               # T: rounds with a gradient and noise (Stage I)
#step = "shifted"           # shifted, paper (c/t)
#consensus = "plain"        # Stage II: plain (W in every round), chebyshev (about the square root of the rounds)
#consensus_rounds = "auto"  # of Stage II: a number; "auto" = until what it is proved to leave of the disagreement is at
                            # most the tolerance; "until-agreement" = until messages change by less than the tolerance
#tolerance = 1e-6
#consensus_cap = 10000      # at most this many rounds of Stage II

[run]
trials = 100                # at most, where until_se is set
#until_se = 0.0             # e.g. 0.01: end when every plan's error of the released mean is known to 1 % (its standard
                            # error over its mean); 0: run all trials
seed = 1                    # a seeded run is a SIMULATION: whoever knows the seed can subtract the noise
#fresh = "data"             # what differs between trials: data = records and noise; noise alone; graph = all three
#baselines = "usual"        # usual: no privacy, a node alone, a curator; all (slower): docs/baselines.md; none
#baseline_trials = 100      # at most, for those baselines that run round by round, one trial after another
#engine = "auto"            # reference: the slow one that is the paper's algorithm to the letter
#noise_precision = "double" # single: about 1.5 times as fast, with tails that end at 5.8 sigma; never in audits
#threads = 0                # 0 or "all": as many as the machine has; no result depends on it
#randomness = "seeded"      # system: bits from the operating system, exact noise; needs mechanism = "lattice"

[audit]                     # for `sotto audit THIS-FILE`, which attacks the nodes; `sotto run` leaves it alone
#mode = "pair"              # pair: two neighbouring datasets, many runs; one-run: canaries in a single run
#node = 0                   # whose record is attacked
#transcripts = 100000       # held out, for either dataset; a fifth as many choose the threshold
#confidence = 0.95          # of the lower bound on epsilon
#claim = 4.0                # the epsilon to judge against; privacy.epsilon unless set
#records = "d.csv"          # the node's records, one a line; the worst case unless set
#neighbour = "e.csv"        # the same with one record replaced
#canaries = 0               # one-run: records that take one of two values by a coin; 0: nodes * dimension

[advice]                    # for `sotto plan THIS-FILE --advise`, which simulates records drawn by what is declared
#trials = 0                 # of each candidate; 0 or "auto": as many as can be afforded
#most_rounds = 1000         # the largest T that is tried, besides algorithm.rounds; 300 on files
#signal = 2.0               # how far the margins spread that labels follow from: how much can be learned
#density = 0.1              # of sparse rows: the share of columns that are not 0
#numbers = 20000000         # at most so many coordinates are simulated; where rows are more, some are left out
)";
}

}  // namespace sotto
