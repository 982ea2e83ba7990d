// is_legal and is_pseudo_legal for every code that a hash table could hold.
#include <fmt/format.h>

#include <algorithm>

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
  } else if (session.legal.contains(plain)) {
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

}  // namespace

void check_codes(Session& session, const Node& node) {
  const auto& calls = session.subject.calls();
  if (calls.is_legal == nullptr && calls.is_pseudo_legal == nullptr) return;
  const auto ask = [&](Code code, bool in_list) {
    if (calls.is_legal != nullptr) {
      const bool accepted = calls.is_legal(calls.self, code) != 0;
      if (in_list && !accepted) report_refused(session, node, code, true);
      if (!in_list && accepted) report_accepted(session, node, code, true);
    }
    if (calls.is_pseudo_legal != nullptr) {
      const bool accepted = calls.is_pseudo_legal(calls.self, code) != 0;
      if (in_list && !accepted) report_refused(session, node, code, false);
      if (!in_list && accepted) report_accepted(session, node, code, false);
    }
  };
  std::vector<Code> listed(node.codes.begin(), node.codes.end());
  std::ranges::sort(listed);
  std::size_t asked = 0;
  if (session.wide_codes) {
    for (const Code code : listed) ask(code, true);
    for (const Code code : session.seen)
      if (!std::ranges::binary_search(listed, code)) ask(code, false);
    asked = listed.size() + session.seen.size();
  } else {
    std::size_t next = 0;
    for (Code code = 0; code < calls.codes; ++code) {
      const bool in_list = next < listed.size() && listed[next] == code;
      if (in_list) ++next;
      ask(code, in_list);
    }
    asked = calls.codes;
  }
  if (calls.is_legal != nullptr) session.tally.count(Probe::IsLegal, asked);
  if (calls.is_pseudo_legal != nullptr) session.tally.count(Probe::IsPseudoLegal, asked);
}

}  // namespace perft_verify::audit
