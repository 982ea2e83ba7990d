#include "tests/verifier/support/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace perft_verify::verifier::test {

std::string schema_violations(const std::string& name, const nlohmann::json& document) {
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  std::ifstream file(name.starts_with('/') ? name
                                           : std::string(PERFT_VERIFY_DOCS) + "/schemas/" + name);
  const nlohmann::json schema_text = nlohmann::json::parse(file, nullptr, false);
  EXPECT_FALSE(schema_text.is_discarded()) << name << " is not JSON";
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(schema_text), schema);
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, Adapter(document), &results);
  std::string wrong;
  for (valijson::ValidationResults::Error error; results.popError(error);)
    wrong += fmt::format("{}: {}\n", fmt::join(error.context, ""), error.description);
  return wrong;
}

}  // namespace perft_verify::verifier::test
