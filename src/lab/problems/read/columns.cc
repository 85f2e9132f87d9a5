#include "lab/problems/read/columns.h"

#include "base/text.h"
#include "langs/testlib_source.h"
#include "text/json_member.h"

namespace assay::lab {
namespace {

// Where sets say what is to be done, the plainest first.
constexpr const char* kStatements[] = {"statement",
                                       "description",
                                       "question",
                                       "problem_statement",
                                       "problem_description",
                                       "question_content",
                                       "content",
                                       "text",
                                       "query",
                                       "instruction"};

Result<std::vector<std::string>> TextsOf(JsonValue list, const std::string& where) {
  std::vector<std::string> texts;
  if (!list || list.IsNull()) return texts;
  const Error fault = InvalidField(kReadStage, where, "must be a list of texts");
  if (!list.Is(JsonType::kArray)) return fault;
  for (const JsonValue item : list.Items()) {
    if (!item.Is(JsonType::kString)) return fault;
    texts.push_back(item.String());
  }
  return texts;
}

Result<HelperProgram> HelperOf(JsonValue value, const std::string& where) {
  HelperProgram program;
  if (value.Is(JsonType::kString)) {
    program.source = value.String();
    if (!IncludesTestlib(program.source)) {
      return InvalidField(kReadStage, where,
                          "is a text that doesn't include testlib.h: write {\"language\": …, "
                          "\"source\": …}");
    }
    program.language = kTestlibLanguage;
    return program;
  }
  if (!value.Is(JsonType::kObject)) {
    return InvalidField(kReadStage, where, "must be {\"language\": …, \"source\": …}");
  }
  program.language = TextAt(value, "language");
  program.source = TextAt(value, "source");
  if (program.language.empty()) return InvalidField(kReadStage, where + ".language", "is missing");
  if (program.source.empty()) return InvalidField(kReadStage, where + ".source", "is missing");
  ASSAY_ASSIGN_OR_RETURN(program.files, FilesOf(value.Find("files"), where + ".files"));
  ASSAY_ASSIGN_OR_RETURN(program.arguments, TextsOf(value.Find("arguments"), where + ".arguments"));
  return program;
}

}  // namespace

std::string IdOfRow(JsonValue row, const std::string& otherwise) {
  for (const char* name : {"id", "problem_id", "task_id", "name"}) {
    const JsonValue id = row.Find(name);
    if (id.Is(JsonType::kString) && !id.String().empty()) return id.String();
    if (id.Is(JsonType::kNumber)) return std::string(id.raw());
  }
  return otherwise;
}

std::string StatementOfMessages(JsonValue messages) {
  if (messages.Is(JsonType::kString)) return messages.String();
  std::string users, all;
  if (!messages.Is(JsonType::kArray)) return users;
  for (const JsonValue message : messages.Items()) {
    const std::string content = TextAt(message, "content");
    const auto add = [&](std::string* text) { *text += (text->empty() ? "" : "\n") + content; };
    add(&all);
    if (TextAt(message, "role") == "user") add(&users);
  }
  return users.empty() ? all : users;
}

std::string StatementOfRow(JsonValue row) {
  for (const char* name : kStatements) {
    const std::string text = TextAt(row, name);
    if (!TrimAsciiSpace(text).empty()) return text;
  }
  return "";
}

void TakeLimits(JsonValue limits, LabelledProblem* problem) {
  if (!limits.Is(JsonType::kObject)) return;
  problem->limits = std::string(limits.raw());
  problem->cpu_time_s = NumberAt(limits, "cpu_time_s");
  problem->memory_mb = NumberAt(limits, "memory_mb");
}

Status TakeHelpers(JsonValue row, LabelledProblem* problem) {
  const auto there = [](JsonValue value) { return value && !value.IsNull(); };
  if (const JsonValue value = row.Find("validator"); there(value)) {
    ASSAY_ASSIGN_OR_RETURN(HelperProgram program, HelperOf(value, "validator"));
    problem->validators.push_back(std::move(program));
  }
  if (const JsonValue list = row.Find("validators"); there(list)) {
    if (!list.Is(JsonType::kArray)) {
      return InvalidField(kReadStage, "validators", "must be a list of programs");
    }
    for (const JsonValue value : list.Items()) {
      const std::string where = "validators[" + std::to_string(problem->validators.size()) + "]";
      ASSAY_ASSIGN_OR_RETURN(HelperProgram program, HelperOf(value, where));
      problem->validators.push_back(std::move(program));
    }
  }
  if (const JsonValue value = row.Find("generator"); there(value)) {
    ASSAY_ASSIGN_OR_RETURN(HelperProgram program, HelperOf(value, "generator"));
    problem->generator = std::move(program);
  }
  return {};
}

void NameSolutions(std::vector<Solution>* solutions) {
  std::map<std::string, int> seen;
  for (Solution& solution : *solutions) {
    if (solution.name.empty()) {
      solution.name = solution.label == Label::kCorrect ? "correct" : "wrong";
    }
    const int number = ++seen[solution.name];
    if (number > 1) solution.name += " " + std::to_string(number);
  }
}

Result<std::map<std::string, std::string>> FilesOf(JsonValue files, const std::string& where) {
  std::map<std::string, std::string> texts;
  if (!files || files.IsNull()) return texts;
  if (!files.Is(JsonType::kObject)) {
    return InvalidField(kReadStage, where, "must be an object of texts by path");
  }
  for (const JsonValue::Member& member : files.Members()) {
    if (!member.value.Is(JsonType::kString)) {
      return InvalidField(kReadStage, where + "." + member.key, "must be a text");
    }
    texts[member.key] = member.value.String();
  }
  return texts;
}

}  // namespace assay::lab
