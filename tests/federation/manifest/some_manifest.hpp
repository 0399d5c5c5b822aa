// SPDX-License-Identifier: MIT
// A small manifest in pieces that tests can change, leave out and put in another order.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sotto/federation/identity/site_key.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto::test {

/// The same in every manifest of a process.
inline const SiteKey& key_of_site(std::size_t number) {
  static const std::vector<SiteKey> keys = [] {
    std::vector<SiteKey> made;
    for (int k = 0; k < 4; ++k) made.push_back(SiteKey::generate());
    return made;
  }();
  return keys.at(number);
}

struct SomeManifest {
  struct Section {
    std::string header;
    std::vector<std::string> lines;  ///< "key = value"
  };
  std::vector<Section> sections = {
      {"[federation]", {"purpose = \"trial\""}},
      {"[problem]", {"kind = \"logistic\"", "regularisation = 0.05", "radius = 8.0"}},
      {"[data]", {"missing = \"drop\""}},
      {"[graph]", {"kind = \"ring\"", "nodes = 3"}},
      {"[privacy]", {"epsilon = 4.0", "delta = 1e-6", "mechanism = \"lattice\""}},
      {"[algorithm]", {"rounds = 12", "consensus_rounds = 5"}},
      {"[run]", {"seed = 7"}},
      node(0, "north"),
      node(1, "south"),
      node(2, "west"),
      {"[[column]]", {"name = \"a\"", "range = [-1.0, 1.0]"}},
      {"[[column]]", {"name = \"y\"", "role = \"label\"", "type = \"category\"", "levels = [\"no\", \"yes\"]"}}};

  static Section node(std::size_t number, const std::string& name) {
    return {"[node." + std::to_string(number) + "]",
            {"name = \"" + name + "\"", "address = \"" + name + ".example:7300\"",
             "public_key = \"" + key_of_site(number).public_key().text() + "\"", "dataset = \"patients-2024\"",
             "records = " + std::to_string(20 + number)}};
  }

  Section& section(const std::string& header) {
    const auto found =
        std::find_if(sections.begin(), sections.end(), [&](const Section& one) { return one.header == header; });
    return found != sections.end() ? *found : sections.emplace_back(Section{header, {}});
  }
  /// "key = value" in the place of what the section said of this key, or beside it.
  SomeManifest with(const std::string& header, const std::string& line) const {
    SomeManifest changed = without(header, line.substr(0, line.find(" =")));
    changed.section(header).lines.push_back(line);
    return changed;
  }
  SomeManifest without(const std::string& header, const std::string& key) const {
    SomeManifest changed = *this;
    std::erase_if(changed.section(header).lines, [&](const std::string& one) { return one.starts_with(key + " ="); });
    return changed;
  }
  SomeManifest without_section(const std::string& header) const {
    SomeManifest changed = *this;
    std::erase_if(changed.sections, [&](const Section& one) { return one.header == header; });
    return changed;
  }

  std::string text() const {
    std::string all;
    for (const auto& [header, lines] : sections) {
      all += header + "\n";
      for (const std::string& line : lines) all += line + "\n";
    }
    return all;
  }
  Manifest read() const { return Manifest::read_text("m.toml", text()); }
  std::string run_id() const { return read().run_id().hex(); }
};

/// What a manifest is refused with; empty where it is not.
inline std::vector<Fault> faults_of(const std::string& text) {
  try {
    (void)Manifest::read_text("m.toml", text);
  } catch (const InvalidInput& refused) {
    return refused.faults();
  }
  return {};
}

}  // namespace sotto::test
