// What a run knows, as JSON and back, without loss: for the journal, and for what is said to
// other processes.
#pragma once

#include <expected>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "verifier/run/row_check.h"

namespace perft_verify::verifier::record {

using Json = nlohmann::ordered_json;

// The fields of each struct with their names, once for both directions. Each is taken apart
// completely, so that a field which is added and forgotten here does not compile. Who has structs
// of his own writes `visit_fields` for them beside them.

template <typename Visit>
void visit_fields(Visit&& visit, reference::RootCount& count) {
  auto& [move, nodes] = count;
  visit("move", move);
  visit("nodes", nodes);
}

template <typename Visit>
void visit_fields(Visit&& visit, reference::Divide& divide) {
  auto& [lines, total] = divide;
  visit("lines", lines);
  visit("total", total);
}

template <typename Visit>
void visit_fields(Visit&& visit, Culprit& culprit) {
  auto& [ply, move] = culprit;
  visit("ply", ply);
  visit("move", move);
}

template <typename Visit>
void visit_fields(Visit&& visit, Counts& counts) {
  auto& [subject, reference] = counts;
  visit("subject", subject);
  visit("reference", reference);
}

template <typename Visit>
void visit_fields(Visit&& visit, Reduction& reduction) {
  auto& [fen, moves, depth, pieces, nodes, wrong] = reduction;
  visit("fen", fen);
  visit("moves", moves);
  visit("depth", depth);
  visit("pieces", pieces);
  visit("nodes", nodes);
  visit("wrong", wrong);
}

template <typename Visit>
void visit_fields(Visit&& visit, Finding& finding) {
  auto& [kind, cause, bug_class, candidates, reduced, culprit, explanation, root, chess960, path,
         fen, illegal, missing, duplicate, counts, culprit_fen, culprit_moves, subject_board,
         symptoms, questions, reproduce_fen, reproduce_depth, needs_full, reproduce, failed_on,
         subject_divide, reference_divide, divide_depth] = finding;
  visit("kind", kind);
  visit("cause", cause);
  visit("bug_class", bug_class);
  visit("candidates", candidates);
  visit("reduced", reduced);
  visit("culprit", culprit);
  visit("explanation", explanation);
  visit("root", root);
  visit("chess960", chess960);
  visit("path", path);
  visit("fen", fen);
  visit("illegal", illegal);
  visit("missing", missing);
  visit("duplicate", duplicate);
  visit("counts", counts);
  visit("culprit_fen", culprit_fen);
  visit("culprit_moves", culprit_moves);
  visit("subject_board", subject_board);
  visit("symptoms", symptoms);
  visit("questions", questions);
  visit("reproduce_fen", reproduce_fen);
  visit("reproduce_depth", reproduce_depth);
  visit("needs_full", needs_full);
  visit("reproduce", reproduce);
  visit("subject_divide", subject_divide);
  visit("reference_divide", reference_divide);
  visit("divide_depth", divide_depth);
  (void)failed_on;  // its replay file is written when it is found
}

template <typename Visit>
void visit_fields(Visit&& visit, SuiteCountError& error) {
  auto& [depth, recorded, counted] = error;
  visit("depth", depth);
  visit("recorded", recorded);
  visit("counted", counted);
}

template <typename Visit>
void visit_fields(Visit&& visit, Proven& proven) {
  auto& [totals, divide, full] = proven;
  visit("totals", totals);
  visit("divide", divide);
  visit("full", full);
}

template <typename Visit>
void visit_fields(Visit&& visit, RowResult& result) {
  // Findings get their numbers, and duplicates are found, when the row is reported.
  auto& [verdict, reason, suite_errors, proven, depth, recorded_nodes, subject_nodes,
         reference_nodes, full_positions, subject_seconds, reference_seconds, findings, deep,
         same_as] = result;
  visit("verdict", verdict);
  visit("reason", reason);
  visit("suite_errors", suite_errors);
  visit("proven", proven);
  visit("depth", depth);
  visit("recorded_nodes", recorded_nodes);
  visit("subject_nodes", subject_nodes);
  visit("reference_nodes", reference_nodes);
  visit("full_positions", full_positions);
  visit("subject_seconds", subject_seconds);
  visit("reference_seconds", reference_seconds);
  visit("deep", deep);
  (void)findings;
  (void)same_as;
}

template <typename Visit>
void visit_fields(Visit&& visit, RowState& state) {
  auto& [index, result, findings, agreed, done, stopped, cut_short, lacks_answers] = state;
  visit("index", index);
  visit("result", result);
  visit("findings", findings);
  visit("agreed", agreed);
  visit("done", done);
  (void)stopped;  // what was stopped is not written
  (void)cut_short;
  (void)lacks_answers;
}

template <typename Visit>
void visit_fields(Visit&& visit, reference::Failure& failure) {
  auto& [kind, stage, message] = failure;
  visit("kind", kind);
  visit("stage", stage);
  visit("message", message);
}

template <typename Visit>
void visit_fields(Visit&& visit, reference::Question& question) {
  auto& [root, chess960, moves, depth, expected_nodes, known_moves] = question;
  visit("root", root);
  visit("chess960", chess960);
  visit("moves", moves);
  visit("depth", depth);
  visit("expected_nodes", expected_nodes);
  visit("known_moves", known_moves);
}

template <typename Visit>
void visit_fields(Visit&& visit, reference::LineFilter& filter) {
  auto& [moves, others] = filter;
  visit("moves", moves);
  visit("others", others);
}

template <typename T>
inline constexpr int kLast = 0;
template <>
inline constexpr int kLast<Verdict> = static_cast<int>(Verdict::Skipped);
template <>
inline constexpr int kLast<FindingKind> = static_cast<int>(FindingKind::Protocol);
template <>
inline constexpr int kLast<Cause> = static_cast<int>(Cause::Unknown);
template <>
inline constexpr int kLast<reference::FailureKind> =
    static_cast<int>(reference::FailureKind::Stopped);
template <>
inline constexpr int kLast<reference::Stage> = static_cast<int>(reference::Stage::Perft);

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <typename T>
inline constexpr bool kIsMap = false;
template <typename K, typename V>
inline constexpr bool kIsMap<std::map<K, V>> = true;
template <typename T>
inline constexpr bool kIsPair = false;
template <typename A, typename B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;
template <typename T>
inline constexpr bool kIsExpected = false;
template <typename T, typename E>
inline constexpr bool kIsExpected<std::expected<T, E>> = true;
template <typename T>
inline constexpr bool kIsVariant = false;
template <typename... Ts>
inline constexpr bool kIsVariant<std::variant<Ts...>> = true;

template <typename T>
Json written(T& value) {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<int>(value);
  } else if constexpr (kIsOptional<T>) {
    return value ? written(*value) : Json(nullptr);
  } else if constexpr (kIsList<T>) {
    Json list = Json::array();
    for (auto& element : value) list.push_back(written(element));
    return list;
  } else if constexpr (kIsMap<T>) {
    Json list = Json::array();
    for (auto& [key, element] : value) list.push_back(Json::array({key, written(element)}));
    return list;
  } else if constexpr (kIsPair<T>) {
    return Json::array({written(value.first), written(value.second)});
  } else if constexpr (kIsExpected<T>) {
    return value ? Json{{"answer", written(*value)}} : Json{{"failure", written(value.error())}};
  } else if constexpr (kIsVariant<T>) {
    return Json::array(
        {value.index(), std::visit([](auto& alternative) { return written(alternative); }, value)});
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_empty_v<T>) {
    return nullptr;
  } else {
    Json object = Json::object();
    visit_fields([&object](const char* name, auto& field) { object[name] = written(field); },
                 value);
    return object;
  }
}

template <typename T>
void read(const Json& json, T& value);

template <std::size_t At = 0, typename Variant>
void read_alternative(std::size_t index, const Json& json, Variant& variant) {
  if constexpr (At < std::variant_size_v<Variant>) {
    if (index != At) return read_alternative<At + 1>(index, json, variant);
    read(json, variant.template emplace<At>());
  } else {
    throw std::out_of_range("an unknown alternative");
  }
}

/// Throws what the library throws where something is missing or of another type.
template <typename T>
void read(const Json& json, T& value) {
  if constexpr (std::is_enum_v<T>) {
    const int number = json.get<int>();
    if (number < 0 || number > kLast<T>) throw std::out_of_range("an unknown value");
    value = static_cast<T>(number);
  } else if constexpr (kIsOptional<T>) {
    value.reset();
    if (!json.is_null()) read(json, value.emplace());
  } else if constexpr (kIsList<T>) {
    value.clear();
    for (const Json& element : json) read(element, value.emplace_back());
  } else if constexpr (kIsMap<T>) {
    value.clear();
    for (const Json& element : json)
      read(element.at(1), value[element.at(0).get<typename T::key_type>()]);
  } else if constexpr (kIsPair<T>) {
    read(json.at(0), value.first);
    read(json.at(1), value.second);
  } else if constexpr (kIsExpected<T>) {
    if (const auto failure = json.find("failure"); failure != json.end()) {
      typename T::error_type error;
      read(*failure, error);
      value = std::unexpected(std::move(error));
    } else {
      read(json.at("answer"), value.emplace());
    }
  } else if constexpr (kIsVariant<T>) {
    read_alternative(json.at(0).get<std::size_t>(), json.at(1), value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    value = json.get<T>();
  } else if constexpr (std::is_empty_v<T>) {
    return;
  } else {
    visit_fields([&json](const char* name, auto& field) { read(json.at(name), field); }, value);
  }
}

template <typename T>
std::expected<T, std::string> parsed(const Json& json) {
  try {
    T value;
    read(json, value);
    return value;
  } catch (const std::exception& error) {
    return std::unexpected(error.what());
  }
}

template <typename T>
std::expected<T, std::string> parsed_text(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::unexpected("it is no JSON");
  return parsed<T>(json);
}

/// One line, without a line feed.
template <typename T>
std::string text_of(T value) {
  return written(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perft_verify::verifier::record
