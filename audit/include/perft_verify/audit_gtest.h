// SPDX-License-Identifier: MIT
//
// The audit as GoogleTest tests:
//
//   PERFT_VERIFY_SUITE(MyAdapter, "gate")                  // MyAdapterAudit
//   PERFT_VERIFY_SUITE_OF(Name, engine::Adapter, "gate")   // Name
//
// NAME.IsClean is a test for each row of the suite; NAMEKeys.AreRight compares the keys of
// positions of random games, and says what of the adapter is not checked. The adapter is a class
// that can be default-constructed; each test has a new one. A failure reads as on the terminal.
#ifndef PERFT_VERIFY_AUDIT_GTEST_H
#define PERFT_VERIFY_AUDIT_GTEST_H

#include <gtest/gtest.h>

#include <iostream>

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

inline void expect_no_finding(const Audit& audit) {
  for (const AuditFinding& finding : audit.findings) ADD_FAILURE() << finding.text;
  if (!audit.error.empty()) ADD_FAILURE() << audit.error;
}

template <typename Adapter>
void expect_clean_row(const std::string& suite, const SuiteRow& row) {
  Adapter adapter;
  AuditOptions options;
  options.suite = suite.c_str();
  const Audit audit = audit_row(adapter, row.row, options);
  expect_no_finding(audit);
  if (audit.nodes == 0 && audit.ok()) GTEST_SKIP() << audit.summary;
}

template <typename Adapter>
void expect_right_keys() {
  Adapter adapter;
  AuditOptions options;
  options.depth = 0;
  const std::string not_checked = audit_fen(adapter, "startpos", options).not_checked;
  testing::Test::RecordProperty("not_checked", not_checked);
  if constexpr (has_key<Adapter, typename MoveOf<Adapter>::type>) {
    std::cout << not_checked;
    options.key_positions = 100'000;
    expect_no_finding(audit_keys(adapter, options));
  } else {
    GTEST_SKIP() << not_checked;
  }
}

constexpr bool is_plain_name(const char* name) {
  for (; *name != '\0'; ++name)
    if (*name == ':' || *name == '<' || *name == ' ') return false;
  return true;
}

}  // namespace perft_verify::audit_detail

#define PERFT_VERIFY_SUITE(Adapter, suite)                                                      \
  static_assert(                                                                                \
      perft_verify::audit_detail::is_plain_name(#Adapter),                                      \
      "the adapter has to be one word; PERFT_VERIFY_SUITE_OF(Name, adapter, suite) takes any"); \
  PERFT_VERIFY_SUITE_OF(Adapter##Audit, Adapter, suite)

#define PERFT_VERIFY_SUITE_OF(Name, Adapter, suite)                                          \
  class Name : public testing::TestWithParam<perft_verify::audit_detail::SuiteRow> {};       \
  TEST_P(Name, IsClean) {                                                                    \
    perft_verify::audit_detail::expect_clean_row<Adapter>(suite, GetParam());                \
  }                                                                                          \
  TEST(Name##Keys, AreRight) { perft_verify::audit_detail::expect_right_keys<Adapter>(); }   \
  INSTANTIATE_TEST_SUITE_P(Suite, Name,                                                      \
                           testing::ValuesIn(perft_verify::audit_detail::suite_rows(suite)), \
                           perft_verify::audit_detail::test_name)

#endif
