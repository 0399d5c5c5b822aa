// SPDX-License-Identifier: MIT
// Jobs from Python, and what came of them.
#include <pybind11/stl.h>

#include <filesystem>

#include "apart.hpp"
#include "sotto/job/jobs.hpp"
#include "sotto/job/run_folder.hpp"
#include "tables.hpp"

namespace sotto::python {
namespace {

const char* word_of(JobVerdict verdict) {
  switch (verdict) {
    case JobVerdict::done:
      return "done";
    case JobVerdict::answered_no:
      return "answered-no";
    case JobVerdict::cannot_tell:
      return "cannot-tell";
    case JobVerdict::interrupted:
      break;
  }
  return "interrupted";
}

/// Everything that the caller says of a job beside its settings.
struct Wishes {
  std::string name;          ///< of the job
  std::string command_line;  ///< what files say of their maker
  std::string out;           ///< a new folder; empty: none
};

RunIdentity made_by(const Wishes& wishes) {
  return {.kind = "", .version = SOTTO_VERSION, .commit = SOTTO_COMMIT, .command_line = wishes.command_line};
}

using MakeJob = std::function<std::unique_ptr<Job>()>;

Finished run(const MakeJob& make, const Wishes& wishes, const py::object& progress, const py::object& remark) {
  return run_apart({.make = make, .made_by = made_by(wishes), .out = wishes.out},
                   {.progress = progress, .remark = remark});
}

/// Rows of the caller's in the place of files. Nothing: the configuration says where they are.
using Rows = std::optional<RecordsInMemory>;

Rows rows_of(const std::vector<Table>& tables, const std::optional<Table>& test) {
  if (tables.empty() && !test) return std::nullopt;
  RecordsInMemory rows{.data = {}, .test = {}};
  for (const Table& table : tables) rows.data.emplace_back(table.in_place());
  if (test) rows.test = test->in_place();
  return rows;
}

Scenario scenario_of(const Configuration& configuration, const Rows& rows) {
  return rows ? Scenario(configuration, *rows) : Scenario(configuration);
}

std::unique_ptr<Job> job_of(const std::string& kind, const Settings& settings, const std::string& name,
                            const Rows& rows) {
  if (rows && (kind == "sweep" || kind == "demo" || kind == "advice"))
    throw InvalidInput({"rows", "", "are for a run or an audit"});
  if (kind == "sweep") return sweep_job(check_sweep(only_sweep, settings), name);
  if (kind == "demo") return demo_job(Scenario(papers_setting(settings)));
  const Configuration configuration = read_configuration(settings);
  if (kind == "advice") return advice_job(configuration, name);
  if (kind == "audit") return audit_job(scenario_of(configuration, rows), name);
  return run_job(rows ? Scenario(configuration, *rows) : scenario_of_run(configuration), name);
}

py::dict files_of(const Finished& finished) {
  py::dict all;
  if (!finished.result.files) return all;
  for (const auto& [name, bytes] : made_apart(finished.result.files)) all[py::str(name)] = py::bytes(bytes);
  return all;
}

std::string text_of(const std::function<std::string()>& make) {
  return make ? made_apart(make) : std::string();
}

std::string save(const Finished& finished, const std::string& folder) {
  if (!finished.result.files)
    throw InvalidInput({"folder", folder, "nothing is kept of this job that could be written"}, FaultKind::store);
  return made_apart([&] {
    RunFolder into(folder);
    for (const auto& [name, bytes] : finished.result.files()) into.write(name, bytes);
    into.finish();
    return into.target().string();
  });
}

}  // namespace

void bind_runs(py::module_& module) {
  py::class_<Wishes>(module, "Wishes")
      .def(py::init([](std::string name, std::string command_line, std::string out) {
             return Wishes{std::move(name), std::move(command_line), std::move(out)};
           }),
           py::kw_only(), py::arg("name"), py::arg("command_line"), py::arg("out"));
  py::class_<Finished>(module, "Finished")
      .def_readonly("kind", &Finished::kind)
      .def_readonly("folder", &Finished::folder)
      .def_property_readonly("verdict", [](const Finished& done) { return word_of(done.result.verdict); })
      .def_property_readonly("interrupted", [](const Finished& done) { return done.result.interrupted; })
      .def("text", [](const Finished& done) { return text_of(done.result.text); })
      .def("json", [](const Finished& done) { return text_of(done.result.json); })
      .def("files", &files_of)
      .def("save", &save);
  module.def(
      "run",
      [](const std::string& kind, const Settings& settings, const Wishes& wishes, const py::object& progress,
         const py::object& remark, const std::vector<Table>& tables, const std::optional<Table>& test) {
        const Rows rows = rows_of(tables, test);
        return run([&] { return job_of(kind, settings, wishes.name, rows); }, wishes, progress, remark);
      },
      py::arg("kind"), py::arg("settings"), py::arg("wishes"), py::arg("progress"), py::arg("remark"),
      py::arg("tables") = std::vector<Table>(), py::arg("test") = std::nullopt, py::keep_alive<0, 6>(),
      py::keep_alive<0, 7>());  // the result may read rows when its files are made
  module.def("reproduce", [](const std::vector<std::string>& figures, const Settings& flags, const Wishes& wishes,
                             const py::object& progress, const py::object& remark) {
    return run([&] { return reproduction_job(papers_experiments(figures, flags)); }, wishes, progress, remark);
  });
  module.def("verify",
             [](const std::string& folder, const Wishes& wishes, const py::object& progress, const py::object& remark) {
               return run([&] { return verification_job(folder); }, wishes, progress, remark);
             });
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_all_runs));
}

}  // namespace sotto::python
