#include "math/read/ast.h"

#include <algorithm>

namespace assay::math {

const Node* Arena::Integer(int64_t value) {
  if (value < 0) return Unary(Kind::kNeg, Integer(std::to_string(-value)));
  return Integer(std::to_string(value));
}

const Node* Arena::Integer(std::string digits) {
  Node* node = New(Kind::kNumber);
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  node->name = first == 0 ? std::move(digits) : digits.substr(first);
  return node;
}

const Node* Arena::Unary(Kind kind, const Node* a) {
  Node* node = New(kind);
  node->kids = {a};
  return node;
}

const Node* Arena::Binary(Kind kind, const Node* a, const Node* b) {
  Node* node = New(kind);
  node->kids = {a, b};
  return node;
}

const Node* Arena::Call(std::string name, std::vector<const Node*> args) {
  Node* node = New(Kind::kCall);
  node->name = std::move(name);
  node->kids = std::move(args);
  return node;
}

const Node* Arena::Symbol(std::string name) {
  Node* node = New(Kind::kSymbol);
  node->name = std::move(name);
  return node;
}

const Node* Arena::Constant(std::string name) {
  Node* node = New(Kind::kConstant);
  node->name = std::move(name);
  return node;
}

const Node* Arena::Many(Kind kind, std::vector<const Node*> kids) {
  Node* node = New(kind);
  node->kids = std::move(kids);
  return node;
}

namespace {

std::string NumberText(const Node& node) {
  if (node.scale == 0) return node.name;
  if (node.scale < 0 || node.scale > 40) return node.name + "e" + std::to_string(-node.scale);
  std::string digits = node.name;
  const auto scale = static_cast<size_t>(node.scale);
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  digits.insert(digits.size() - scale, 1, '.');
  return digits;
}

class Renderer {
 public:
  explicit Renderer(size_t max_bytes) : left_(max_bytes) {}

  std::string Text(const Node* node) {
    std::string text = Build(node);
    left_ -= std::min(left_, text.size());
    return text;
  }

 private:
  std::string Join(const std::vector<const Node*>& kids, const char* separator, bool sorted) {
    std::vector<std::string> parts;
    parts.reserve(kids.size());
    for (const Node* kid : kids) parts.push_back(Text(kid));
    if (sorted) std::sort(parts.begin(), parts.end());
    std::string all;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) all += separator;
      all += parts[i];
    }
    return all;
  }
  // An operand of a power: (-x)^2 is not -x^2, and (a^b)^c not a^(b^c).
  std::string Tight(const Node* node) {
    const bool loose = node->kind == Kind::kNeg || node->kind == Kind::kPow ||
                       node->kind == Kind::kPercent || node->kind == Kind::kDegree ||
                       node->kind == Kind::kUnit || node->kind == Kind::kRelation ||
                       node->kind == Kind::kList || node->kind == Kind::kRatio;
    return loose ? "(" + Text(node) + ")" : Text(node);
  }
  std::string Call(const char* name, const Node* node) {
    return name + ("(" + Join(node->kids, ", ", false) + ")");
  }

  std::string Build(const Node* node) {
    if (left_ == 0) return "...";
    switch (node->kind) {
      case Kind::kNumber: return NumberText(*node);
      case Kind::kSymbol:
      case Kind::kConstant:
      case Kind::kText: return node->name;
      case Kind::kNumberSet: return "\\mathbb{" + node->name + "}";
      case Kind::kEmptySet: return "\\emptyset";
      case Kind::kAdd: return "(" + Join(node->kids, " + ", true) + ")";
      case Kind::kMul: return "(" + Join(node->kids, "*", true) + ")";
      case Kind::kNeg: return "-" + Text(node->kids[0]);
      case Kind::kDiv: return "(" + Join(node->kids, "/", false) + ")";
      case Kind::kPow: return Tight(node->kids[0]) + "^" + Tight(node->kids[1]);
      case Kind::kRoot: return Call("root", node);
      case Kind::kCall: return Call(node->name.c_str(), node);
      case Kind::kPlusMinus: return Call(node->flag ? "minus_plus" : "plus_minus", node);
      case Kind::kPercent: return Text(node->kids[0]) + "%";
      case Kind::kDegree: return Text(node->kids[0]) + "deg";
      case Kind::kUnit: return Text(node->kids[0]) + " [" + node->name + "]";
      case Kind::kBracket: return node->open + Join(node->kids, ", ", false) + node->close;
      case Kind::kSet: return "{" + Join(node->kids, ", ", true) + "}";
      case Kind::kList: return List(node);
      case Kind::kSetBuilder: return "{" + Join(node->kids, " | ", false) + "}";
      case Kind::kUnion: return "(" + Join(node->kids, " u ", true) + ")";
      case Kind::kIntersect: return "(" + Join(node->kids, " n ", true) + ")";
      case Kind::kSetMinus: return "(" + Join(node->kids, " \\ ", false) + ")";
      case Kind::kRatio: return Join(node->kids, ":", false);
      case Kind::kCongruence: return Call("congruent", node);
      case Kind::kRelation: return Relation(node);
      case Kind::kConditional: return Join(node->kids, " when ", false);
      case Kind::kMatrix:
        return "matrix" + std::to_string(node->rows) + "x" + std::to_string(node->cols) + "[" +
               Join(node->kids, ", ", false) + "]";
    }
    return "";
  }

  // A list in a list keeps its own brackets: 1, 2; 3 is not 1; 2, 3. And "x < 1 or x > 0" is not
  // "x < 1 and x > 0".
  std::string List(const Node* node) {
    std::string all;
    for (const Node* kid : node->kids) {
      if (!all.empty()) all += node->flag ? " or " : ", ";
      all += kid->kind == Kind::kList ? "[" + Text(kid) + "]" : Text(kid);
    }
    return all;
  }

  std::string Relation(const Node* node) {
    std::string all = Text(node->kids[0]);
    for (size_t i = 1; i < node->kids.size(); ++i) {
      switch (node->name[i - 1]) {
        case kOpLessEqual: all += " <= "; break;
        case kOpGreaterEqual: all += " >= "; break;
        case kOpNotEqual: all += " != "; break;
        case kOpIn: all += " in "; break;
        case kOpNotIn: all += " notin "; break;
        default: all += std::string(" ") + node->name[i - 1] + " "; break;
      }
      all += Text(node->kids[i]);
    }
    return all;
  }

  size_t left_;
};

}  // namespace

std::string Render(const Node* node, size_t max_bytes) {
  return Renderer(max_bytes).Text(node);
}

bool IsInteger(const Node* node) {
  return node->kind == Kind::kNumber && node->scale == 0;
}

bool IsInfinity(const Node* node) {
  if (node->kind == Kind::kNeg) node = node->kids[0];
  return node->kind == Kind::kConstant && node->name == "oo";
}

bool HasSymbol(const Node* node) {
  return Any(node, [](const Node& n) { return n.kind == Kind::kSymbol; });
}

bool IsScalar(const Node* node) {
  switch (node->kind) {
    case Kind::kNumber:
    case Kind::kSymbol:
    case Kind::kConstant:
    case Kind::kAdd:
    case Kind::kMul:
    case Kind::kNeg:
    case Kind::kDiv:
    case Kind::kPow:
    case Kind::kRoot:
    case Kind::kCall:
    case Kind::kPercent:
    case Kind::kDegree:
    case Kind::kUnit: return true;
    default: return false;
  }
}

}  // namespace assay::math
