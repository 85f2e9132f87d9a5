#include "scoring/schema/json_schema.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "text/excerpt.h"

// The compiler: which keywords there are, that each has a value of its type, that patterns compile,
// that references lead somewhere, and that none leads back to itself without a step into the value.

namespace assay::scoring {

enum class Shape {
  kAnything,    // annotations, const
  kSchema,      // one below
  kSchemas,     // a list of them
  kNamed,       // an object of them
  kPatterns,    // likewise, named by patterns
  kCount,       // a whole number from 0
  kNumber,      //
  kPositive,    // a number above 0
  kBool,        //
  kPattern,     //
  kNames,       // a list of texts
  kNamedNames,  // an object of those
  kType,        // a name of a type, or a list of those
  kList,        // of anything, not empty
  kReference,   //
};

struct Keyword {
  std::string_view name;
  Shape shape;
  bool in_place = false;  // its schemas are applied to the value itself
};

constexpr Keyword kKeywords[] = {
    {"type", Shape::kType},
    {"enum", Shape::kList},
    {"const", Shape::kAnything},
    {"multipleOf", Shape::kPositive},
    {"minimum", Shape::kNumber},
    {"maximum", Shape::kNumber},
    {"exclusiveMinimum", Shape::kNumber},
    {"exclusiveMaximum", Shape::kNumber},
    {"minLength", Shape::kCount},
    {"maxLength", Shape::kCount},
    {"pattern", Shape::kPattern},
    {"minItems", Shape::kCount},
    {"maxItems", Shape::kCount},
    {"uniqueItems", Shape::kBool},
    {"minContains", Shape::kCount},
    {"maxContains", Shape::kCount},
    {"minProperties", Shape::kCount},
    {"maxProperties", Shape::kCount},
    {"required", Shape::kNames},
    {"dependentRequired", Shape::kNamedNames},
    {"prefixItems", Shape::kSchemas},
    {"items", Shape::kSchema},
    {"contains", Shape::kSchema},
    {"properties", Shape::kNamed},
    {"patternProperties", Shape::kPatterns},
    {"additionalProperties", Shape::kSchema},
    {"propertyNames", Shape::kSchema},
    {"dependentSchemas", Shape::kNamed, true},
    {"allOf", Shape::kSchemas, true},
    {"anyOf", Shape::kSchemas, true},
    {"oneOf", Shape::kSchemas, true},
    {"not", Shape::kSchema, true},
    {"if", Shape::kSchema, true},
    {"then", Shape::kSchema, true},
    {"else", Shape::kSchema, true},
    {"$ref", Shape::kReference},
    {"$defs", Shape::kNamed},
    {"definitions", Shape::kNamed},
    {"$schema", Shape::kAnything},
    {"$comment", Shape::kAnything},
    {"title", Shape::kAnything},
    {"description", Shape::kAnything},
    {"default", Shape::kAnything},
    {"examples", Shape::kAnything},
    {"deprecated", Shape::kAnything},
    {"readOnly", Shape::kAnything},
    {"writeOnly", Shape::kAnything},
    {"format", Shape::kAnything},
    {"contentEncoding", Shape::kAnything},
    {"contentMediaType", Shape::kAnything},
};

constexpr std::array<std::string_view, 7> kTypes = {"null",   "boolean", "object", "array",
                                                    "number", "string",  "integer"};

// A dialect of somebody's own may have other rules.
bool IsOfTheSpecification(JsonValue dialect) {
  if (!dialect.Is(JsonType::kString)) return false;
  const std::string url = dialect.String();
  return StartsWith(url, "https://json-schema.org/") || StartsWith(url, "http://json-schema.org/");
}

class SchemaCompiler {
 public:
  SchemaCompiler(JsonSchema* schema, FieldErrors* errors) : schema_(schema), errors_(errors) {}

  void Run(const FieldPath& path) {
    const JsonValue root = schema_->document_->root();
    Visit(root, path, 0);
    for (const auto& [text, where] : pending_) Resolve(text, where);
    if (errors_->empty()) RefuseCircles(path);
  }

 private:
  void Fault(const FieldPath& path, std::string_view type, std::string message) {
    errors_->Add(path, type, std::move(message));
  }

  void Visit(JsonValue schema, const FieldPath& path, int depth) {
    known_.insert(schema.raw().data());
    if (schema.Is(JsonType::kBool)) return;
    if (!schema.Is(JsonType::kObject)) {
      return Fault(path, "schema_type", "A schema should be an object, true or false");
    }
    if (depth > 64) return Fault(path, "value_error", "Schemas should be at most 64 levels deep");
    schemas_.push_back(schema);
    for (const auto& [name, value] : schema.Members()) {
      if (depth == 0 && name == "$id") continue;  // the schema's own name, which nothing asks for
      if (name == "$schema" && !IsOfTheSpecification(value)) {
        Fault(path / name, "value_error",
              "Only schemas of json-schema.org's drafts are known here");
      }
      const auto* keyword =
          std::find_if(std::begin(kKeywords), std::end(kKeywords),
                       [&word = name](const Keyword& k) { return k.name == word; });
      if (keyword == std::end(kKeywords)) {
        Fault(path / name, "extra_forbidden", "No keyword of JSON Schema that is checked here");
      } else {
        VisitValue(*keyword, value, path / name, depth);
      }
    }
  }

  void VisitValue(const Keyword& keyword, JsonValue value, const FieldPath& path, int depth) {
    switch (keyword.shape) {
      case Shape::kAnything: return;
      case Shape::kSchema: return Visit(value, path, depth + 1);
      case Shape::kSchemas: return VisitList(value, path, depth);
      case Shape::kNamed:
      case Shape::kPatterns: return VisitNamed(keyword.shape, value, path, depth);
      case Shape::kCount:
      case Shape::kNumber:
      case Shape::kPositive: return VisitNumber(keyword.shape, value, path);
      case Shape::kBool:
        if (!value.Is(JsonType::kBool)) Fault(path, "bool_type", "Input should be true or false");
        return;
      case Shape::kPattern: return VisitPattern(value, path);
      case Shape::kNames: return VisitNames(value, path);
      case Shape::kNamedNames:
        if (!value.Is(JsonType::kObject))
          return Fault(path, "dict_type", "Input should be an object");
        for (const auto& [name, names] : value.Members()) VisitNames(names, path / name);
        return;
      case Shape::kType: return VisitType(value, path);
      case Shape::kList:
        if (!value.Is(JsonType::kArray)) Fault(path, "list_type", "Input should be a list");
        return;
      case Shape::kReference: return VisitReference(value, path);
    }
  }

  void VisitList(JsonValue value, const FieldPath& path, int depth) {
    if (!value.Is(JsonType::kArray) || value.Count() == 0) {
      return Fault(path, "list_type", "Input should be a list of schemas, and not empty");
    }
    size_t index = 0;
    for (const JsonValue& item : value.Items()) Visit(item, path / index++, depth + 1);
  }

  void VisitNamed(Shape shape, JsonValue value, const FieldPath& path, int depth) {
    if (!value.Is(JsonType::kObject)) {
      return Fault(path, "dict_type", "Input should be an object of schemas");
    }
    for (const auto& [name, member] : value.Members()) {
      if (shape == Shape::kPatterns) AddPattern(name, path / name);
      Visit(member, path / name, depth + 1);
    }
  }

  void VisitNumber(Shape shape, JsonValue value, const FieldPath& path) {
    if (!value.Is(JsonType::kNumber)) return Fault(path, "float_type", "Input should be a number");
    const double number = value.Double();
    if (shape == Shape::kPositive && !(number > 0)) {
      Fault(path, "value_error", "Input should be more than 0");
    }
    if (shape == Shape::kCount &&
        !(number >= 0 && number == static_cast<double>(static_cast<int64_t>(number)))) {
      Fault(path, "value_error", "Input should be a whole number from 0");
    }
  }

  void VisitPattern(JsonValue value, const FieldPath& path) {
    if (const auto text = ReadString(value, path, errors_)) AddPattern(*text, path);
  }

  void AddPattern(const std::string& text, const FieldPath& path) {
    if (text.empty() || schema_->patterns_.count(text) != 0) return;
    auto pattern = Pattern::Compile(text);
    if (!pattern.ok()) return Fault(path, "value_error", pattern.error().message);
    schema_->patterns_.emplace(text, std::move(pattern).value());
  }

  void VisitNames(JsonValue value, const FieldPath& path) {
    if (!value.Is(JsonType::kArray)) return Fault(path, "list_type", "Input should be a list");
    size_t index = 0;
    for (const JsonValue& item : value.Items()) ReadString(item, path / index++, errors_);
  }

  void VisitType(JsonValue value, const FieldPath& path) {
    std::vector<JsonValue> names = {value};
    if (value.Is(JsonType::kArray)) names = value.Items();
    for (const JsonValue& name : names) {
      const bool known = name.Is(JsonType::kString) &&
                         std::find(kTypes.begin(), kTypes.end(), name.String()) != kTypes.end();
      if (!known) return Fault(path, "literal_error", "Input should be " + QuotedChoices(kTypes));
    }
  }

  // Where it leads is known once all schemas are.
  void VisitReference(JsonValue value, const FieldPath& path) {
    if (const auto text = ReadString(value, path, errors_)) pending_.emplace_back(*text, path);
  }

  void Resolve(const std::string& text, const FieldPath& path) {
    const JsonValue target = Find(text);
    if (!target || known_.count(target.raw().data()) == 0) {
      return Fault(path, "value_error",
                   "Input should be '#' or a '#/…' where a schema is: those elsewhere are not "
                   "fetched");
    }
    schema_->references_[text] = target;
  }

  // A JSON pointer in a fragment.
  JsonValue Find(std::string_view reference) const {
    if (reference.empty() || reference[0] != '#') return {};
    reference.remove_prefix(1);
    JsonValue at = schema_->document_->root();
    while (!reference.empty() && at) {
      if (reference[0] != '/') return {};
      reference.remove_prefix(1);
      const size_t end = std::min(reference.find('/'), reference.size());
      const std::string name = Unescaped(reference.substr(0, end));
      reference.remove_prefix(end);
      if (at.Is(JsonType::kArray)) {
        const auto items = at.Items();
        size_t index = items.size();
        if (!name.empty() && name.size() < 7 &&
            name.find_first_not_of("0123456789") == std::string::npos) {
          index = std::stoul(name);
        }
        at = index < items.size() ? items[index] : JsonValue();
      } else {
        at = at.Find(name);
      }
    }
    return at;
  }

  static std::string Unescaped(std::string_view text) {
    std::string name;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '~' && i + 1 < text.size() && (text[i + 1] == '0' || text[i + 1] == '1')) {
        name += text[++i] == '0' ? '~' : '/';
      } else if (text[i] == '%' && i + 2 < text.size()) {
        const std::string_view digits = text.substr(i + 1, 2);
        const bool hex = digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
        if (hex) {
          name += static_cast<char>(std::stoi(std::string(digits), nullptr, 16));
          i += 2;
        } else {
          name += '%';
        }
      } else {
        name += text[i];
      }
    }
    return name;
  }

  // Schemas that are applied to the same value as `schema`.
  std::vector<JsonValue> InPlace(JsonValue schema) const {
    std::vector<JsonValue> found;
    if (!schema.Is(JsonType::kObject)) return found;
    for (const Keyword& keyword : kKeywords) {
      const JsonValue value = schema.Find(keyword.name);
      if (!value) continue;
      if (keyword.shape == Shape::kReference) {
        found.push_back(schema_->references_.at(value.String()));
      } else if (!keyword.in_place) {
        continue;
      } else if (keyword.shape == Shape::kSchema) {
        found.push_back(value);
      } else if (keyword.shape == Shape::kSchemas) {
        for (const JsonValue& item : value.Items()) found.push_back(item);
      } else {
        for (const auto& member : value.Members()) found.push_back(member.value);
      }
    }
    return found;
  }

  // Depth first over InPlace; a schema is known by where its text stands.
  void RefuseCircles(const FieldPath& path) {
    for (const JsonValue& schema : schemas_) {
      if (!Descend(schema, 0)) {
        return Fault(path, "value_error",
                     "A schema refers to itself for the same value, so that it says nothing");
      }
    }
  }

  bool Descend(JsonValue schema, int depth) {
    const char* const name = schema.raw().data();
    if (done_.count(name) != 0) return true;
    if (!open_.insert(name).second || depth > JsonSchema::kMostDepth) return false;
    for (const JsonValue& next : InPlace(schema)) {
      if (!Descend(next, depth + 1)) return false;
    }
    open_.erase(name);
    done_.insert(name);
    return true;
  }

  JsonSchema* const schema_;
  FieldErrors* const errors_;
  std::vector<JsonValue> schemas_;
  std::set<const char*> known_;  // where the texts of schemas stand, true and false too
  std::vector<std::pair<std::string, FieldPath>> pending_;  // references
  std::set<const char*> open_;
  std::set<const char*> done_;
};

std::shared_ptr<const JsonSchema> JsonSchema::Compile(JsonValue schema, const FieldPath& path,
                                                      FieldErrors* errors) {
  if (schema.raw().size() > kMostSchemaBytes) {
    errors->Add(path, "value_error",
                "A schema should have at most " + std::to_string(kMostSchemaBytes) + " bytes");
    return nullptr;
  }
  std::shared_ptr<JsonSchema> compiled(new JsonSchema(std::string(schema.raw())));
  JsonError error;
  compiled->document_ = JsonDocument::Parse(compiled->text_, &error);
  ASSAY_CHECK(compiled->document_.has_value());
  FieldErrors faults;
  SchemaCompiler(compiled.get(), &faults).Run(path);
  errors->Insert(errors->errors().size(), faults);
  return faults.empty() ? compiled : nullptr;
}

}  // namespace assay::scoring
