#include "history/cpu_budget.h"

#include <algorithm>

namespace assay {

void CpuBudget::Note(double process_cpu_s, double thread_cpu_s) {
  const double earned = share_ * (process_cpu_s - process_s_);
  const double spent = thread_cpu_s - thread_s_;
  process_s_ = process_cpu_s;
  thread_s_ = thread_cpu_s;
  credit_s_ = std::min(credit_s_ + earned - spent, kMostCredit);
  if (credit_s_ < 0) {
    one_in_ = std::min(one_in_ * 2, kFewest);
  } else if (credit_s_ > kMostCredit / 8 && spent < earned) {
    one_in_ = std::max(one_in_ / 2, 1U);
  }
}

}  // namespace assay
