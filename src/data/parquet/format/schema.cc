#include "data/parquet/format/schema.h"

#include "base/text.h"

namespace assay::parquet {
namespace {

class Builder {
 public:
  Builder(const std::vector<SchemaElement>& elements, Schema* schema)
      : elements_(elements), schema_(schema) {}

  Status Run() {
    if (elements_.empty()) return BadFile("the Parquet file has no schema");
    ASSAY_RETURN_IF_ERROR(Node(0, nullptr, &schema_->root));
    if (next_ != elements_.size()) return BadFile("the Parquet schema has nodes beyond its root");
    return {};
  }

 private:
  // The next element as a node below `parent` (null: the root).
  Status Node(int depth, const SchemaNode* parent, SchemaNode* node) {
    if (next_ == elements_.size()) return BadFile("the Parquet schema ends in its middle");
    if (depth > kMaxSchemaDepth) return BadFile("the Parquet schema is nested too deeply");
    const SchemaElement& element = elements_[next_++];
    if (!IsValidUtf8(element.name)) return BadFile("a column's name is not valid UTF-8");
    node->name = element.name;
    if (parent != nullptr) {
      node->repetition = element.repetition;
      node->definition_level =
          parent->definition_level + (element.repetition == Repetition::kRequired ? 0 : 1);
      node->repetition_level =
          parent->repetition_level + (element.repetition == Repetition::kRepeated ? 1 : 0);
    }
    node->logical = element.logical;
    node->first_leaf = schema_->columns.size();
    if (element.children == 0 && element.type.has_value()) return Leaf(element, node);
    if (element.children <= 0)
      return BadFile("the column '" + node->name + "' is a group of nothing");
    node->shape = SchemaNode::Shape::kStruct;
    for (int32_t i = 0; i < element.children; ++i) {
      SchemaNode child;
      ASSAY_RETURN_IF_ERROR(Node(depth + 1, node, &child));
      node->children.push_back(std::move(child));
    }
    node->leaves = schema_->columns.size() - node->first_leaf;
    SetShape(node);
    return {};
  }

  Status Leaf(const SchemaElement& element, SchemaNode* node) {
    node->shape = SchemaNode::Shape::kLeaf;
    node->type = *element.type;
    node->type_length = element.type_length;
    node->leaves = 1;
    if (node->type == PhysicalType::kFixedLenByteArray && node->type_length <= 0) {
      return BadFile("the column '" + node->name + "' has values of no length");
    }
    schema_->columns.push_back(*node);
    return {};
  }

  // The rules for lists are the format's, those for the files of older writers included.
  static void SetShape(SchemaNode* node) {
    if (node->children.size() != 1) return;
    const SchemaNode& repeated = node->children[0];
    if (repeated.repetition != Repetition::kRepeated) return;
    if (node->logical.meaning == Meaning::kList) {
      node->shape = SchemaNode::Shape::kList;
      node->item_is_inside = repeated.children.size() == 1 && repeated.name != "array" &&
                             repeated.name != node->name + "_tuple" &&
                             repeated.children[0].repetition != Repetition::kRepeated;
    } else if (node->logical.meaning == Meaning::kMap && repeated.children.size() == 1) {
      // A map of keys alone is a set.
      node->shape = SchemaNode::Shape::kList;
      node->item_is_inside = repeated.children[0].repetition != Repetition::kRepeated;
    } else if (node->logical.meaning == Meaning::kMap && repeated.children.size() == 2 &&
               repeated.children[0].shape == SchemaNode::Shape::kLeaf &&
               repeated.children[0].repetition != Repetition::kRepeated) {
      node->shape = SchemaNode::Shape::kMap;
      const SchemaNode& key = repeated.children[0];
      node->text_keys =
          key.repetition == Repetition::kRequired && key.type == PhysicalType::kByteArray &&
          (key.logical.meaning == Meaning::kString || key.logical.meaning == Meaning::kEnum);
    }
  }

  const std::vector<SchemaElement>& elements_;
  Schema* const schema_;
  size_t next_ = 0;
};

}  // namespace

std::string Schema::ColumnPath(size_t column) const {
  std::string path;
  const SchemaNode* node = &root;
  while (!node->children.empty()) {
    for (const SchemaNode& child : node->children) {
      if (column >= child.first_leaf && column < child.first_leaf + child.leaves) {
        path += (path.empty() ? "" : ".") + child.name;
        node = &child;
        break;
      }
    }
  }
  return path;
}

Result<Schema> MakeSchema(const std::vector<SchemaElement>& elements) {
  Schema schema;
  ASSAY_RETURN_IF_ERROR(Builder(elements, &schema).Run());
  return schema;
}

}  // namespace assay::parquet
