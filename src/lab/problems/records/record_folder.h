// RecordFolder: a line of JSON for each row of some files, in a folder that survives being killed
// at any moment: what a command of the lab found out, so that it goes on where it was.
//
//   manifest.json   what it is of, and by which rules
//   <name>.jsonl    the lines, in the order in which they were done
//   lock            held by the one process that writes
//
// Thread-safe but for ForEach. The lines lie on the disk; in memory is only where.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "rollout/folder/row_file.h"

namespace assay::lab {

struct RecordHead {
  int64_t index = 0;  // of its row, of all rows
  bool done = false;  // nothing is left to do
};

class RecordFolder {
 public:
  // Nothing: the line is damaged, which is as none.
  using ReadHead = std::function<std::optional<RecordHead>(std::string_view line)>;
  struct Kind {
    std::string name;  // of the file of lines
    std::string what;  // "audit": what a folder is of
    ReadHead read_head;
    std::vector<std::string> outputs;  // files that are made of the lines
  };

  // Makes the folder where there is none. `manifest`: JSON in one fixed form. `inputs`: files that
  // are read. kInvalidArgument: it is of something else, another process writes there, or an input
  // has the place of a file of the folder.
  static Result<std::unique_ptr<RecordFolder>> Open(const std::string& path, const Kind& kind,
                                                    std::string_view manifest,
                                                    const std::vector<std::string>& inputs);
  RecordFolder(const RecordFolder&) = delete;

  const std::string& path() const { return path_; }
  bool Done(int64_t index) const ASSAY_EXCLUDES(mutex_);
  int64_t done() const ASSAY_EXCLUDES(mutex_);
  // On the disk when it returns. A later one of the same index takes an earlier one's place.
  Status Put(const RecordHead& head, std::string_view line) ASSAY_EXCLUDES(mutex_);
  // In the order of the indices. REQUIRES: nobody puts meanwhile.
  Status ForEach(const std::function<Status(std::string_view line)>& on_line) const
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Record {
    rollout::RowFile::Place place;
    bool done = false;
  };

  explicit RecordFolder(std::string path) : path_(std::move(path)) {}
  Status AgreeOn(std::string_view manifest, const std::string& what) const;

  const std::string path_;
  UniqueFd lock_;
  std::unique_ptr<rollout::RowFile> rows_;
  mutable Mutex mutex_;
  std::map<int64_t, Record> records_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::lab
