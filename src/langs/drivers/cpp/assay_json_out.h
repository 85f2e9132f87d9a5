// JSON from C++ values; the second half of the driver's wire format. See assay_driver.h.
#pragma once
#pragma GCC system_header  // no warnings about this file among the candidate's own

#include "assay_json_in.h"

namespace assay_driver {

template <class T>
void Write(std::string& out, const T& value);

// UTF-8 as it is; a surrogate or a byte that is not UTF-8 as an escape (the byte as U+DC80 and up,
// as Python's surrogateescape has it), so that the reply is always valid JSON.
inline void WriteString(std::string& out, std::string_view text) {
  const auto escape = [&](unsigned code) {
    char buffer[8];
    std::snprintf(buffer, sizeof buffer, "\\u%04x", code);
    out += buffer;
  };
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const unsigned c = byte(i);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i++];
    } else if (c < 0x20) {
      escape(c);
      ++i;
    } else if (c < 0x80) {
      out += text[i++];
    } else {
      const std::size_t length = c >= 0xF0 && c < 0xF5   ? 4
                                 : c >= 0xE0 && c < 0xF0 ? 3
                                 : c >= 0xC2 && c < 0xE0 ? 2
                                                         : 1;
      unsigned code = length == 4 ? c & 7 : length == 3 ? c & 15 : c & 31;
      bool valid = length > 1;
      for (std::size_t k = 1; k < length; ++k) {
        valid = valid && (byte(i + k) & 0xC0) == 0x80;
        code = (code << 6) | (byte(i + k) & 0x3F);
      }
      valid = valid && !(length == 3 && code < 0x800) &&
              !(length == 4 && (code < 0x10000 || code > 0x10FFFF));
      if (!valid) {
        escape(0xDC00 + c);
        ++i;
        continue;
      }
      if (code >= 0xD800 && code < 0xE000) {
        escape(code);
      } else {
        out.append(text.substr(i, length));
      }
      i += length;
    }
  }
  out += '"';
}

template <class T>
void WriteInteger(std::string& out, T value) {
  char digits[48];
  char* at = digits + sizeof digits;
  const bool negative = value < 0;
  do {
    const int digit = static_cast<int>(value % 10);
    *--at = static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (negative) *--at = '-';
  out.append(at, digits + sizeof digits);
}

template <class T>
void WriteFloat(std::string& out, T value) {
  if (std::isnan(value)) {
    out += "{\"$float\":\"nan\"}";
  } else if (std::isinf(value)) {
    out += value > 0 ? "{\"$float\":\"inf\"}" : "{\"$float\":\"-inf\"}";
  } else {
    char buffer[64];
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
    out += text;
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
  }
}

template <class Range, class Each>
void WriteEach(std::string& out, const Range& range, Each each) {
  bool first = true;
  for (const auto& item : range) {
    if (!first) out += ',';
    first = false;
    each(item);
  }
}

template <class Node>
void WriteList(std::string& out, Node* head) {
  std::unordered_set<const void*> seen;
  std::string items;
  for (Node* node = head; node != nullptr; node = node->next) {
    if (!seen.insert(node).second) {
      out += "{\"$repr\":\"ListNode\"}";
      return;
    }
    if (!items.empty()) items += ',';
    Write(items, node->val);
  }
  out += '[' + items + ']';
}

template <class Node>
void WriteTree(std::string& out, Node* root) {
  std::unordered_set<const void*> seen;
  std::deque<Node*> queue{root};
  std::string items;
  std::size_t last_value = 0;  // where trailing nulls begin
  while (!queue.empty()) {
    Node* node = queue.front();
    queue.pop_front();
    if (!items.empty()) items += ',';
    if (node == nullptr) {
      items += "null";
      continue;
    }
    if (!seen.insert(node).second) {
      out += "{\"$repr\":\"TreeNode\"}";
      return;
    }
    Write(items, node->val);
    last_value = items.size();
    queue.push_back(node->left);
    queue.push_back(node->right);
  }
  out += '[' + items.substr(0, last_value) + ']';
}

template <class T>
void WriteMap(std::string& out, const T& value) {
  bool plain = std::is_same_v<typename T::key_type, std::string>;
  if constexpr (std::is_same_v<typename T::key_type, std::string>) {
    for (const auto& entry : value) plain = plain && entry.first.substr(0, 1) != "$";
  }
  out += plain ? "{" : "{\"$dict\":[";
  WriteEach(out, value, [&](const auto& entry) {
    if (!plain) out += '[';
    Write(out, entry.first);
    out += plain ? ':' : ',';
    Write(out, entry.second);
    if (!plain) out += ']';
  });
  out += plain ? "}" : "]}";
}

template <class T>
void Write(std::string& out, const T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::vector<bool>::reference> ||
                std::is_same_v<T, std::vector<bool>::const_reference>) {
    out += static_cast<bool>(value) ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    WriteString(out, std::string_view(&value, 1));
  } else if constexpr (kIsInteger<T>) {
    WriteInteger(out, value);
  } else if constexpr (std::is_enum_v<T>) {
    WriteInteger(out, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    WriteFloat(out, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    WriteString(out, value);
  } else if constexpr (IsOptional<T>::value || IsSmartPointer<T>::value) {
    if (value) {
      Write(out, *value);
    } else {
      out += "null";
    }
  } else if constexpr (std::is_pointer_v<T>) {
    using Node = std::remove_pointer_t<T>;
    if constexpr (IsListNode<Node>::value) {
      WriteList(out, value);
    } else if constexpr (IsTreeNode<Node>::value) {
      WriteTree(out, value);
    } else {
      out += "{\"$repr\":\"pointer\"}";
    }
  } else if constexpr (IsMap<T>::value) {
    WriteMap(out, value);
  } else if constexpr (IsRange<T>::value) {
    out += IsKeyed<T>::value ? "{\"$set\":[" : "[";
    WriteEach(out, value, [&](const auto& item) { Write(out, item); });
    out += IsKeyed<T>::value ? "]}" : "]";
  } else if constexpr (IsTuple<T>::value) {
    out += '[';
    bool first = true;
    std::apply(
        [&](const auto&... items) {
          (((out += first ? "" : ","), first = false, Write(out, items)), ...);
        },
        value);
    out += ']';
  } else {
    out += "{\"$repr\":\"object\"}";
  }
}

}  // namespace assay_driver
