// SPDX-License-Identifier: MIT
// Where results go: stdout, and the folder of a run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "sotto/report/folder_files.hpp"
#include "sotto/report/run_folder.hpp"

namespace sotto::app {

/// Writes a result to stdout. InvalidInput (store) when it did not arrive, e.g. on a full disk.
void print(const std::string& text);

/// Writes a file that must not exist yet; faults name the key that asked for it.
struct NewFile {
  std::string key;
  std::string path;
};
void write_new(const NewFile& file, const std::string& text);

/// The folder that --out names, or a new one under runs/. A default folder that cannot be made is remarked on, and
/// the run goes on without one; a folder the user named must work.
std::unique_ptr<RunFolder> open_run_folder(const std::string& out, const std::string& default_name);

/// Fills and finishes a folder: these files, and a manifest with their digests.
using ManifestOfFolder = std::function<std::string(const std::map<std::string, std::string>& digests)>;
void write_folder(RunFolder& folder, const Files& files, const ManifestOfFolder& manifest);

/// Who made this: the program, and its command line.
RunIdentity identity(const std::string& kind);
void remember_command_line(int count, char** words);

}  // namespace sotto::app
