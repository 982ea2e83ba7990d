// The results of a run, as JSON and back, without loss: for the journal, and for messages to other
// processes.
#pragma once

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <boost/preprocessor/punctuation/remove_parens.hpp>
#include <expected>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "verifier/run/judge/row_check.h"
#include "verifier/suite/json.h"

// The fields of a struct that are written, by name; in the namespace of the struct. A new field
// that is forgotten here does not compile.
#define PERFT_VERIFY_FIELDS(Type, ...) PERFT_VERIFY_FIELDS_BUT(Type, (), __VA_ARGS__)
// The same without the fields of the list in parentheses; it ends in a comma.
#define PERFT_VERIFY_FIELDS_BUT(Type, left_out, ...)                               \
  BOOST_DESCRIBE_STRUCT(Type, (), (__VA_ARGS__))                                   \
  [[maybe_unused]] inline void all_fields_of(Type& value) {                        \
    [[maybe_unused]] auto& [BOOST_PP_REMOVE_PARENS(left_out) __VA_ARGS__] = value; \
  }

namespace perft_verify {
PERFT_VERIFY_FIELDS(Piece, color, type)
PERFT_VERIFY_FIELDS(Root, fen, chess960)
}  // namespace perft_verify

namespace perft_verify::reference {
PERFT_VERIFY_FIELDS(RootCount, move, nodes)
PERFT_VERIFY_FIELDS(Divide, lines, total)
PERFT_VERIFY_FIELDS(Failure, kind, stage, message)
// Games alone are asked so; a run is not.
PERFT_VERIFY_FIELDS_BUT(Question, (counted_before, ), root, moves, depth, expected_nodes,
                        known_moves)
PERFT_VERIFY_FIELDS(LineFilter, moves, others)
}  // namespace perft_verify::reference

namespace perft_verify::verifier {
PERFT_VERIFY_FIELDS(Counts, subject, reference)
PERFT_VERIFY_FIELDS(CountDifference, move, subject, reference)
PERFT_VERIFY_FIELDS(StateDifference::OnSquare, square, expected, found)
PERFT_VERIFY_FIELDS(StateDifference, rights_kept, rights_new, rights_lost, rights_elsewhere,
                    en_passant_kept, en_passant_lost, en_passant_elsewhere, side_to_move, squares)

PERFT_VERIFY_FIELDS(Failed, failure, moves)
PERFT_VERIFY_FIELDS(ShortestWay, moves, depth, from_fen, each_below_answers)
PERFT_VERIFY_FIELDS(NotBisected, depth, counts, why)
PERFT_VERIFY_FIELDS(WrongBoard, move, how)
PERFT_VERIFY_FIELDS(WrongState, difference, inferred)
PERFT_VERIFY_FIELDS(NotRestored, fen, depth, difference, by_undo, counted_to, without, or_misread,
                    king_on)
PERFT_VERIFY_FIELDS(RightWithout, field)
PERFT_VERIFY_FIELDS(PiecesMisread, letter, as, step)
PERFT_VERIFY_FIELDS(RightFromFen, culprit, others_are_wrong)
PERFT_VERIFY_FIELDS(CouldNotAskFromFen, why)
PERFT_VERIFY_FIELDS(WrongNumberOfMoves, counted, legal, which, depth, sets)
PERFT_VERIFY_FIELDS(WrongCount, count, depth, total, line)
PERFT_VERIFY_FIELDS(WrongSum, total, sum)
PERFT_VERIFY_FIELDS(CounterRanOver, bits)
PERFT_VERIFY_FIELDS(RightBelowDepth, depth)
PERFT_VERIFY_FIELDS(AskedWithoutTable, setting, right)
PERFT_VERIFY_FIELDS(DiesOfLongLists, answers, dies)
PERFT_VERIFY_FIELDS(FalseAttacker, where, type, own)
PERFT_VERIFY_FIELDS(Vote, by, side, reference)
PERFT_VERIFY_FIELDS(RecordedCount, count, place, side)
PERFT_VERIFY_FIELDS(BeyondGames, why)
PERFT_VERIFY_FIELDS(ReplayFile, command, error)
PERFT_VERIFY_FIELDS(ClassifiedBy, what)
PERFT_VERIFY_FIELDS(BesideIllegalMove, move, bug_class)
PERFT_VERIFY_FIELDS(AskedBefore, fen)
PERFT_VERIFY_FIELDS(SeemsAttacked, square, by, from, around_edge)
PERFT_VERIFY_FIELDS(OwnAnswer, relation, fen, moves, depth, difference)

PERFT_VERIFY_FIELDS(Culprit, ply, move)
PERFT_VERIFY_FIELDS(ExactBug, bug, only)
PERFT_VERIFY_FIELDS(CountOnPath, move, depth, subject, reference)
PERFT_VERIFY_FIELDS(Reduction, fen, moves, depth, pieces, nodes, wrong)
// The replay file is written when the finding is made, so `failed_on` is left out.
PERFT_VERIFY_FIELDS_BUT(Finding, (failed_on, ), kind, cause, bug_class, candidates, exact, modeled,
                        reduced, culprit, reasons, root, path, descent, fen, illegal, missing,
                        duplicate, counts, culprit_fen, culprit_moves, subject_board, symptoms,
                        questions, reproduce_fen, reproduce_depth, needs_full, reproduce,
                        subject_divide, reference_divide, divide_depth)
PERFT_VERIFY_FIELDS(SuiteCountError, depth, recorded, counted)
PERFT_VERIFY_FIELDS(Proven, totals, divide, full)
// Findings get their numbers, and duplicates are detected, when the row is reported.
PERFT_VERIFY_FIELDS_BUT(RowResult, (findings, same_as, failed, looks_like, ), verdict, reason,
                        suite_errors, proven, depth, recorded_nodes, subject_nodes, reference_nodes,
                        full_positions, subject_seconds, reference_seconds, deep)
// Flags of stopped rows are not written.
PERFT_VERIFY_FIELDS_BUT(RowState, (stopped, cut_short, lacks_answers, ), index, result, findings,
                        agreed, done)
}  // namespace perft_verify::verifier

namespace perft_verify::verifier::record {

constexpr Color last_of(Color) { return Color::Black; }
constexpr CastlingSide last_of(CastlingSide) { return CastlingSide::Queen; }
constexpr PieceType last_of(PieceType) { return PieceType::King; }
constexpr Square last_of(Square) { return Square::H8; }
constexpr Verdict last_of(Verdict) { return Verdict::Skipped; }
constexpr FindingKind last_of(FindingKind) { return FindingKind::Protocol; }
constexpr Cause last_of(Cause) { return Cause::Unknown; }
constexpr Fact last_of(Fact) { return Fact::Last; }
constexpr NeededField last_of(NeededField) { return NeededField::CastlingRights; }
constexpr CountOf last_of(CountOf) { return CountOf::GoneWhenAskedAgain; }
constexpr Side last_of(Side) { return Side::Neither; }
constexpr auto last_of(WrongNumberOfMoves::Which) { return WrongNumberOfMoves::Which::NoneBelow; }
constexpr auto last_of(OwnAnswer::Relation) { return OwnAnswer::Relation::EachMoveOnce; }
constexpr auto last_of(FalseAttacker::Where) { return FalseAttacker::Where::BehindOneOnDiagonal; }
constexpr auto last_of(reference::FailureKind) { return reference::FailureKind::Stopped; }
constexpr auto last_of(reference::Stage) { return reference::Stage::Perft; }

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
using Fields = boost::describe::describe_members<T, boost::describe::mod_public>;

template <typename T>
Json written(const T& value) {
  if constexpr (std::is_same_v<T, BugId>) {
    return to_string(value);  // its number differs from version to version
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<int>(value);
  } else if constexpr (kIsOptional<T>) {
    return value ? written(*value) : Json(nullptr);
  } else if constexpr (kIsList<T>) {
    Json list = Json::array();
    for (const auto& element : value) list.push_back(written(element));
    return list;
  } else if constexpr (kIsMap<T>) {
    Json list = Json::array();
    for (const auto& [key, element] : value) list.push_back(Json::array({key, written(element)}));
    return list;
  } else if constexpr (kIsPair<T>) {
    return Json::array({written(value.first), written(value.second)});
  } else if constexpr (kIsExpected<T>) {
    return value ? Json{{"answer", written(*value)}} : Json{{"failure", written(value.error())}};
  } else if constexpr (kIsVariant<T>) {
    return Json::array(
        {value.index(),
         std::visit([](const auto& alternative) { return written(alternative); }, value)});
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_empty_v<T>) {
    return nullptr;
  } else {
    Json object = Json::object();
    boost::mp11::mp_for_each<Fields<T>>(
        [&](auto field) { object[field.name] = written(value.*field.pointer); });
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

/// Throws the library's exception if something is missing or of another type.
template <typename T>
void read(const Json& json, T& value) {
  if constexpr (std::is_same_v<T, BugId>) {
    const CatalogEntry* const found = find_class(json.get_ref<const std::string&>());
    if (found == nullptr) throw std::out_of_range("an unknown class of bugs");
    value = found->id;
  } else if constexpr (std::is_enum_v<T>) {
    const int number = json.get<int>();
    if (number < 0 || number > static_cast<int>(last_of(T{})))
      throw std::out_of_range("an unknown value");
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
    boost::mp11::mp_for_each<Fields<T>>(
        [&](auto field) { read(json.at(field.name), value.*field.pointer); });
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
  if (json.is_discarded()) return std::unexpected("it is not JSON");
  return parsed<T>(json);
}

/// One line, without a line feed.
template <typename T>
std::string text_of(const T& value) {
  return written(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perft_verify::verifier::record
