// SPDX-License-Identifier: MIT
// sotto report: draws the page of a folder again, or of several folders over each other.
#include <set>

#include "delivery.hpp"
#include "output.hpp"
#include "sotto/report/manifest.hpp"
#include "sotto/report/observations_csv.hpp"
#include "sotto/report/page_document.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

namespace fs = std::filesystem;

/// The folder's own name, made unlike those before it.
std::string name_of_page(const fs::path& folder, std::set<std::string>& taken) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  const std::string first = name;
  for (int number = 2; !taken.insert(name).second; ++number) name = first + "-" + std::to_string(number);
  return name;
}

}  // namespace

void describe_report(Command& command) {
  command.takes_folders(Command::Folders::some,
                        "folders with a page.json; figures with the same axes are drawn over each other");
  command.takes_out();
}

ExitCode report(const Command& command) {
  std::vector<NamedPage> pages;
  std::set<std::string> taken;
  for (const std::string& folder : command.folders())
    pages.push_back({name_of_page(folder, taken), read_content((fs::path(folder) / "page.json").string())});
  const ReportPage page = overlaid(pages);
  Files files;
  for (const Figure& figure : page.figures) {
    files.emplace_back(figure.id + ".vl.json", vega_lite(figure));
    files.emplace_back(figure.id + ".csv", observations_csv(figure.observations));
  }
  add_page(files, page);
  const std::unique_ptr<RunFolder> folder = open_run_folder(command.out(), "report");
  if (!folder) return store;
  for (const auto& [name, bytes] : files) folder->write(name, bytes);
  folder->finish();
  print(command.json() ? written_json((folder->target() / "report.html").string())
                       : (folder->target() / "report.html").string() + "\n");
  return ok;
}

}  // namespace sotto::app
