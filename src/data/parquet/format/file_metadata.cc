// A map: logical types, new and old; schema elements; column chunks and row groups; the footer.

#include "data/parquet/format/file_metadata.h"

#include <limits>

#include "data/parquet/format/thrift_compact.h"

namespace assay::parquet {
namespace {

using Field = ThriftReader::Field;

// Values outside of an int32 can't be meant; they become -1, which nothing takes for a length.
int32_t Int32(int64_t value) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  return value < 0 || value > kMost ? -1 : static_cast<int32_t>(value);
}

// A union of empty structures: which of them.
int16_t ReadUnit(ThriftReader& in, const Field& unit) {
  if (unit.type != ThriftType::kStruct) {
    in.Skip(unit);
    return 0;
  }
  int16_t which = 0;
  Field field;
  while (in.NextField(&field)) {
    which = field.id;
    in.Skip(field);
  }
  return which;
}

void ReadTime(ThriftReader& in, LogicalType* type) {
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: type->utc = in.Bool(field); break;
      case 2: {
        const int16_t unit = ReadUnit(in, field);
        if (unit < 1 || unit > 3) return in.Fail("has an unknown unit of time");
        type->unit = static_cast<TimeUnit>(unit - 1);
        break;
      }
      default: in.Skip(field);
    }
  }
}

void ReadDecimal(ThriftReader& in, LogicalType* type) {
  Field field;
  while (in.NextField(&field)) {
    if (field.id == 1) {
      type->scale = Int32(in.Int(field));
    } else {
      in.Skip(field);
    }
  }
}

void ReadInteger(ThriftReader& in, LogicalType* type) {
  Field field;
  while (in.NextField(&field)) {
    if (field.id == 2) {
      if (!in.Bool(field, true)) type->meaning = Meaning::kUnsigned;
    } else {
      in.Skip(field);
    }
  }
}

// The union LogicalType. Kinds that change nothing for the text of a value (BSON and the kinds that
// came later) are read as their physical type.
LogicalType ReadLogicalType(ThriftReader& in) {
  LogicalType type;
  Field field;
  while (in.NextField(&field)) {
    if (field.type != ThriftType::kStruct) {
      in.Skip(field);
      continue;
    }
    switch (field.id) {
      case 1: type.meaning = Meaning::kString; break;
      case 2: type.meaning = Meaning::kMap; break;
      case 3: type.meaning = Meaning::kList; break;
      case 4: type.meaning = Meaning::kEnum; break;
      case 5:
        type.meaning = Meaning::kDecimal;
        ReadDecimal(in, &type);
        continue;
      case 6: type.meaning = Meaning::kDate; break;
      case 7:
      case 8:
        type.meaning = field.id == 7 ? Meaning::kTime : Meaning::kTimestamp;
        ReadTime(in, &type);
        continue;
      case 10: ReadInteger(in, &type); continue;
      case 12: type.meaning = Meaning::kJson; break;
      case 14: type.meaning = Meaning::kUuid; break;
      case 15: type.meaning = Meaning::kFloat16; break;
      default: break;
    }
    in.Skip(field);
  }
  return type;
}

LogicalType FromConvertedType(int64_t converted, int32_t scale) {
  constexpr bool kUtc = true;
  switch (converted) {
    case 0: return {.meaning = Meaning::kString};
    case 1:
    case 2: return {.meaning = Meaning::kMap};
    case 3: return {.meaning = Meaning::kList};
    case 4: return {.meaning = Meaning::kEnum};
    case 5: return {.meaning = Meaning::kDecimal, .scale = scale};
    case 6: return {.meaning = Meaning::kDate};
    case 7: return {.meaning = Meaning::kTime, .unit = TimeUnit::kMillis, .utc = kUtc};
    case 8: return {.meaning = Meaning::kTime, .unit = TimeUnit::kMicros, .utc = kUtc};
    case 9: return {.meaning = Meaning::kTimestamp, .unit = TimeUnit::kMillis, .utc = kUtc};
    case 10: return {.meaning = Meaning::kTimestamp, .unit = TimeUnit::kMicros, .utc = kUtc};
    case 11:
    case 12:
    case 13:
    case 14: return {.meaning = Meaning::kUnsigned};
    case 19: return {.meaning = Meaning::kJson};
    case 21: return {.meaning = Meaning::kInterval};
    default: return {};
  }
}

SchemaElement ReadSchemaElement(ThriftReader& in) {
  SchemaElement element;
  int64_t converted = -1;
  int32_t scale = 0;
  bool has_logical = false;
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: {
        const int64_t type = in.Int(field, -1);
        if (type < 0 || type > 7) in.Fail("has a column of an unknown type");
        element.type = static_cast<PhysicalType>(type);
        break;
      }
      case 2: element.type_length = Int32(in.Int(field)); break;
      case 3: {
        const int64_t repetition = in.Int(field, -1);
        if (repetition < 0 || repetition > 2) in.Fail("has an unknown repetition");
        element.repetition = static_cast<Repetition>(repetition);
        break;
      }
      case 4: element.name = in.Binary(field); break;
      case 5: element.children = Int32(in.Int(field)); break;
      case 6: converted = in.Int(field, -1); break;
      case 7: scale = Int32(in.Int(field)); break;
      case 10:
        if (field.type == ThriftType::kStruct) {
          element.logical = ReadLogicalType(in);
          has_logical = element.logical.meaning != Meaning::kPlain;
        } else {
          in.Skip(field);
        }
        break;
      default: in.Skip(field);
    }
  }
  if (!has_logical) element.logical = FromConvertedType(converted, scale);
  return element;
}

void ReadColumnMetadata(ThriftReader& in, ColumnChunk* chunk) {
  chunk->described = true;
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: {
        const int64_t type = in.Int(field, -1);
        if (type < 0 || type > 7) in.Fail("has a column of an unknown type");
        chunk->type = static_cast<PhysicalType>(type);
        break;
      }
      case 4: {
        const int64_t codec = in.Int(field, -1);
        if (codec < 0 || codec > 7) in.Fail("has a column of an unknown compression");
        chunk->codec = static_cast<Codec>(codec);
        break;
      }
      case 5: chunk->values = in.Int(field); break;
      case 7: chunk->compressed_bytes = in.Int(field); break;
      case 9: chunk->data_offset = in.Int(field); break;
      case 11: chunk->dictionary_offset = in.Int(field); break;
      default: in.Skip(field);
    }
  }
}

ColumnChunk ReadColumnChunk(ThriftReader& in) {
  ColumnChunk chunk;
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: chunk.elsewhere = !in.Binary(field).empty(); break;
      case 3:
        if (field.type == ThriftType::kStruct) {
          ReadColumnMetadata(in, &chunk);
        } else {
          in.Skip(field);
        }
        break;
      case 8:
      case 9:
        chunk.encrypted = true;
        in.Skip(field);
        break;
      default: in.Skip(field);
    }
  }
  return chunk;
}

RowGroup ReadRowGroup(ThriftReader& in) {
  RowGroup group;
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: {
        const size_t count = in.ListOf(field, ThriftType::kStruct);
        for (size_t i = 0; i < count && in.ok(); ++i) group.columns.push_back(ReadColumnChunk(in));
        break;
      }
      case 3: group.rows = in.Int(field); break;
      default: in.Skip(field);
    }
  }
  return group;
}

}  // namespace

Error BadFile(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "data.parquet", 0, what};
}

Result<FileMetadata> ParseFooter(std::string_view footer) {
  FileMetadata metadata;
  ThriftReader in(footer);
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 2: {
        const size_t count = in.ListOf(field, ThriftType::kStruct);
        for (size_t i = 0; i < count && in.ok(); ++i) {
          metadata.schema.push_back(ReadSchemaElement(in));
        }
        break;
      }
      case 3: metadata.rows = in.Int(field); break;
      case 4: {
        const size_t count = in.ListOf(field, ThriftType::kStruct);
        for (size_t i = 0; i < count && in.ok(); ++i) {
          metadata.row_groups.push_back(ReadRowGroup(in));
        }
        break;
      }
      case 8:
        metadata.encrypted = true;
        in.Skip(field);
        break;
      default: in.Skip(field);
    }
  }
  if (!in.ok()) return BadFile(std::string("the Parquet footer ") + in.fault());
  return metadata;
}

}  // namespace assay::parquet
