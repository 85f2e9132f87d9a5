// SchemaNode: the schema as a tree, with the levels by which nested values are put together again.
//
// Levels are the Dremel paper's, as the format uses them: a value's definition level counts how
// many of the optional and repeated nodes above it are there, its repetition level tells at which
// repeated node it begins a new item (0: a new row). Immutable once made.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "data/parquet/format/file_metadata.h"

namespace assay::parquet {

struct SchemaNode {
  // How the node's text is put together.
  enum class Shape {
    kLeaf,
    kStruct,
    kList,  // its one child is repeated: the items, or a group around them
    kMap,   // its one child is the repeated group of key and value
  };

  std::string name;
  Shape shape = Shape::kStruct;
  Repetition repetition = Repetition::kRequired;
  int definition_level = 0;  // of the node when it is there
  int repetition_level = 0;
  // Of kList: whether an item is the only child of the repeated group, and not that group itself.
  bool item_is_inside = false;
  // Of kMap: whether keys are texts, so that the map is a JSON object; else it is pairs.
  bool text_keys = false;
  std::vector<SchemaNode> children;  // empty exactly for a leaf

  // Columns below this node are those from first_leaf on.
  size_t first_leaf = 0;
  size_t leaves = 0;

  // Of a leaf.
  PhysicalType type = PhysicalType::kBoolean;
  int32_t type_length = 0;
  LogicalType logical;
};

struct Schema {
  SchemaNode root;                  // the row
  std::vector<SchemaNode> columns;  // copies of the leaves, in order

  // "meta.tags.list.element"
  std::string ColumnPath(size_t column) const;
};

// Refuses what isn't a tree, groups without children, names that aren't UTF-8, nesting deeper than
// kMaxSchemaDepth.
inline constexpr int kMaxSchemaDepth = 64;
Result<Schema> MakeSchema(const std::vector<SchemaElement>& elements);

}  // namespace assay::parquet
