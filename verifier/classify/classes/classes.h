// The classes of bugs that findings are sorted into: a stable name for each, and an explanation for
// the author of a move generator. The texts are in classes/, by family.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace perft_verify::verifier {

struct BugClass {
  std::string_view name;  // kebab-case, and never changed
  std::string_view title;
  std::string_view what;   // a description of the bug, one or two sentences
  std::string_view where;  // where it usually sits in the code of a generator
  std::string_view fix;    // how to fix it
};

struct ClassFamily {
  std::string_view title;
  std::span<const BugClass> classes;
};

/// All families, in the order in which they are listed.
std::span<const ClassFamily> class_families();

/// The class of that name or alias; null if there is none.
const BugClass* find_class(std::string_view name);

/// Suggested class names for a mistyped `name`, the likeliest first.
std::vector<std::string_view> similar_classes(std::string_view name);

}  // namespace perft_verify::verifier
