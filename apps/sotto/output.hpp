// SPDX-License-Identifier: MIT
// Where results go: stdout, and the folder of a run.
#pragma once

#include <memory>
#include <string>

#include "sotto/experiment/comparison.hpp"
#include "sotto/experiment/privacy_audit.hpp"
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

/// Fills and finishes the folder: configuration, results, rounds, nodes, report, manifest.
void write_run(RunFolder& folder, const Scenario& scenario, const Comparison& comparison);

/// Fills and finishes the folder of an audit: configuration, trade-off curve, report, manifest.
void write_audit(RunFolder& folder, const Scenario& scenario, const PrivacyAudit& audit);

/// Kept for the manifest.
void remember_command_line(int count, char** words);

}  // namespace sotto::app
