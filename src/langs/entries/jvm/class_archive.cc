#include "langs/entries/jvm/class_archive.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/whole_file.h"
#include "langs/entries/jvm/trial_programs.h"
#include "langs/entry/made_once.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.class_archive";
constexpr char kArchive[] = "classes.jsa";
constexpr char kOptions[] = "options";

std::string KeyOf(const ArchiveJob& job) {
  std::string key = "1";  // of how archives are made here
  const auto add = [&key](const std::string& text) { key += '\0' + text; };
  add(FileState(job.jdk.home + "/lib/modules"));
  add(FileState(job.jdk.home + "/lib/server/libjvm.so"));
  for (const std::string& jar : job.jars) add(FileState(jar));
  for (const auto& [name, text] : job.files) {
    add(name);
    add(text);
  }
  for (const auto* commands : {&job.before, &job.trials}) {
    for (const auto& command : *commands) {
      add("");
      for (const std::string& word : command) add(word);
    }
  }
  return key;
}

// Whether there is what an archive is made of, and a JVM that reads options from files.
bool CanBeMade(const ArchiveJob& job) {
  std::vector<std::string> needed = job.jars;
  for (const char* name : {"/bin/java", "/lib/modules", "/lib/server/libjvm.so"}) {
    needed.push_back(job.jdk.home + name);
  }
  return std::all_of(needed.begin(), needed.end(), [](const std::string& path) {
    std::error_code error;
    return fs::exists(path, error);
  });
}

Status Write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file.fail()) {
    return Error{ErrorCode::kResource, kStage, 0, "cannot write " + path.string()};
  }
  return {};
}

// Has a JVM take the archive. It may say nothing about it: a program's output is what people see.
// The archive is laid out for a certain address; without the last line a JVM that is built so puts
// it somewhere else, and adjusts it word by word at every start. What that would hide from a
// program, it may as well know: its process holds nothing but itself.
std::string OptionsText(const std::string& archive, bool at_its_address) {
  std::string text =
      "-XX:SharedArchiveFile=" + archive + "\n-Xlog:cds=off\n-Xlog:cds+dynamic=off\n";
  if (at_its_address) {
    text += "-XX:+UnlockDiagnosticVMOptions\n-XX:ArchiveRelocationMode=0\n";
  }
  return text;
}

// Gives the JVM that a command starts another option.
void AddOption(const Jdk& jdk, const std::string& option, std::vector<std::string>* argv) {
  for (const auto& [program, before] : {std::pair("java", ""), std::pair("javac", "-J")}) {
    const auto word = std::find(argv->begin(), argv->end(), jdk.bin + program);
    if (word == argv->end()) continue;
    argv->insert(word + 1, before + option);
    return;
  }
  ASSAY_CHECK(false);
}

// In a folder nobody else knows yet.
class Making {
 public:
  Making(const ArchiveJob& job, fs::path folder, const std::stop_token& stop)
      : job_(job), folder_(std::move(folder)), stop_(stop) {}

  // `final_archive`: where it will lie.
  Status All(const std::string& final_archive) {
    std::error_code error;
    fs::create_directory(work_, error);
    fs::create_directory(empty_, error);
    for (const auto& [name, text] : job_.files) ASSAY_RETURN_IF_ERROR(Write(work_ / name, text));
    for (const auto& command : job_.before) ASSAY_RETURN_IF_ERROR(Run(work_, command));
    // The classes of the JVM's own archive, in whose place this one is taken.
    const std::string own = job_.jdk.home + "/lib/classlist";
    std::string classes;
    if (fs::exists(own, error)) {
      ASSAY_ASSIGN_OR_RETURN(classes, ReadFile(own, kStage));
    }
    for (const auto& trial : job_.trials) ASSAY_RETURN_IF_ERROR(ListClasses(trial, &classes));
    const fs::path list = folder_ / "classes";
    ASSAY_RETURN_IF_ERROR(Write(list, classes));
    ASSAY_RETURN_IF_ERROR(Java({"-XX:+UseSerialGC", "-XX:-UseContainerSupport", "-Xshare:dump",
                                "-XX:SharedClassListFile=" + list.string(),
                                "-XX:SharedArchiveFile=" + archive_.string()}));
    // The last words are the JVM's own, which needn't know them.
    for (const bool at_its_address : {true, false}) {
      ASSAY_RETURN_IF_ERROR(Write(folder_ / kOptions, OptionsText(archive_, at_its_address)));
      const Status tried = Java({"-XX:+UseSerialGC", "-XX:-UseContainerSupport", "-Xshare:on",
                                 "-XX:VMOptionsFile=" + (folder_ / kOptions).string(), "-version"});
      if (tried.ok()) return Write(folder_ / kOptions, OptionsText(final_archive, at_its_address));
      if (!at_its_address) return tried;
    }
    return {};
  }

 private:
  Status Run(const fs::path& folder, const std::vector<std::string>& command) const {
    // What JVMs take from the environment is the server's.
    std::vector<std::string> argv = {"env",
                                     "-C",
                                     folder,
                                     "-u",
                                     "CLASSPATH",
                                     "-u",
                                     "JAVA_TOOL_OPTIONS",
                                     "-u",
                                     "JDK_JAVA_OPTIONS"};
    argv.insert(argv.end(), command.begin(), command.end());
    return RunForOnce(argv, "no class archive by " + job_.jdk.bin + "java", kStage, stop_);
  }

  // With the job's class path, which else were the folder, and that must be empty.
  Status Java(std::vector<std::string> options) const {
    options.insert(options.begin(), job_.jdk.bin + "java");
    if (!job_.jars.empty()) {
      options.insert(options.begin() + 1, {"-cp", ClassPathOf(job_.jars)});
    }
    return Run(empty_, options);
  }

  Status ListClasses(std::vector<std::string> trial, std::string* classes) const {
    const fs::path list = folder_ / "list";
    AddOption(job_.jdk, "-XX:DumpLoadedClassList=" + list.string(), &trial);
    ASSAY_RETURN_IF_ERROR(Run(work_, trial));
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(list, kStage));
    *classes += text;
    return {};
  }

  const ArchiveJob& job_;
  const fs::path folder_;
  const fs::path work_ = folder_ / "work";
  const fs::path empty_ = folder_ / "empty";
  const fs::path archive_ = folder_ / kArchive;
  const std::stop_token& stop_;
};

}  // namespace

std::string ClassArchive::OptionsFile() const {
  return folder + "/" + kOptions;
}

Result<ClassArchive> PlaceClassArchive(const std::string& cache_dir, const ArchiveJob& job) {
  ASSAY_ASSIGN_OR_RETURN(std::string folder,
                         PlaceMadeOnce(cache_dir, "classes", KeyOf(job), kStage));
  ClassArchive archive{std::move(folder)};
  // Opened to append: another server may be moving the real one here.
  std::ofstream file(archive.OptionsFile(), std::ios::app);
  file.close();
  if (file.fail()) {
    return Error{ErrorCode::kResource, kStage, 0, "cannot create " + archive.OptionsFile()};
  }
  std::error_code error;
  fs::permissions(archive.OptionsFile(), static_cast<fs::perms>(0644), error);
  return archive;
}

// A folder that was moved still says where its archive was.
bool IsMade(const ClassArchive& archive) {
  const auto options = ReadFile(archive.OptionsFile(), kStage);
  return options.ok() &&
         options->find('=' + archive.folder + '/' + kArchive + '\n') != std::string::npos;
}

Status MakeClassArchive(const ClassArchive& archive, const ArchiveJob& job,
                        const std::stop_token& stop) {
  if (IsMade(archive)) return {};
  return MakeOnce(archive.folder, {kArchive, kOptions}, kStage, [&](const std::string& folder) {
    return Making(job, folder, stop).All(archive.folder + "/" + kArchive);
  });
}

ArchiveJob JavaRuns(const Jdk& jdk) {
  return {.jdk = jdk,
          .files = {{"Main.java", kJavaTrial}},
          .before = {Filled(jdk.Javac(), "Main.java")},
          .trials = {Filled(jdk.Java(), "", "Main")}};
}

ArchiveJob JavaCompiles(const Jdk& jdk) {
  return {.jdk = jdk,
          .files = {{"Main.java", kJavaTrial}},
          .trials = {Filled(jdk.Javac(), "Main.java")}};
}

LanguagePreparation PrepareArchives(const std::string& language, std::vector<ArchiveUse> uses) {
  const auto place = [uses = std::move(uses)](const std::string& cache_dir,
                                              LanguageTools* tools) -> Result<PreparationWork> {
    std::vector<std::pair<ClassArchive, ArchiveJob>> missing;
    for (const ArchiveUse& use : uses) {
      if (!CanBeMade(use.job)) continue;
      ASSAY_ASSIGN_OR_RETURN(ClassArchive archive, PlaceClassArchive(cache_dir, use.job));
      AddOption(use.job.jdk, "-XX:VMOptionsFile=" + archive.OptionsFile(), &(tools->*use.argv));
      tools->visible_paths.push_back(archive.folder);
      if (!IsMade(archive)) missing.emplace_back(std::move(archive), use.job);
    }
    if (missing.empty()) return PreparationWork();
    return PreparationWork([missing = std::move(missing)](const std::stop_token& stop) -> Status {
      for (const auto& [archive, job] : missing) {
        ASSAY_RETURN_IF_ERROR(MakeClassArchive(archive, job, stop));
      }
      return {};
    });
  };
  return {.what = language + "'s class archives",
          .without = language + " starts without class archives",
          .place = place};
}

}  // namespace assay
