// is_legal and is_pseudo_legal for every code that a hash table could hold.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

void report_refused(Session& session, const Node& node, Code code, bool legality) {
  const std::string text = session.subject.text(code);
  session.report(legality ? Fault::LegalRefused : Fault::PseudoLegalRefused,
                 kind_of(node.position, session.subject.plain(code)),
                 fmt::format("{} refuses {} (code {}), which is legal",
                             legality ? "is_legal" : "is_pseudo_legal", text, code),
                 text);
}

/// The code is accepted, and is none of those of the legal list.
void report_accepted(Session& session, const Node& node, Code code, bool legality) {
  const std::string text = session.subject.text(code);
  const Plain plain = session.subject.plain(code);
  const std::string_view function = legality ? "is_legal" : "is_pseudo_legal";
  const Fault fault = legality ? Fault::LegalAccepted : Fault::PseudoLegalAccepted;
  if (plain == kUnreadable) {
    session.report(fault, "no-move",
                   fmt::format("{} accepts code {}, whose text is '{}'", function, code, text),
                   text);
  } else if (session.legal.find(plain)) {
    session.report(Fault::WrongCodeAccepted, kind_of(node.position, plain),
                   fmt::format("{} accepts code {} for {}, which has another code in the list",
                               function, code, text),
                   text);
  } else if (legality || !possible(node.position, plain)) {
    const Illegal reason = why(node.position, plain);
    session.report(
        fault, reason.circumstance,
        fmt::format("{} accepts {} (code {}): {}", function, text, code, reason.sentence), text);
  }
}

/// Asks one of the two functions, at one node.
class Question {
 public:
  using Function = int (*)(void*, Code);

  Question(Session& session, const Node& node, Function function, bool legality)
      : s_(session),
        node_(node),
        self_(session.subject.self()),
        function_(function),
        legality_(legality) {}

  void ask(Code code, bool in_list) { judge(code, in_list, function_(self_, code) != 0); }

  /// Asks about all codes from `first` to `last`, 64 at most. Bit n of `in_list` is for first + n.
  /// So many answers are compared at once, each of them with what is expected of its code.
  void ask(Code first, Code last, std::uint64_t in_list) {
    std::uint64_t accepted = 0;
    for (Code code = first; code < last; ++code)
      accepted |= std::uint64_t{function_(self_, code) != 0} << (code - first);
    for (std::uint64_t wrong = accepted ^ in_list; wrong != 0; wrong &= wrong - 1) {
      const int at = std::countr_zero(wrong);
      judge(first + static_cast<Code>(at), (in_list >> at & 1) != 0, (accepted >> at & 1) != 0);
    }
  }

 private:
  void judge(Code code, bool in_list, bool accepted) {
    if (in_list && !accepted) report_refused(s_, node_, code, legality_);
    if (in_list || !accepted) return;
    s_.foreign = code;
    report_accepted(s_, node_, code, legality_);
    s_.foreign.reset();
  }

  Session& s_;
  const Node& node_;
  void* self_;
  Function function_;
  bool legality_;
};

/// Asks about every code below the adapter's limit. Returns how many these are.
std::size_t ask_all(Question question, std::span<const Code> listed, Code limit) {
  constexpr Code kAtOnce = 64;
  auto next = listed.begin();
  for (Code first = 0; first < limit; first += kAtOnce) {
    const Code last = first + std::min(kAtOnce, limit - first);
    std::uint64_t in_list = 0;
    for (; next != listed.end() && *next < last; ++next)
      in_list |= std::uint64_t{1} << (*next - first);
    question.ask(first, last, in_list);
  }
  return limit;
}

/// Asks about the listed codes, and about those of other positions. Returns how many these are.
std::size_t ask_seen(Question question, std::span<const Code> listed, std::span<const Code> seen) {
  for (const Code code : listed) question.ask(code, true);
  for (const Code code : seen)
    if (!std::ranges::binary_search(listed, code)) question.ask(code, false);
  return listed.size() + seen.size();
}

}  // namespace

void check_codes(Session& session, const Node& node) {
  const auto& calls = session.subject.calls();
  if (calls.is_legal == nullptr && calls.is_pseudo_legal == nullptr) return;
  std::vector<Code> listed(node.codes.begin(), node.codes.end());
  std::ranges::sort(listed);
  const auto ask = [&](Question::Function function, bool legality, Probe probe) {
    if (function == nullptr) return;
    const Question question(session, node, function, legality);
    session.tally.count(probe, session.wide_codes ? ask_seen(question, listed, session.seen)
                                                  : ask_all(question, listed, calls.codes));
  };
  ask(calls.is_legal, true, Probe::IsLegal);
  ask(calls.is_pseudo_legal, false, Probe::IsPseudoLegal);
}

}  // namespace perft_verify::audit
