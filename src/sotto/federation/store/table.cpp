// SPDX-License-Identifier: MIT
#include "sotto/federation/store/table.hpp"

#include <algorithm>
#include <bit>

namespace sotto {
namespace {

std::string eight_bytes(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (std::size_t k = 8; k-- > 0; number >>= 8) bytes[k] = static_cast<char>(number & 0xff);
  return bytes;
}

struct Encoder {
  std::string& out;

  void add(char kind, const std::string& bytes) { out.append(1, kind).append(eight_bytes(bytes.size())).append(bytes); }
  void operator()(std::monostate) { add('n', {}); }
  void operator()(std::int64_t number) { add('i', eight_bytes(static_cast<std::uint64_t>(number))); }
  void operator()(double number) { add('r', eight_bytes(std::bit_cast<std::uint64_t>(number))); }
  void operator()(const Text& text) { add('t', text.text); }
  void operator()(const Blob& blob) { add('b', blob.bytes); }
};

/// "number whole, run bytes?, payload payload, more whole?3": name and kind of each column; ? where it may be absent,
/// and after it the version of the schema that brought a late one.
std::vector<TableColumn> columns_in(std::string_view list) {
  std::vector<TableColumn> columns;
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(", "));
    list.remove_prefix(std::min(list.size(), one.size() + 2));
    const std::size_t mark = one.find('?'), blank = one.find(' ');
    const bool may_be_absent = mark != std::string_view::npos;
    const std::int64_t since = may_be_absent && mark + 1 < one.size() ? one[mark + 1] - '0' : 0;
    one = one.substr(0, mark);
    const auto kind = value_named<TableColumnKind>(one.substr(blank + 1));
    columns.push_back({one.substr(0, blank), kind.value(), may_be_absent, since});
  }
  return columns;
}

}  // namespace

std::string canonical(const Row& row) {
  std::string bytes;
  for (const Value& value : row) std::visit(Encoder{bytes}, value);
  return bytes;
}

namespace tables {

const Table meta{.name = "meta", .columns = columns_in("number whole, name text, value bytes")};
const Table starts{.name = "starts",
                   .columns = columns_in("incarnation whole, time whole, start_id bytes, version text")};
const Table ledger{
    .name = "ledger",
    .columns = columns_in("number whole, time whole, kind text, dataset text, run bytes?, epsilon real?, "
                          "delta real?, adjacency text?, alpha whole, total_variation whole, alpha_all whole?3, "
                          "total_variation_all whole?3, epsilon_all real?3")};
const Table runs{.name = "runs",
                 .columns = columns_in("number whole, time whole, run bytes, kind text, dataset text, "
                                       "data_digest bytes, manifest text")};
const Table rounds{.name = "rounds",
                   .columns = columns_in("round whole, run bytes, time whole, digest bytes, alpha whole, "
                                         "total_variation whole, alpha_so_far whole, total_variation_so_far whole, "
                                         "inputs bytes, payload payload, alpha_all whole?3, "
                                         "total_variation_all whole?3, alpha_all_so_far whole?3, "
                                         "total_variation_all_so_far whole?3"),
                   .first = 2,  // y(1) = 0 is public and has no row
                   .chain_of = "run"};
const Table finished{.name = "finished", .columns = columns_in("number whole, time whole, run bytes, digest bytes")};
const Table sightings{.name = "sightings",
                      .columns = columns_in("number whole, time whole, site text, incarnation whole, start_id bytes, "
                                            "entries whole, head bytes")};
const Table audit{.name = "audit", .columns = columns_in("number whole, time whole, event text, details text")};
const Table evidence{.name = "evidence",
                     .columns = columns_in("number whole, time whole, kind text, site text, run bytes, round whole, "
                                           "first bytes, second bytes")};
/// The signed hello behind a sighting.
const Table proofs{.name = "proofs",
                   .columns = columns_in("number whole, time whole, site text, incarnation whole, start_id bytes, "
                                         "entries whole, head bytes, hello bytes"),
                   .since = 2};
/// Starts that were signed with this site's key and that this state never took.
const Table disowned{.name = "disowned",
                     .columns = columns_in("number whole, time whole, incarnation whole, start_id bytes, hello bytes, "
                                           "statement bytes"),
                     .since = 2};
/// Runs that this site closed by saying for good what it holds of a neighbour.
const Table closings{.name = "closings",
                     .columns = columns_in("number whole, time whole, run bytes, site text, round whole, digest bytes, "
                                           "statement bytes"),
                     .since = 2};
/// Which run a session belongs to, and what this site said in it. Words may be long: they enter by their digest.
const Table sessions{
    .name = "sessions",
    .columns = columns_in("number whole, time whole, session bytes, run bytes, kind text, word payload"),
    .since = 3};

}  // namespace tables

const std::array<const Table*, 13>& chained_tables() {
  static const std::array<const Table*, 13> all{
      &tables::meta,     &tables::starts,    &tables::ledger,  &tables::runs,     &tables::rounds,
      &tables::finished, &tables::sightings, &tables::audit,   &tables::evidence, &tables::proofs,
      &tables::disowned, &tables::closings,  &tables::sessions};
  return all;
}

std::string column_list(const Table& table) {
  std::string names;
  for (const TableColumn& column : table.columns) names.append(names.empty() ? "" : ", ").append(column.name);
  return names;
}

std::string selection(const Table& table, std::int64_t version) {
  std::vector<std::string_view> names;
  for (const TableColumn& column : table.columns) names.push_back(column.name);
  return selection(table, version, names);
}

std::string selection(const Table& table, std::int64_t version, const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) {
    const bool is_there = table.columns.at(place_of_column(table, name)).since <= version;
    list.append(list.empty() ? "" : ", ").append(is_there ? name : "NULL");
  }
  return list;
}

std::size_t place_of_column(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const TableColumn& column) { return column.name == name; });
  return static_cast<std::size_t>(found - table.columns.begin());
}

}  // namespace sotto
