// Arithmetic of matrices whose entries are expressions, so that an answer may leave a sum or a
// product of matrices as it stands.
#include "math/decide/compare.h"
#include "math/decide/rational.h"

namespace assay::math {
namespace {

constexpr size_t kMaxEntries = 100;
// Entries of a product share the nodes of its factors: without a cap on their size as trees, a long
// product of matrices would grow exponentially.
constexpr int64_t kMaxEntryNodes = 2000;

int64_t TreeSize(const Node* node, int64_t cap) {
  int64_t size = 1;
  for (const Node* kid : node->kids) {
    if (size >= cap) return cap;
    size += TreeSize(kid, cap - size);
  }
  return size;
}

bool HasMatrix(const Node* node) {
  return Any(node, [](const Node& n) { return n.kind == Kind::kMatrix; });
}

class MatrixEvaluator {
 public:
  explicit MatrixEvaluator(Context* context) : arena_(context->arena), budget_(context->budget) {}

  // null when the expression makes no sense.
  const Node* Eval(const Node* node) {
    if (!budget_->Charge(20)) return nullptr;
    switch (node->kind) {
      case Kind::kMatrix: return node->kids.size() <= kMaxEntries ? node : nullptr;
      case Kind::kNeg: return Scale(arena_->Integer(-1), Eval(node->kids[0]));
      case Kind::kAdd: return Sum(node);
      case Kind::kMul: return Product(node);
      case Kind::kDiv: {
        const Node* top = Eval(node->kids[0]);
        if (top == nullptr || HasMatrix(node->kids[1])) return nullptr;
        return Scale(arena_->Binary(Kind::kDiv, arena_->Integer(1), node->kids[1]), top);
      }
      case Kind::kPow: return Power(node);
      default: return nullptr;
    }
  }

 private:
  Node* Shape(int32_t rows, int32_t cols) {
    Node* matrix = arena_->New(Kind::kMatrix);
    matrix->rows = rows;
    matrix->cols = cols;
    return matrix;
  }

  const Node* Scale(const Node* factor, const Node* matrix) {
    if (matrix == nullptr) return nullptr;
    Node* result = Shape(matrix->rows, matrix->cols);
    for (const Node* entry : matrix->kids) {
      result->kids.push_back(arena_->Binary(Kind::kMul, factor, entry));
    }
    return result;
  }

  const Node* Sum(const Node* node) {
    const Node* total = nullptr;
    for (const Node* kid : node->kids) {
      const Node* term = HasMatrix(kid) ? Eval(kid) : nullptr;
      if (term == nullptr) return nullptr;
      if (total == nullptr) {
        total = term;
        continue;
      }
      if (term->rows != total->rows || term->cols != total->cols) return nullptr;
      Node* sum = Shape(total->rows, total->cols);
      for (size_t i = 0; i < total->kids.size(); ++i) {
        sum->kids.push_back(arena_->Many(Kind::kAdd, {total->kids[i], term->kids[i]}));
      }
      total = sum;
    }
    return total;
  }

  // A number where the entry is one; null when it has grown too large.
  const Node* Folded(const Node* entry) {
    const int64_t size = TreeSize(entry, kMaxEntryNodes);
    if (size >= kMaxEntryNodes || !budget_->Charge(size)) return nullptr;
    Fmpq value;
    if (EvalRational(entry, budget_, &value) != Exact::kValue) return entry;
    const auto integer = [&](const fmpz* part) {
      char* text = fmpz_get_str(nullptr, 10, part);
      std::string digits(text);
      flint_free(text);
      return digits;
    };
    std::string top = integer(value.num());
    const bool negative = top[0] == '-';
    const Node* number = arena_->Integer(top.substr(negative ? 1 : 0));
    if (negative) number = arena_->Unary(Kind::kNeg, number);
    if (value.is_integer()) return number;
    return arena_->Binary(Kind::kDiv, number, arena_->Integer(integer(value.den())));
  }

  const Node* Multiply(const Node* a, const Node* b) {
    if (a->cols != b->rows) return nullptr;
    const auto entries = static_cast<size_t>(a->rows) * static_cast<size_t>(b->cols);
    if (entries > kMaxEntries || a->cols > 16) return nullptr;
    if (!budget_->Charge(static_cast<int64_t>(entries) * a->cols * 10)) return nullptr;
    Node* result = Shape(a->rows, b->cols);
    for (int32_t row = 0; row < a->rows; ++row) {
      for (int32_t col = 0; col < b->cols; ++col) {
        std::vector<const Node*> terms;
        for (int32_t k = 0; k < a->cols; ++k) {
          terms.push_back(arena_->Binary(Kind::kMul,
                                         a->kids[static_cast<size_t>(row * a->cols + k)],
                                         b->kids[static_cast<size_t>(k * b->cols + col)]));
        }
        const Node* entry = terms.size() == 1 ? terms[0] : arena_->Many(Kind::kAdd, terms);
        entry = Folded(entry);
        if (entry == nullptr) return nullptr;
        result->kids.push_back(entry);
      }
    }
    return result;
  }

  const Node* Product(const Node* node) {
    const Node* total = nullptr;
    const Node* factor = nullptr;
    for (const Node* kid : node->kids) {
      if (!HasMatrix(kid)) {
        factor = factor == nullptr ? kid : arena_->Binary(Kind::kMul, factor, kid);
        continue;
      }
      const Node* next = Eval(kid);
      if (next == nullptr) return nullptr;
      total = total == nullptr ? next : Multiply(total, next);
      if (total == nullptr) return nullptr;
    }
    return factor == nullptr ? total : Scale(factor, total);
  }

  const Node* Power(const Node* node) {
    const Node* base = Eval(node->kids[0]);
    if (base == nullptr) return nullptr;
    const Node* exponent = node->kids[1];
    if (exponent->kind == Kind::kSymbol && (exponent->name == "T" || exponent->name == "\\top")) {
      Node* transposed = Shape(base->cols, base->rows);
      for (int32_t row = 0; row < base->cols; ++row) {
        for (int32_t col = 0; col < base->rows; ++col) {
          transposed->kids.push_back(base->kids[static_cast<size_t>(col * base->cols + row)]);
        }
      }
      return transposed;
    }
    Fmpq power;
    if (EvalRational(exponent, budget_, &power) != Exact::kValue || !power.is_integer() ||
        power.sign() <= 0 || fmpz_cmp_ui(power.num(), 4) > 0) {
      return nullptr;
    }
    const Node* result = base;
    for (slong i = fmpz_get_si(power.num()); i > 1 && result != nullptr; --i) {
      result = Multiply(result, base);
    }
    return result;
  }

  Arena* arena_;
  Budget* budget_;
};

}  // namespace

const Node* EvaluateMatrices(Context* context, const Node* node) {
  if (node->kind == Kind::kMatrix || !IsScalar(node) || node->kind == Kind::kCall) return node;
  if (!HasMatrix(node)) return node;
  const Node* result = MatrixEvaluator(context).Eval(node);
  return result == nullptr ? node : result;
}

}  // namespace assay::math
