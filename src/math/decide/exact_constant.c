#include "math/decide/exact_constant.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<flint/ca.h>)
#include <flint/ca.h>
#include <flint/ca_vec.h>
#else
#include <calcium/ca.h>
#include <calcium/ca_vec.h>
#endif

enum { kCapacity = 128 };

struct assay_exact {
  ca_ctx_t context;
  ca_ptr values;
  int size;
};

assay_exact* assay_exact_new(void) {
  assay_exact* stack = malloc(sizeof *stack);
  if (stack == NULL) return NULL;
  ca_ctx_init(stack->context);
  /* The defaults allow seconds of work; these bound it to a millisecond or two. */
  ca_ctx_set_option(stack->context, CA_OPT_PREC_LIMIT, 512);
  ca_ctx_set_option(stack->context, CA_OPT_QQBAR_DEG_LIMIT, 16);
  ca_ctx_set_option(stack->context, CA_OPT_POW_LIMIT, 12);
  ca_ctx_set_option(stack->context, CA_OPT_GROEBNER_LENGTH_LIMIT, 40);
  ca_ctx_set_option(stack->context, CA_OPT_GROEBNER_POLY_LENGTH_LIMIT, 200);
  ca_ctx_set_option(stack->context, CA_OPT_GROEBNER_POLY_BITS_LIMIT, 2000);
  ca_ctx_set_option(stack->context, CA_OPT_VIETA_LIMIT, 4);
  stack->values = _ca_vec_init(kCapacity, stack->context);
  stack->size = 0;
  return stack;
}

void assay_exact_free(assay_exact* stack) {
  if (stack == NULL) return;
  _ca_vec_clear(stack->values, kCapacity, stack->context);
  ca_ctx_clear(stack->context);
  free(stack);
}

static ca_ptr Top(assay_exact* stack, int below) {
  return stack->values + (stack->size - 1 - below);
}

static int Finite(assay_exact* stack) {
  return !CA_IS_SPECIAL(Top(stack, 0));
}

int assay_exact_push_fmpq(assay_exact* stack, const fmpq_t value) {
  if (stack->size >= kCapacity) return 0;
  ca_set_fmpq(stack->values + stack->size++, value, stack->context);
  return 1;
}

int assay_exact_push_pi(assay_exact* stack) {
  if (stack->size >= kCapacity) return 0;
  ca_pi(stack->values + stack->size++, stack->context);
  return 1;
}

int assay_exact_push_e(assay_exact* stack) {
  if (stack->size >= kCapacity) return 0;
  ca_ptr top = stack->values + stack->size++;
  ca_one(top, stack->context);
  ca_exp(top, top, stack->context);
  return 1;
}

int assay_exact_push_i(assay_exact* stack) {
  if (stack->size >= kCapacity) return 0;
  ca_i(stack->values + stack->size++, stack->context);
  return 1;
}

static int Pop(assay_exact* stack) {
  stack->size--;
  return Finite(stack);
}

int assay_exact_add(assay_exact* stack) {
  ca_add(Top(stack, 1), Top(stack, 1), Top(stack, 0), stack->context);
  return Pop(stack);
}

int assay_exact_mul(assay_exact* stack) {
  ca_mul(Top(stack, 1), Top(stack, 1), Top(stack, 0), stack->context);
  return Pop(stack);
}

int assay_exact_div(assay_exact* stack) {
  ca_div(Top(stack, 1), Top(stack, 1), Top(stack, 0), stack->context);
  return Pop(stack);
}

int assay_exact_neg(assay_exact* stack) {
  ca_neg(Top(stack, 0), Top(stack, 0), stack->context);
  return Finite(stack);
}

int assay_exact_pow(assay_exact* stack) {
  ca_pow(Top(stack, 1), Top(stack, 1), Top(stack, 0), stack->context);
  return Pop(stack);
}

int assay_exact_sqrt(assay_exact* stack) {
  ca_sqrt(Top(stack, 0), Top(stack, 0), stack->context);
  return Finite(stack);
}

int assay_exact_call(assay_exact* stack, const char* function) {
  ca_ptr top = Top(stack, 0);
  if (strcmp(function, "ln") == 0) {
    ca_log(top, top, stack->context);
  } else if (strcmp(function, "sin") == 0) {
    ca_sin_cos(top, NULL, top, stack->context);
  } else if (strcmp(function, "cos") == 0) {
    ca_sin_cos(NULL, top, top, stack->context);
  } else if (strcmp(function, "tan") == 0) {
    ca_tan(top, top, stack->context);
  } else if (strcmp(function, "arctan") == 0) {
    ca_atan(top, top, stack->context);
  } else if (strcmp(function, "arcsin") == 0) {
    ca_asin(top, top, stack->context);
  } else if (strcmp(function, "arccos") == 0) {
    ca_acos(top, top, stack->context);
  } else if (strcmp(function, "abs") == 0) {
    ca_abs(top, top, stack->context);
  } else {
    return 0;
  }
  return Finite(stack);
}

int assay_exact_equal(assay_exact* stack) {
  if (stack->size < 2) return -1;
  switch (ca_check_equal(Top(stack, 1), Top(stack, 0), stack->context)) {
    case T_TRUE: return 1;
    case T_FALSE: return 0;
    default: return -1;
  }
}
