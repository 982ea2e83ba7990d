// The same by Catch2: a section for each row, and the keys of random games.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include "engine_adapter.h"
#include "perft_verify/audit.h"

TEST_CASE("the generator is right") {
  perft_verify::AuditOptions options;
  options.suite = "quick";
  const auto rows = perft_verify::audit_rows(options.suite);
  for (std::size_t row = 0; row < rows.size(); ++row) DYNAMIC_SECTION(rows[row]) {
      EngineAdapter engine;
      const perft_verify::Audit audit = perft_verify::audit_row(engine, row, options);
      INFO(audit.text());
      CHECK(audit.ok());
    }
}

TEST_CASE("different positions have different keys") {
  EngineAdapter engine;
  perft_verify::AuditOptions options;
  options.key_positions = 100'000;
  const perft_verify::Audit audit = perft_verify::audit_keys(engine, options);
  INFO(audit.text());
  CHECK(audit.ok());
}
