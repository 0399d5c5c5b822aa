// SPDX-License-Identifier: MIT
// A page's content as a document (page.json), from which `sotto report` draws it again, alone or over others.
#pragma once

#include <string>

#include "sotto/report/page.hpp"

namespace sotto {

/// sotto.content/1: all that the page shows, before it is drawn.
std::string content_json(const ReportPage& page);

/// Reads it back. InvalidInput (data) names the file for anything that is not such a document.
ReportPage read_content(const std::string& path);

/// Pages over each other: figures with the same id and axes become one, its series named after their pages.
struct NamedPage {
  std::string name;
  ReportPage page;
};
ReportPage overlaid(const std::vector<NamedPage>& pages);

}  // namespace sotto
