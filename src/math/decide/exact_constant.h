/* Exact real and complex constants (roots, powers, pi, e, logarithms, trigonometry) by Calcium,
 * behind a stack machine: Calcium's header is not valid C++, so one C file includes it. Every
 * operation replaces its operands on top of the stack by the result and returns 0 when it cannot.
 * Not thread-safe; one object per comparison. */
#pragma once

#include <flint/fmpq.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct assay_exact assay_exact;

assay_exact* assay_exact_new(void);
void assay_exact_free(assay_exact* stack);

int assay_exact_push_fmpq(assay_exact* stack, const fmpq_t value);
int assay_exact_push_pi(assay_exact* stack);
int assay_exact_push_e(assay_exact* stack);
int assay_exact_push_i(assay_exact* stack);
int assay_exact_add(assay_exact* stack);
int assay_exact_mul(assay_exact* stack);
int assay_exact_div(assay_exact* stack);
int assay_exact_neg(assay_exact* stack);
int assay_exact_pow(assay_exact* stack); /* base below exponent */
int assay_exact_sqrt(assay_exact* stack);
int assay_exact_call(assay_exact* stack, const char* function); /* one argument */

/* The two values on top: 1 equal, 0 different, -1 unknown. */
int assay_exact_equal(assay_exact* stack);

#ifdef __cplusplus
}
#endif
