// SPDX-License-Identifier: MIT
#include "sotto/job/job_folder.hpp"

#include <fmt/format.h>

#include "sotto/digest/digest.hpp"

namespace sotto {
namespace {

std::filesystem::path default_target(const Job& job) {
  const std::string identity = job.identity();
  return identity.empty() ? new_run_folder(job.name())
                          : std::filesystem::path(fmt::format("runs/{}-{}", job.name(), sha256(identity).substr(0, 8)));
}

}  // namespace

JobFolder::JobFolder(const Job& job, const std::string& out, const RunIdentity& made_by)
    : folder_(out.empty() ? default_target(job) : std::filesystem::path(out),
              out.empty() ? RunFolder::IfTaken::next_number : RunFolder::IfTaken::refuse) {
  if (!job.identity().empty()) journal_.emplace(folder_.target(), "sotto " + made_by.version + " " + made_by.commit);
}

JobFolder::~JobFolder() {
  if (journal_ && journal_->is_empty()) journal_->remove();
}

void JobFolder::write(const Files& files) {
  for (const auto& [name, bytes] : files) folder_.write(name, bytes);
  folder_.finish();
}

}  // namespace sotto
