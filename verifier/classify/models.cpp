#include "verifier/classify/models.h"

#include <algorithm>

#include "reference/zoo/zoo_generator.h"
#include "verifier/classify/classes.h"
#include "verifier/classify/classes/families.h"

namespace perft_verify::verifier {
namespace {

bool is_in(std::span<const BugClass> family, std::string_view name) {
  return std::ranges::find(family, name, &BugClass::name) != family.end();
}

}  // namespace

std::vector<std::string> classes_that_count_like(std::span<const Observation> observations) {
  std::vector<std::string> names;
  for (const zoo::Bug& bug : zoo::bugs()) {
    const std::string_view name = bug.expected_class();
    if (!is_in(classes::unmaking(), name) && !is_in(classes::counting(), name)) continue;
    const auto model = zoo::make_zoo_generator(zoo::BugSet(bug.id));
    const bool same = std::ranges::all_of(observations, [&](const Observation& each) {
      const auto answer = model->divide(each.question, {});
      return answer && *answer == each.answer;
    });
    if (same && std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  }
  return names;
}

}  // namespace perft_verify::verifier
