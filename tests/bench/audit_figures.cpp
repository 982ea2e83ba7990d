// The speed of the audit, in processor time of one core: prints figures, which prove nothing of
// another machine.
//
// audit_figures: the legal list alone, and every check, both over the gate.
#include <cstdio>
#include <ctime>

#include "perft_verify/audit.h"
#include "tests/audit/fast_engine.h"

namespace {

template <typename Engine>
void measure(const char* name, const perft_verify::AuditOptions& options) {
  Engine engine;
  const std::clock_t started = std::clock();
  const perft_verify::Audit audit = perft_verify::audit(engine, options);
  const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
  std::printf("%-12s %9llu positions  %6.2f s  %5.2f million a second%s\n", name,
              static_cast<unsigned long long>(audit.nodes), seconds,
              static_cast<double>(audit.nodes) / seconds / 1e6,
              audit.ok() ? "" : "  WITH FINDINGS");
  if (!audit.ok()) std::puts(audit.text().c_str());
}

}  // namespace

int main() {
  using namespace perft_verify::audit_test;
  perft_verify::AuditOptions options;
  measure<FastEngine>("all checks", options);
  options.checks = PERFT_VERIFY_LEGAL_LIST;
  options.depth = 3;
  options.max_nodes = 1'000'000;
  measure<FastGenerator>("legal list", options);
}
