// SPDX-License-Identifier: MIT
#include "sotto/agreement/terms.hpp"

#include <map>

#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

/// Promises and files of nodes share their tables.
std::string nodes_toml(const Terms& terms) {
  std::map<NodeId, std::string> tables;
  for (const auto& [node, own] : terms.privacy.nodes) tables[node] += promise_lines(own);
  if (terms.data)
    for (const auto& [node, own] : terms.data->files) tables[node] += own_file_lines(own);
  std::string out;
  for (const auto& [node, lines] : tables) out += "\n[node." + std::to_string(node) + "]\n" + lines;
  return out;
}

}  // namespace

Terms read_terms(Reader& reader, FilesLie where) {
  const std::optional<DataSettings> data = read_data(reader, where);
  const ProblemSettings problem = read_problem(reader, data);
  const GraphSettings graph = read_graph(reader);
  const PrivacySettings privacy = read_privacy(reader);
  return {data, problem, graph, privacy, read_algorithm(reader, privacy.trust)};
}

std::string to_toml(const Terms& terms) {
  std::string out = problem_toml(terms.problem, terms.data.has_value());
  if (terms.data) out += data_toml(*terms.data);
  return out + graph_toml(terms.graph) + privacy_toml(terms.privacy) + nodes_toml(terms) +
         algorithm_toml(terms.algorithm);
}

std::uint64_t read_seed(Reader& reader) {
  std::uint64_t seed = 0;
  FieldReader fields(reader, "run");
  seed_field(fields, seed);
  return seed;
}

std::string seed_toml(std::uint64_t seed) {
  FieldWriter fields;
  seed_field(fields, seed);
  return "\n[run]\n" + fields.lines();
}

std::vector<DocumentedSection> documents_of_terms() {
  DocumentedSection node = own_file_document();
  node.kind = DocumentedSection::Kind::of_node;
  for (const DocumentedKey& key : promise_document().keys) node.keys.push_back(key);
  return {problem_document(), data_document(),    column_document(),   node,
          graph_document(),   privacy_document(), algorithm_document()};
}

}  // namespace sotto
