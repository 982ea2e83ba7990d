// JSON as the verifier reads and writes it: objects keep the order of their fields, and an integer
// is read only from an integer that fits. The library would take 1e60, or 20.5, for some number.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace perft_verify::verifier {

template <typename Type, typename = void>
struct JsonConversion : nlohmann::adl_serializer<Type> {};

template <std::integral Integer>
  requires(!std::same_as<Integer, bool>)
struct JsonConversion<Integer, void> {
  template <typename AnyJson>
  static void to_json(AnyJson& json, Integer value) {
    nlohmann::to_json(json, value);
  }

  /// Throws the library's exception.
  template <typename AnyJson>
  static void from_json(const AnyJson& json, Integer& value) {
    const auto fits = [&](auto* number) {
      if (number == nullptr || !std::in_range<Integer>(*number)) return false;
      value = static_cast<Integer>(*number);
      return true;
    };
    // Unsigned numbers count as integers, too.
    if (json.is_number_unsigned()
            ? fits(json.template get_ptr<const typename AnyJson::number_unsigned_t*>())
            : fits(json.template get_ptr<const typename AnyJson::number_integer_t*>()))
      return;
    throw AnyJson::type_error::create(302, "an integer is expected that is not too large", &json);
  }
};

using Json =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                         std::uint64_t, double, std::allocator, JsonConversion>;

/// The JSON in one line. Bytes that are not UTF-8, in what an engine printed, are replaced.
inline std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The same on lines of their own, for people too.
inline std::string page_of(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace perft_verify::verifier
