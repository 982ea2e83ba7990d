// SPDX-License-Identifier: MIT
//
// The audit as GoogleTest tests, one for each row of a suite:
//
//   PERFT_VERIFY_SUITE(MyAdapter, "gate")
//
// MyAdapter is a class of its own name (no template, no `::`) that can be default-constructed; each
// test has a new one. A failure reads as on the terminal.
#ifndef PERFT_VERIFY_AUDIT_GTEST_H
#define PERFT_VERIFY_AUDIT_GTEST_H

#include <gtest/gtest.h>

#include "perft_verify/audit.h"

namespace perft_verify::audit_detail {

/// A row of a suite: "gate 12 kiwipete".
struct SuiteRow {
  std::size_t row;
  std::string name;
  friend std::ostream& operator<<(std::ostream& out, const SuiteRow& row) {
    return out << row.name;
  }
};

inline std::vector<SuiteRow> suite_rows(const std::string& suite) {
  std::vector<SuiteRow> rows;
  for (std::string& name : audit_rows(suite)) rows.push_back({rows.size(), std::move(name)});
  return rows;
}

/// A test's name: the letters and digits of the row's.
inline std::string test_name(const testing::TestParamInfo<SuiteRow>& row) {
  std::string name;
  for (const char c : row.param.name)
    name += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c : '_';
  return name;
}

template <typename Adapter>
void expect_no_finding(const std::string& suite, const SuiteRow& row) {
  Adapter adapter;
  AuditOptions options;
  options.suite = suite.c_str();
  const Audit audit = audit_row(adapter, row.row, options);
  for (const AuditFinding& finding : audit.findings) ADD_FAILURE() << finding.text;
  if (!audit.error.empty()) ADD_FAILURE() << audit.error;
  if (audit.nodes == 0 && audit.ok()) GTEST_SKIP() << audit.summary;
}

}  // namespace perft_verify::audit_detail

#define PERFT_VERIFY_SUITE(Adapter, suite)                                                       \
  class Adapter##Audit : public testing::TestWithParam<perft_verify::audit_detail::SuiteRow> {}; \
  TEST_P(Adapter##Audit, IsClean) {                                                              \
    perft_verify::audit_detail::expect_no_finding<Adapter>(suite, GetParam());                   \
  }                                                                                              \
  INSTANTIATE_TEST_SUITE_P(Suite, Adapter##Audit,                                                \
                           testing::ValuesIn(perft_verify::audit_detail::suite_rows(suite)),     \
                           perft_verify::audit_detail::test_name)

#endif
