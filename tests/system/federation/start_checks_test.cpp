// SPDX-License-Identifier: MIT
// F40: what a node refuses to start with, before anything is said or spent. `sotto doctor` says the same.
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "support/subprocess.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

struct Unfit {
  const char* name;
  const char* spoil;  ///< what a shell does before the node starts, in its state folder
  const char* words;
};

/// And whether sums are masked.
class F40UnfitHost : public ::testing::TestWithParam<std::tuple<Unfit, bool>> {};

/// In a shell, so that limits of the process can be set.
Transcript run_in(const FederationUnderTest& federation, const std::string& spoil, const std::string& words) {
  const std::string state = federation.rehearsal().parties[0].state.string();
  return run_subprocess(
      {.words = {"/bin/bash", "-c",
                 fmt::format("cd {} && {} && exec {} {} --manifest {} --state {}", state, spoil, shipped_program(),
                             words, federation.rehearsal().manifest.string(), state)},
       .folder = federation.folder()});
}

TEST_P(F40UnfitHost, IsRefusedWithTheReasonAndDoctorSaysTheSame) {
  const auto& [unfit, is_masked] = GetParam();
  if (std::string(unfit.spoil).starts_with("chown") && ::geteuid() != 0)
    GTEST_SKIP() << "only root can give a file away";
  const Shape pair{.nodes = 2};
  FederationUnderTest federation(is_masked ? with_masked_sums(pair) : pair);
  const std::string data = " --data " + federation.rehearsal().parties[0].data;
  const Transcript node = run_in(federation, unfit.spoil, "node" + data);
  EXPECT_EQ(node.code, 7) << node.err;
  EXPECT_NE(node.err.find(unfit.words), std::string::npos) << node.err;
  const Transcript doctor = run_in(federation, unfit.spoil, "doctor");
  EXPECT_EQ(doctor.code, 1) << doctor.out;
  EXPECT_NE(doctor.out.find(unfit.words), std::string::npos) << doctor.out;
  EXPECT_EQ(federation.proxy_tape().size(), 0u) << "something was said";
  ASSERT_EQ(run_subprocess({.words = {"/bin/bash", "-c", "chmod 700 site-0 && chmod 600 site-0/identity/*"},
                            .folder = federation.folder()})
                .code,
            0);
  expect_nothing_spent(federation, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Hosts, F40UnfitHost,
    ::testing::Combine(
        ::testing::Values(Unfit{"state_folder_open", "chmod 777 .",
                                "has mode 0777, so that others than its owner can change what lies"},
                          Unfit{"identity_folder_open", "chmod 720 identity", "has mode 0720"},
                          Unfit{"tls_key_for_all", "chmod 644 identity/tls.pem",
                                "has mode 0644, so that others than its owner can use"},
                          Unfit{"site_key_for_a_group", "chmod 640 identity/site.key", "has mode 0640"},
                          Unfit{"no_tls_key", "rm -f identity/tls.pem",
                                "is not there; make a new one with: sotto id renew"},
                          Unfit{"certificate_without_a_key", "sed -i /PRIVATE/,/PRIVATE/d identity/tls.pem", "tls.pem"},
                          Unfit{"key_of_another_user", "chown 12345 identity/site.key", "belongs to user 12345"},
                          Unfit{"folder_of_another_user", "chown 12345 .", "belongs to user 12345"},
                          Unfit{"twelve_descriptors", "ulimit -n 12", "descriptors = 12: must be"}),
        ::testing::Bool()),
    [](const auto& one) {
      return std::get<0>(one.param).name + std::string(std::get<1>(one.param) ? "_MaskedSums" : "_Nobody");
    });

}  // namespace
}  // namespace sotto::test
