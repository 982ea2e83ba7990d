// The speed of the audit, in processor time of one core: prints figures, which prove nothing of
// another machine.
//
// audit_figures [all | lists | keys]: every check over the gate; the legal list alone, and beside
// it what the engine takes for its lists without an audit; the keys of ten million positions.
#include <sys/resource.h>

#include <cstdio>
#include <cstring>
#include <ctime>

#include "perft_verify/audit.h"
#include "tests/audit/fast_engine.h"

namespace {

using namespace perft_verify::audit_test;
using perft_verify::Audit;
using perft_verify::AuditOptions;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void print(const char* name, std::uint64_t positions, double taken, const Audit& audit) {
  std::printf("%-12s %9llu positions  %6.2f s  %5.2f million a second%s\n", name,
              static_cast<unsigned long long>(positions), taken,
              static_cast<double>(positions) / taken / 1e6, audit.ok() ? "" : "  WITH FINDINGS");
  if (!audit.ok()) std::puts(audit.text().c_str());
}

template <typename Engine>
void measure(const char* name, const AuditOptions& options) {
  Engine engine;
  const double started = seconds();
  const Audit audit = perft_verify::audit(engine, options);
  print(name, audit.nodes, seconds() - started, audit);
}

/// Lists at every position, as the audit asks for them.
std::uint64_t lists(FastGenerator& engine, unsigned depth) {
  std::uint64_t positions = 1;
  const auto moves = engine.moves();
  if (depth == 0) return positions;
  for (const auto move : moves) {
    engine.make(move);
    positions += lists(engine, depth - 1);
    engine.unmake(move);
  }
  return positions;
}

void measure_engine() {
  FastGenerator engine;
  const double started = seconds();
  const std::uint64_t positions = lists(engine, 5);
  print("engine alone", positions, seconds() - started, {});
}

void measure_keys() {
  FastEngine engine;
  AuditOptions options;
  options.key_positions = 10'000'000;
  const double started = seconds();
  const Audit audit = perft_verify::audit_keys(engine, options);
  print("keys", options.key_positions, seconds() - started, audit);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%s%ld MB of memory\n", audit.summary.c_str(), usage.ru_maxrss / 1024);
}

}  // namespace

int main(int count, char** arguments) {
  const auto wants = [&](const char* name) {
    return count < 2 || std::strcmp(arguments[1], name) == 0;
  };
  AuditOptions options;
  if (wants("all")) measure<FastEngine>("all checks", options);
  options.checks = PERFT_VERIFY_LEGAL_LIST;
  options.depth = 3;
  options.max_nodes = 1'000'000;
  if (wants("lists")) {
    measure_engine();
    measure<FastGenerator>("legal list", options);
  }
  if (wants("keys")) measure_keys();
}
