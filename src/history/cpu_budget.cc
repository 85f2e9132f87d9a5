#include "history/cpu_budget.h"

#include <algorithm>

namespace assay {

void CpuBudget::Note(double process_cpu_s, double thread_cpu_s, double clock_s) {
  const double least = begun_ ? kLeastShare * (clock_s - clock_s_) : 0;
  const double earned = std::max(share_ * (process_cpu_s - process_s_), least);
  double spent = thread_cpu_s - thread_s_;
  process_s_ = process_cpu_s;
  thread_s_ = thread_cpu_s;
  clock_s_ = clock_s;
  begun_ = true;
  credit_s_ = std::min(credit_s_ + earned - spent, kMostCredit);
  const bool rich = credit_s_ >= kMostCredit;
  if (spent > earned && credit_s_ < kMostCredit / 2) {
    // Gently while there is credit, and at once where there is none: debts keep others out later.
    do {
      one_in_ = std::min(one_in_ * 2, kFewest);
      spent /= 2;
    } while (credit_s_ < 0 && spent > earned && one_in_ < kFewest);
  } else if (rich ? spent < earned : credit_s_ > 0 && 2 * spent < earned) {
    one_in_ = std::max(one_in_ / 2, 1U);
  }
}

}  // namespace assay
