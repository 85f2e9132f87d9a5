// RowAssembler: rows put together again from the columns of a row group, as JSON objects.
//
// Columns know of nesting only by their levels. Each node of the schema takes from the columns
// below it what its turn is; columns that disagree about where a list ends, or whether a struct is
// there, are an error. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/parquet/column_reader.h"
#include "data/parquet/format/schema.h"
#include "text/json_writer.h"

namespace assay::parquet {

class RowAssembler {
 public:
  // All outlive this. `columns` are started, one for each leaf.
  RowAssembler(const Schema& schema, std::vector<std::unique_ptr<ColumnReader>>& columns,
               int64_t row_bytes, Budget& budget)
      : schema_(schema), columns_(columns), row_bytes_(row_bytes), budget_(budget) {}

  // The next row. Errors name the column.
  Result<std::string> Row();

  // After the last row: whether no column has more.
  Status CheckEnd() const;

 private:
  Status Node(const SchemaNode& node);
  Status Present(const SchemaNode& node);
  Status Repeated(const SchemaNode& node);
  Status Struct(const SchemaNode& node);
  Status Map(const SchemaNode& node);
  Status Leaf(const SchemaNode& node);
  Status MapPair(const SchemaNode& entry);
  Status MapMember(const SchemaNode& entry);
  Status TakeValue(const SchemaNode& node, Value* value);
  Status Absent(const SchemaNode& node);
  Status Begins(const SchemaNode& node, int repetition_level) const;
  template <typename WriteItem>
  Status Items(const SchemaNode& repeated, const WriteItem& write_item);

  const ColumnReader& First(const SchemaNode& node) const { return *columns_[node.first_leaf]; }
  Status CheckLength(const SchemaNode& node) const;
  Error Fault(size_t column, const std::string& what) const;
  Status Named(size_t column, const Status& status) const;

  const Schema& schema_;
  std::vector<std::unique_ptr<ColumnReader>>& columns_;
  const int64_t row_bytes_;
  Budget& budget_;
  JsonWriter out_;
};

}  // namespace assay::parquet
