#include "apps/env/check_verb.h"

#include <cstdio>

#include "apps/env/env_arguments.h"
#include "apps/setup/judges.h"
#include "text/json_writer.h"

namespace assay {
namespace {

void WriteFaults(const char* key, const std::vector<env::Fault>& faults, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const env::Fault& fault : faults) {
    json->BeginObject().Key("where").Bytes(fault.where).Key("what").Bytes(fault.what).EndObject();
  }
  json->EndArray();
}

std::string ReportJson(const env::CheckReport& report) {
  JsonWriter json;
  json.BeginObject().Key("ok").Bool(report.ok());
  if (report.manifest) {
    json.Key("name").String(report.manifest->name);
    json.Key("version").String(report.manifest->version.ToString());
  }
  json.Key("files").BeginArray();
  for (const env::CheckedFile& file : report.files) {
    json.BeginObject().Key("file").String(file.file).Key("use").String(file.use);
    json.Key("sha256").String(file.sha256).Key("rows").Int(file.rows).EndObject();
  }
  json.EndArray().Key("faulty_rows").Int(report.faulty_rows);
  json.Key("needs_judge").Bool(report.needs_judge).Key("needs_group").Bool(report.needs_group);
  json.Key("fault_count").Int(report.fault_count);
  WriteFaults("faults", report.faults, &json);
  json.Key("note_count").Int(report.note_count);
  WriteFaults("notes", report.notes, &json);
  return json.EndObject().Take();
}

void Print(const env::CheckReport& report) {
  std::printf("%s %s\n", report.manifest->name.c_str(),
              report.manifest->version.ToString().c_str());
  for (const env::CheckedFile& file : report.files) {
    std::printf("%s: %lld rows in %s\n", file.use.c_str(), static_cast<long long>(file.rows),
                file.file.c_str());
  }
  if (report.needs_judge) std::printf("needs a judge model (assay serve --judge-url)\n");
  if (report.needs_group) std::printf("compares the responses of a group\n");
  for (const env::Fault& note : report.notes) {
    std::printf("note: %s\n", OneLineOf(note.ToString(), 2000).c_str());
  }
  const auto more = report.note_count - static_cast<int64_t>(report.notes.size());
  if (more > 0) std::printf("and %lld more notes\n", static_cast<long long>(more));
  if (report.ok()) std::printf("no faults\n");
}

}  // namespace

void EnvCheckVerb::AddTo(CommandLine* command) {
  command->Option("folder", folder_, "the environment's [.]");
  command->Flag("--write-hashes", write_hashes_,
                "first write the hashes of the files of tasks, as they are, into environment.yaml");
  command->Flag("--json", json_, "the report as JSON");
}

int EnvCheckVerb::Run(const Options&) const {
  if (write_hashes_) {
    const Status written = env::WriteHashes(folder_);
    if (!written.ok()) return FailEnv("check", written.error());
  }
  const auto report = env::CheckEnvironment(folder_);
  if (!report.ok()) {
    const bool missing = report.error().sys_errno == ENOENT;
    return FailEnv("check", report.error(), missing ? kExitUsage : kExitEnvFailed);
  }
  if (json_) {
    std::printf("%s\n", ReportJson(*report).c_str());
    return report->ok() ? 0 : kExitEnvFailed;
  }
  if (report->manifest) Print(*report);
  if (report->ok()) return 0;
  std::fflush(stdout);
  PrintFaults("check", *report);
  return kExitEnvFailed;
}

}  // namespace assay
