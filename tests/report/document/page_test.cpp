// SPDX-License-Identifier: MIT
// The report page as bytes: its document is whole, nothing in a text breaks out of it, nothing comes from elsewhere.
// (What a browser makes of it: tests/web.)
#include "sotto/report/document/page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace sotto {
namespace {

using PageJson = nlohmann::json;

constexpr const char* breaking_out = "</script><script>alert(1)</script><!-- SOTTO_PAGE_DOCUMENT \xff\"'&";

ReportPage small_page() {
  Figure figure{.id = "figure1",
                .title = breaking_out,
                .caption = breaking_out,
                .x = {breaking_out},
                .y = {"error"},
                .series = {{breaking_out}},
                .panels = {{"error", breaking_out}},
                .observations = {}};
  figure.observations.push_back({.series = breaking_out,
                                 .x = "1",
                                 .metric = "error",
                                 .trials = 7,
                                 .mean = 0.1,
                                 .standard_error = {},
                                 .q10 = {},
                                 .median = {},
                                 .q90 = {}});
  return {.title = "A title",
          .notice = "SIMULATION: no privacy",
          .is_private = {"messages"},
          .not_private = {breaking_out},
          .verdicts = {{"a claim", "Theorem 2", "holds in part", breaking_out, "figure1"}},
          .figures = {figure},
          .tables = {{"a table", {"one", breaking_out}, {{"1", "2"}, {breaking_out, ""}}, "a note"}},
          .drawings = {{"a graph", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"}},
          .repeat = {{"sotto run", "1", "0.1.0", "abc"}}};
}

/// What stands between the tags of the page's document.
std::string document_in(const std::string& html) {
  const std::string start = "<script type=\"application/json\" id=\"sotto-page\">";
  const std::size_t from = html.find(start) + start.size();
  return html.substr(from, html.find("</script>", from) - from);
}

TEST(ReportPage, HoldsEverythingItWasGiven) {
  const PageJson page = PageJson::parse(document_in(report_html(small_page())));
  EXPECT_EQ(page["schema"], "sotto.page/1");
  EXPECT_EQ(page["title"], "A title");
  EXPECT_EQ(page["notice"], "SIMULATION: no privacy");
  EXPECT_EQ(page["is_private"], PageJson({"messages"}));
  EXPECT_EQ(page["verdicts"][0]["verdict"], "holds in part");
  EXPECT_EQ(page["verdicts"][0]["figure"], page["figures"][0]["id"]);
  EXPECT_EQ(page["figures"][0]["spec"]["data"]["values"][0]["trials"], 7);
  EXPECT_EQ(page["tables"][0]["rows"][0], PageJson({"1", "2"}));
  EXPECT_EQ(page["drawings"][0]["svg"], small_page().drawings[0].svg);
  EXPECT_EQ(page["repeat"][0],
            PageJson({{"command", "sotto run"}, {"seed", "1"}, {"version", "0.1.0"}, {"commit", "abc"}}));
}

TEST(ReportPage, NoTextBreaksOutOfTheDocument) {
  const std::string html = report_html(small_page()), plain(page_template());
  EXPECT_EQ(document_in(html).find('<'), std::string::npos);
  EXPECT_EQ(html.find("alert(1)</script"), std::string::npos);
  const std::string text = PageJson::parse(document_in(html))["not_private"][0];
  EXPECT_TRUE(text.starts_with("</script><script>alert(1)</script><!-- SOTTO_PAGE_DOCUMENT "))
      << "and it reads the same";
  const std::size_t place = plain.find(page_placeholder);
  EXPECT_EQ(html.substr(0, place), plain.substr(0, place));
  EXPECT_TRUE(html.ends_with(plain.substr(place + page_placeholder.size()))) << "nothing else is changed";
}

TEST(ReportPage, ItsPolicyAllowsNoNetworkAndNoEval) {
  const std::string html = report_html(small_page());
  const std::size_t from = html.find("Content-Security-Policy");
  const std::string policy = html.substr(from, html.find('>', from) - from);
  EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(policy.find("unsafe"), std::string::npos) << policy;
  EXPECT_EQ(policy.find("http"), std::string::npos) << policy;
  EXPECT_EQ(policy.find("blob:"), std::string::npos) << policy;
}

TEST(ReportPage, IsTheSameBytesEachTimeAndMayBeEmpty) {
  EXPECT_EQ(report_html(small_page()), report_html(small_page()));
  EXPECT_EQ(PageJson::parse(document_in(report_html({.title = "empty", .notice = ""})))["figures"], PageJson::array());
}

}  // namespace
}  // namespace sotto
