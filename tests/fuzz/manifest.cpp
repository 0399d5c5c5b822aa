// SPDX-License-Identifier: MIT
// Any text as a manifest.
#include "sotto/federation/manifest/manifest.hpp"

#include "fuzz/read_or_refuse.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {
namespace {

/// Plans for millions of rounds take their time, and files that a fuzzer names are nobody's to open.
bool is_worth_reading(const std::string& text) {
  Settings settings;
  settings.add_file_text("m.toml", text);
  for (const auto& [key, given] : settings.values()) {
    const auto* number = std::get_if<std::int64_t>(&given.setting.value);
    if (number != nullptr && *number > 500 && key != "run.seed") return false;
    if (key.starts_with("graph.") && key.ends_with("file")) return false;
  }
  for (const ColumnTable& column : settings.columns())
    for (const ColumnEntry& entry : column.entries)
      if (entry.key == "repeat") return false;
  return true;
}

void read_and_write(const std::string& text) {
  const Manifest manifest = Manifest::read_text("m.toml", text);
  hold(is_utf8(manifest.canonical()), "canonical bytes that are no text");
  hold(differing_fields(manifest.canonical(), manifest.canonical()).empty(), "differs from itself");
  const std::string written = manifest_toml(
      {manifest.purpose(), manifest.agreement().terms(), manifest.agreement().seed(), manifest.parties()});
  hold(Manifest::read_text("again.toml", written).run_id() == manifest.run_id(), "another run once it is written");
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    hold(manifest.number_of(manifest.parties()[i].key) == i, "a key of two parties");
    for (const NodeId j : manifest.neighbours_of(i)) hold(j < manifest.parties().size() && j != i, "no such neighbour");
    hold(fits(manifest.plan_of(i).request().budget, units_of_run(manifest.plan_of(i)).planned),
         "a plan beyond its promise");
  }
}

}  // namespace

void manifest(Bytes bytes) {
  const std::string text = text_of(bytes);
  try {
    if (is_worth_reading(text)) read_and_write(text);
  } catch (const InvalidInput& refused) {
    hold(!refused.faults().empty() && is_utf8(refused.what()), "a refusal that cannot be shown");
  }
}

}  // namespace sotto::fuzz
