#include "history/store/sqlite.h"

#include <utility>

#include "base/check.h"

namespace assay {
namespace {

constexpr int kPatienceMs = 5'000;

Error SqlError(sqlite3* database, const char* stage) {
  return {ErrorCode::kUnavailable, stage, 0,
          database == nullptr ? "no memory for a connection" : sqlite3_errmsg(database)};
}

sqlite3* DatabaseOf(sqlite3_stmt* statement) {
  return sqlite3_db_handle(statement);
}

}  // namespace

SqlStatement& SqlStatement::Bind(int64_t value) {
  ASSAY_CHECK(sqlite3_bind_int64(statement_.get(), next_++, value) == SQLITE_OK);
  return *this;
}

SqlStatement& SqlStatement::Bind(double value) {
  ASSAY_CHECK(sqlite3_bind_double(statement_.get(), next_++, value) == SQLITE_OK);
  return *this;
}

SqlStatement& SqlStatement::BindText(std::string_view value) {
  const int done = sqlite3_bind_text(statement_.get(), next_++, value.data(),
                                     static_cast<int>(value.size()), SQLITE_TRANSIENT);
  ASSAY_CHECK(done == SQLITE_OK);
  return *this;
}

SqlStatement& SqlStatement::BindStatic(std::string_view value) {
  // An empty view may have no address, which SQLite would take for null.
  const char* text = value.empty() ? "" : value.data();
  const int done = sqlite3_bind_text(statement_.get(), next_++, text,
                                     static_cast<int>(value.size()), SQLITE_STATIC);
  ASSAY_CHECK(done == SQLITE_OK);
  return *this;
}

SqlStatement& SqlStatement::BindNull() {
  ASSAY_CHECK(sqlite3_bind_null(statement_.get(), next_++) == SQLITE_OK);
  return *this;
}

SqlStatement& SqlStatement::Bind(const std::optional<int64_t>& value) {
  return value ? Bind(*value) : BindNull();
}

SqlStatement& SqlStatement::Bind(const std::optional<double>& value) {
  return value ? Bind(*value) : BindNull();
}

Result<bool> SqlStatement::Step() {
  const int stepped = sqlite3_step(statement_.get());
  if (stepped == SQLITE_ROW) return true;
  const Error error = SqlError(DatabaseOf(statement_.get()), "history.step");
  Reset();
  if (stepped == SQLITE_DONE) return false;
  return error;
}

Status SqlStatement::Run() {
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const bool row, Step());
    if (!row) return {};
  }
}

void SqlStatement::Reset() {
  sqlite3_reset(statement_.get());
  next_ = 1;
}

std::string SqlStatement::Text(int column) const {
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<SqlDatabase> SqlDatabase::Open(const std::string& path) {
  sqlite3* opened = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int done = sqlite3_open_v2(path.c_str(), &opened, kFlags, nullptr);
  SqlDatabase database(opened);
  if (done != SQLITE_OK) return SqlError(opened, "history.open");
  // For the other process of an update, which writes for milliseconds.
  sqlite3_busy_timeout(opened, kPatienceMs);
  return database;
}

Status SqlDatabase::Execute(const char* sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return SqlError(database_.get(), "history.execute");
}

Result<SqlStatement> SqlDatabase::Prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int done =
      sqlite3_prepare_v3(database_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (done != SQLITE_OK) return SqlError(database_.get(), "history.prepare");
  return SqlStatement(statement);
}

Result<int64_t> SqlDatabase::Number(const char* sql) {
  ASSAY_ASSIGN_OR_RETURN(SqlStatement statement, Prepare(sql));
  ASSAY_ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Int(0) : 0;
}

}  // namespace assay
