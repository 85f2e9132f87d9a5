// Class archives (class-data sharing): the classes that a JVM reads for a certain job, kept on disk
// as they are in memory. Reading, checking and laying out thousands of classes is most of what a
// compiler of one small file does. Internal to this room. Thread-safe, as langs/entry/made_once.h.
//
// A JVM is told where its archive is by a file of options, which boxes see read-only. The file is
// there first, and says nothing until the archive is made and has been tried; so a command line
// never changes. A JVM that finds its archive unfit (other jars, another JVM) does without it.
#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "langs/entries/jvm/jdk.h"
#include "langs/entry/entry.h"

namespace assay {

// What an archive is for. Commands run on the host, in turn, in one new folder: nothing in them is
// a submission's.
struct ArchiveJob {
  Jdk jdk;
  // What the class path of its runs begins with; none: the archive holds classes of the JDK alone,
  // and suits every class path.
  std::vector<std::string> jars = {};
  std::vector<std::pair<std::string, std::string>> files = {};  // names and texts
  std::vector<std::vector<std::string>> before = {};            // commands
  // Commands that have a `java` or `javac` of the JDK read the classes that the job's runs will.
  std::vector<std::vector<std::string>> trials = {};
};

struct ClassArchive {
  std::string folder;

  std::string OptionsFile() const;
};

// Where it lies, or will: the folder with its file of options is there afterwards. Quick.
Result<ClassArchive> PlaceClassArchive(const std::string& cache_dir, const ArchiveJob& job);
bool IsMade(const ClassArchive& archive);
// Makes it, with low priority; nothing is done when it is there. Seconds on an idle machine.
Status MakeClassArchive(const ClassArchive& archive, const ArchiveJob& job,
                        const std::stop_token& stop);

// Of Java programs (and what else runs as one), and of javac.
ArchiveJob JavaRuns(const Jdk& jdk);
ArchiveJob JavaCompiles(const Jdk& jdk);

// A command line of the tools that is to use an archive: `java` or `javac` of the job's JDK is a
// word of it.
struct ArchiveUse {
  ArchiveJob job;
  std::vector<std::string> LanguageTools::*argv;
};
// Where a JVM, or a jar, isn't there, or a JVM is too old, there is nothing to prepare.
LanguagePreparation PrepareArchives(const std::string& language, std::vector<ArchiveUse> uses);

}  // namespace assay
