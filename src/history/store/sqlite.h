// SQLite with errors as values and handles that close themselves: as much of it as the history
// uses.
//
// Not thread-safe: a connection and its statements belong to whoever holds the lock of the store.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

class SqlStatement {
 public:
  SqlStatement() = default;
  explicit SqlStatement(sqlite3_stmt* statement) : statement_(statement) {}

  // Parameters are numbered from 1 in their order; each call binds the next one. Text is copied
  // unless it is bound with BindStatic, and then outlives the step.
  SqlStatement& Bind(int64_t value);
  SqlStatement& Bind(double value);
  SqlStatement& BindText(std::string_view value);
  SqlStatement& BindStatic(std::string_view value);
  SqlStatement& BindNull();
  SqlStatement& Bind(const std::optional<int64_t>& value);
  SqlStatement& Bind(const std::optional<double>& value);

  // True: a row is there. False: there are no more. Starts over after the last one.
  Result<bool> Step();
  // Runs it to its end. For statements without rows.
  Status Run();
  void Reset();

  int64_t Int(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  double Double(int column) const { return sqlite3_column_double(statement_.get(), column); }
  std::string Text(int column) const;
  bool IsNull(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 1;
};

class SqlDatabase {
 public:
  // `path`: a file, made when absent, or ":memory:".
  static Result<SqlDatabase> Open(const std::string& path);

  // One or more statements without parameters.
  Status Execute(const char* sql);
  Result<SqlStatement> Prepare(const char* sql);
  // The first column of the first row; 0 when there is none.
  Result<int64_t> Number(const char* sql);
  // Whether a transaction that was begun still stands: some errors end it.
  bool in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  explicit SqlDatabase(sqlite3* database) : database_(database) {}

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace assay
