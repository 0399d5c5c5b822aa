// SPDX-License-Identifier: MIT
// The program as mpirun starts it, on one machine.
#pragma once

#include "system/program.hpp"

namespace sotto::test {

/// mpirun on more ranks than there are cores, as any user may be.
inline Launch over_ranks(const Program& sotto, int ranks, const Words& words) {
  Launch launch = sotto.launch(words);
  launch.words = Words{"/usr/bin/mpirun", "--oversubscribe", "-n", std::to_string(ranks)} + launch.words;
  launch.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                        {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                        {"OMPI_MCA_rmaps_base_oversubscribe", "1"}};
  return launch;
}

/// Both folders "result" hold the same files with the same bytes, the command line that made them included.
inline void expect_same_results(const Program& a, const Program& b) {
  ASSERT_EQ(a.folder.entries("result"), b.folder.entries("result"));
  for (const std::string& name : a.folder.entries("result"))
    EXPECT_TRUE(a.folder.read("result/" + name) == b.folder.read("result/" + name)) << name;
}

}  // namespace sotto::test
