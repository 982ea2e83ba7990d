// The speed of the audit, of one core: prints figures, which prove nothing of another machine.
//
// audit_figures: the legal list alone, and every check, both over the gate.
#include <cstdio>

#include "perft_verify/audit.h"
#include "tests/audit/fast_engine.h"

namespace {

template <typename Engine>
void measure(const char* name, const perft_verify::AuditOptions& options) {
  Engine engine;
  const perft_verify::Audit audit = perft_verify::audit(engine, options);
  std::printf("%-12s %9llu positions  %6.2f s  %5.2f million a second%s\n", name,
              static_cast<unsigned long long>(audit.nodes), audit.seconds,
              static_cast<double>(audit.nodes) / audit.seconds / 1e6,
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
