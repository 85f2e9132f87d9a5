#include "data/parquet/assemble.h"

#include "base/text.h"
#include "data/parquet/render.h"

namespace assay::parquet {

Error RowAssembler::Fault(size_t column, const std::string& what) const {
  return BadFile("column '" + schema_.ColumnPath(column) + "': " + what);
}

Status RowAssembler::Named(size_t column, const Status& status) const {
  if (status.ok()) return {};
  Error error = status.error();
  error.message = "column '" + schema_.ColumnPath(column) + "': " + error.message;
  return error;
}

// That every column below `node` is at an entry of this repetition level.
Status RowAssembler::Begins(const SchemaNode& node, int repetition_level) const {
  for (size_t i = node.first_leaf; i < node.first_leaf + node.leaves; ++i) {
    const ColumnReader& column = *columns_[i];
    if (!column.has_entry()) return Fault(i, "it ends before its neighbours do");
    if (column.repetition_level() != repetition_level) {
      return Fault(i, "its lists end elsewhere than its neighbours'");
    }
  }
  return {};
}

Result<std::string> RowAssembler::Row() {
  out_ = JsonWriter();
  ASSAY_RETURN_IF_ERROR(Begins(schema_.root, 0));
  ASSAY_RETURN_IF_ERROR(Struct(schema_.root));
  if (!budget_.Spend(static_cast<int64_t>(out_.text().size()))) {
    return BadFile("the rows are longer than any file of this size should have");
  }
  return out_.Take();
}

Status RowAssembler::CheckEnd() const {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i]->has_entry()) return Fault(i, "it has more values than there are rows");
  }
  return {};
}

// The value of a node whose parent is there.
Status RowAssembler::Node(const SchemaNode& node) {
  switch (node.repetition) {
    case Repetition::kRepeated: return Repeated(node);
    case Repetition::kOptional:
      if (!First(node).has_entry()) {
        return Fault(node.first_leaf, "it ends before its neighbours do");
      }
      if (First(node).definition_level() < node.definition_level) {
        ASSAY_RETURN_IF_ERROR(Absent(node));
        out_.Null();
        return {};
      }
      break;
    case Repetition::kRequired: break;
  }
  return Present(node);
}

Status RowAssembler::Present(const SchemaNode& node) {
  switch (node.shape) {
    case SchemaNode::Shape::kLeaf: return Leaf(node);
    case SchemaNode::Shape::kStruct: return Struct(node);
    case SchemaNode::Shape::kMap: return Map(node);
    case SchemaNode::Shape::kList: {
      const SchemaNode& repeated = node.children[0];
      out_.BeginArray();
      ASSAY_RETURN_IF_ERROR(Items(repeated, [&] {
        return node.item_is_inside ? Node(repeated.children[0]) : Present(repeated);
      }));
      out_.EndArray();
      return {};
    }
  }
  return {};
}

// Calls `write_item` for each item of a repeated node. None: the columns' one entry says so.
template <typename WriteItem>
Status RowAssembler::Items(const SchemaNode& repeated, const WriteItem& write_item) {
  const ColumnReader& first = First(repeated);
  if (!first.has_entry()) return Fault(repeated.first_leaf, "it ends before its neighbours do");
  if (first.definition_level() < repeated.definition_level) return Absent(repeated);
  while (true) {
    ASSAY_RETURN_IF_ERROR(write_item());
    ASSAY_RETURN_IF_ERROR(CheckLength(repeated));
    if (!first.has_entry() || first.repetition_level() < repeated.repetition_level) return {};
    ASSAY_RETURN_IF_ERROR(Begins(repeated, repeated.repetition_level));
  }
}

// A repeated node that stands alone, as protocol buffers have it: a list.
Status RowAssembler::Repeated(const SchemaNode& node) {
  out_.BeginArray();
  ASSAY_RETURN_IF_ERROR(Items(node, [&] { return Present(node); }));
  out_.EndArray();
  return {};
}

Status RowAssembler::Struct(const SchemaNode& node) {
  out_.BeginObject();
  for (const SchemaNode& child : node.children) {
    out_.Key(child.name);
    ASSAY_RETURN_IF_ERROR(Node(child));
    ASSAY_RETURN_IF_ERROR(CheckLength(child));
  }
  out_.EndObject();
  return {};
}

Status RowAssembler::Map(const SchemaNode& node) {
  const SchemaNode& repeated = node.children[0];
  if (node.text_keys) {
    out_.BeginObject();
    ASSAY_RETURN_IF_ERROR(Items(repeated, [&] { return MapMember(repeated); }));
    out_.EndObject();
  } else {
    out_.BeginArray();
    ASSAY_RETURN_IF_ERROR(Items(repeated, [&] { return MapPair(repeated); }));
    out_.EndArray();
  }
  return {};
}

Status RowAssembler::MapPair(const SchemaNode& entry) {
  out_.BeginArray();
  ASSAY_RETURN_IF_ERROR(Node(entry.children[0]));
  ASSAY_RETURN_IF_ERROR(Node(entry.children[1]));
  out_.EndArray();
  return {};
}

Status RowAssembler::MapMember(const SchemaNode& entry) {
  const SchemaNode& key = entry.children[0];
  Value value;
  ASSAY_RETURN_IF_ERROR(TakeValue(key, &value));
  if (!IsValidUtf8(value.bytes)) return Fault(key.first_leaf, "a key that is not valid UTF-8");
  out_.Key(value.bytes);
  ASSAY_RETURN_IF_ERROR(Named(key.first_leaf, columns_[key.first_leaf]->Next()));
  return Node(entry.children[1]);
}

Status RowAssembler::TakeValue(const SchemaNode& node, Value* value) {
  ColumnReader& column = *columns_[node.first_leaf];
  if (!column.has_entry()) return Fault(node.first_leaf, "it ends before its neighbours do");
  if (column.definition_level() != node.definition_level) {
    return Fault(node.first_leaf, "it lacks a value that its neighbours need");
  }
  return Named(node.first_leaf, column.ReadValue(value));
}

Status RowAssembler::Leaf(const SchemaNode& node) {
  Value value;
  ASSAY_RETURN_IF_ERROR(TakeValue(node, &value));
  if (const char* fault = RenderValue(node, value, out_); fault != nullptr) {
    return Fault(node.first_leaf, fault);
  }
  return Named(node.first_leaf, columns_[node.first_leaf]->Next());
}

Status RowAssembler::CheckLength(const SchemaNode& node) const {
  if (static_cast<int64_t>(out_.text().size()) <= row_bytes_) return {};
  return Fault(node.first_leaf,
               "the row is longer than " + std::to_string(row_bytes_ >> 20) + " MiB");
}

// Takes the one entry of each column below `node` that says that the node isn't there.
Status RowAssembler::Absent(const SchemaNode& node) {
  for (size_t i = node.first_leaf; i < node.first_leaf + node.leaves; ++i) {
    ColumnReader& column = *columns_[i];
    if (!column.has_entry()) return Fault(i, "it ends before its neighbours do");
    if (column.definition_level() >= node.definition_level) {
      return Fault(i, "it has a value where its neighbours have none");
    }
    ASSAY_RETURN_IF_ERROR(Named(i, column.Next()));
  }
  return {};
}

}  // namespace assay::parquet
