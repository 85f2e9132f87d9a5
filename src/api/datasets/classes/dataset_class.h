// DatasetClass: what SandboxFusion calls a data set's class: how its rows become prompts, and a row
// with a completion something to judge. One file for each; table.h lists them.
//
// Classes are pure: they see a row and the request's settings, and fault the row when it lacks what
// they need. They neither run nor decide anything. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/convert/dataset_row.h"
#include "grading/extract/extract.h"
#include "langs/language.h"
#include "model/problem.h"
#include "model/run_result.h"
#include "store/problem_store.h"

namespace assay {

// The peers' TestConfig, and of which data set.
struct DatasetConfig {
  std::string dataset;
  std::optional<std::string> dataset_type;
  std::optional<std::string> language;
  std::optional<std::string> locale;
  bool is_fewshot = false;
  std::optional<double> compile_s;
  std::optional<double> run_s;
  JsonValue provided;  // nothing: rows are the server's
  JsonValue extra;

  bool Flag(std::string_view name) const;              // whether a member of `extra` is true
  std::string ExtraText(std::string_view name) const;  // or ""
};

struct DatasetPrompt {
  std::string id_json;
  std::string text;
  std::string labels_json = "{}";
};

// What is judged, and what the answer says of it beside the verdict.
struct Trial {
  std::string language;  // of the peers' enumeration, or one of ours
  std::string code;      // the whole program, or what `problem` judges
  // Without one the program passes when it ends with exit code 0.
  std::shared_ptr<Problem> problem;
  std::shared_ptr<std::vector<CallCase>> calls;  // of function calls
  std::map<std::string, BlobPtr> files;
  std::vector<std::string> fetch_files;
  double compile_s = 10;
  double run_s = 10;
  bool run_all = false;
  bool return_full_case = false;
  // The program has to get to its end: one that leaves before it has not passed. Of Python.
  bool to_the_end = false;
  // Without a program in the completion there is nothing to run.
  bool needs_code = true;
  // The row itself imports Java's tuples: where they are missing, nothing is known of the answer.
  bool imports_tuples = false;

  std::string extracted_code;
  std::string_view extracted_type = "empty";
  std::optional<std::string> full_code;
  std::optional<std::string> test_code;
  std::string test_info_json;  // empty: null
  std::string extra_json;      // empty: null
  // Of a run that ended well: why it is no pass all the same.
  std::function<std::optional<std::string>(const RunResult&)> objection;
  // Makes `extra` of the files that were fetched.
  std::function<std::string(const RunResult&)> extra_of_run;

  // What was taken out of the completion.
  void Extracted(const ExtractedCode& extracted);
  // The limits of the request, else those of the class.
  void Times(const DatasetConfig& config, double usual_compile_s, double usual_run_s);
  // A whole program, which the answer shows.
  void Whole(std::string_view run_language, std::string program);
  // Python's definitions and, apart from them, asserts on them.
  void Asserts(std::string setup, std::string definitions, std::string asserts,
               std::string entry_point);
};

struct TrialRequest {
  DatasetRow& row;
  const DatasetConfig& config;
  const std::string& completion;
  const LanguageTable& languages;

  // SandboxFusion's usual way: see ExtractProfile::kSandboxFusion.
  ExtractedCode Extract(std::string_view language) const;
  PeerFences Fences(std::string_view language) const;
  // Files of a row: paths to base64 text, or the JSON text of that. Faults the row.
  std::map<std::string, BlobPtr> Assets(DatasetRow& test) const;
};

struct DatasetClass {
  std::string_view name;                        // as config.dataset_type has it
  std::vector<std::string_view> aliases = {};   // of the class
  std::vector<std::string_view> datasets = {};  // ids that are of the class unless somebody says
                                                // so; "multiple_*" is all that begin so
  DatasetPrompt (*prompt)(DatasetRow& row, const DatasetConfig& config, int pass) = nullptr;
  Trial (*trial)(const TrialRequest& request) = nullptr;
  // How often /get_prompts goes over the rows. Null: once.
  int (*passes)(const DatasetConfig& config) = nullptr;
  // Where an id is, if not in "id".
  std::vector<std::string_view> id_fields = {"id"};
  // See metrics_function.h. Empty: none.
  std::string metrics_function = {};
};

// Whether tests in Python that pass come to their last line: some end their process themselves.
bool ComeToTheirEnd(std::string_view tests);

// JSON of the first of the row's fields that has an id; faults the row without one.
std::string IdOf(const DatasetClass& dataset_class, DatasetRow& row);
// A prompt whose id is in "id" and whose labels are the row's.
DatasetPrompt UsualPrompt(DatasetRow& row, std::string text);

}  // namespace assay
