// SPDX-License-Identifier: MIT
// sotto report: draws the page of a folder again, or of several folders over each other.
#include <filesystem>
#include <optional>
#include <set>

#include "command.hpp"
#include "output.hpp"
#include "sotto/job/run_folder.hpp"
#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/page.hpp"
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

ReportPage page_in(const fs::path& folder) {
  constexpr std::size_t largest_page = std::size_t{1} << 30;
  const NamedFile file{.field = "DIR", .path = (folder / "page.json").string()};
  return read_content(file, read_whole_file(file, largest_page, Links::refused));
}

/// Fills a folder, whose name it returns; nothing, and a remark, where a default one cannot be made.
std::optional<fs::path> written(const Files& files, const std::string& out) {
  std::optional<RunFolder> folder;
  try {
    folder.emplace(out.empty() ? new_run_folder("report") : fs::path(out),
                   out.empty() ? RunFolder::IfTaken::next_number : RunFolder::IfTaken::refuse);
  } catch (const InvalidInput& refused) {
    if (!out.empty()) throw;
    remark("warning", std::string("no run folder is written: ") + refused.what());
    return std::nullopt;
  }
  for (const auto& [name, bytes] : files) folder->write(name, bytes);
  folder->finish();
  return folder->target();
}

void describe_report(Command& command) {
  command.takes_folders(Command::Folders::some,
                        "folders with a page.json; figures with the same axes are drawn over each other");
  command.takes_out();
}

ExitCode report(const Command& command) {
  std::vector<NamedPage> pages;
  std::set<std::string> taken;
  for (const std::string& folder : command.folders()) pages.push_back({name_of_page(folder, taken), page_in(folder)});
  const ReportPage page = overlaid(pages);
  Files files;
  for (const Figure& figure : page.figures) {
    files.emplace_back(figure.id + ".vl.json", vega_lite(figure));
    files.emplace_back(figure.id + ".csv", observations_csv(figure.observations));
  }
  add_page(files, page);
  const std::optional<fs::path> folder = written(files, command.out());
  if (!folder) return store;
  const std::string path = (*folder / "report.html").string();
  print(command.json() ? dump({{"schema", "sotto.written/1"}, {"report", path}}) : path + "\n");
  return ok;
}

}  // namespace

const Subcommand report_command{"report", "draw the page of one folder again, or of several over each other",
                                describe_report, report};

}  // namespace sotto::app
