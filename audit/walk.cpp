#include "audit/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "audit/checks.h"

namespace perft_verify::audit {
namespace {

/// So many codes of other positions are kept to be tried as hash moves.
constexpr std::size_t kSeen = 4'096;

/// gives_check is asked of a move at one of so many positions where no move is played.
constexpr std::uint64_t kUnplayedInterval = 4;

class Walk {
 public:
  explicit Walk(Session& session)
      : s_(session),
        calls_(session.subject.calls()),
        beyond_lists_((session.settings.checks & ~unsigned{PERFT_VERIFY_LEGAL_LIST}) != 0) {}

  void run(const Position& root) {
    first_nodes_ = s_.tally.nodes;
    chosen_ = s_.random() % std::max<std::size_t>(legal_moves(root).size(), 1);
    visit(root, 0);
    if (cut_) ++s_.tally.incomplete_rows;
  }

 private:
  void visit(const Position& position, unsigned ply);
  void check_node(Node& node, unsigned ply);
  void expand(Node& node, unsigned ply);
  void play(const Node& node, std::size_t at, const Before* before, unsigned ply);
  void check_restored(const Node& node, const Before& before, Move move);
  void find_unmake_culprit(const Node& node);
  void check_unplayed(const Node& node, unsigned ply);
  void remember_code(const Node& node);

  [[nodiscard]] bool is_sampled(unsigned ply) const {
    const unsigned interval = s_.settings.code_interval;
    if (interval == 0) return true;
    return s_.row_number % interval == 0 && (ply == 0 || (ply == 1 && child_ == chosen_));
  }

  Session& s_;
  const perft_verify_adapter& calls_;
  bool beyond_lists_;
  std::uint64_t first_nodes_ = 0;
  std::size_t child_ = 0;   // of the root
  std::size_t chosen_ = 0;  // the child of the root at which all codes are asked
  bool cut_ = false;
};

void Walk::visit(const Position& position, unsigned ply) {
  ++s_.tally.nodes;
  bool deeper = ply < s_.settings.depth;
  if (deeper && ply > 0 && s_.tally.nodes - first_nodes_ >= s_.settings.max_nodes) {
    deeper = false;
    cut_ = true;
  }
  // Written once for whoever needs it, and not at all for the legal list alone.
  std::optional<FenText> fen;
  if (s_.wants(PERFT_VERIFY_FEN | PERFT_VERIFY_KEYS)) fen.emplace(position);
  if (s_.wants(PERFT_VERIFY_FEN) && calls_.fen != nullptr && !check_fen(s_, position, *fen)) return;
  Node node(position, deeper);
  if (!check_legal_list(s_, node)) return;
  const std::ptrdiff_t parent = s_.parent;
  s_.parent = fen ? remember_keys(s_, position, *fen) : -1;
  if (beyond_lists_) check_node(node, ply);
  if (deeper && !s_.enough()) expand(node, ply);
  s_.parent = parent;
}

void Walk::remember_code(const Node& node) {
  if (node.codes.size() == 0) return;
  const Code code = node.codes.all()[s_.random() % node.codes.size()];
  if (s_.seen.size() < kSeen)
    s_.seen.push_back(code);
  else
    s_.seen[s_.random() % kSeen] = code;
}

/// gives_check where no move is played: of one move at some positions, and of each at the root.
void Walk::check_unplayed(const Node& node, unsigned ply) {
  if (node.codes.size() == 0 || (ply > 0 && s_.tally.nodes % kUnplayedInterval != 0)) return;
  const auto ask = [&](Code code) {
    const Move move = s_.legal.move_of(s_.subject.plain(code));
    check_gives_check(s_, node, {move, code}, node.position.after(move));
  };
  if (ply == 0)
    std::ranges::for_each(node.codes, ask);
  else
    ask(node.codes.all()[s_.random() % node.codes.size()]);
}

void Walk::check_node(Node& node, unsigned ply) {
  const bool sampled = is_sampled(ply);
  if (!node.aligned && s_.wants(PERFT_VERIFY_GIVES_CHECK) && calls_.gives_check != nullptr)
    check_unplayed(node, ply);
  if (ply == 0)
    s_.wide_codes |= std::ranges::any_of(node.codes, [](Code code) { return code > 0xffff; });
  if (s_.wants(PERFT_VERIFY_ATTACKS)) check_attacks(s_, node, ply == 0);
  if (s_.wants(PERFT_VERIFY_SUBLISTS)) check_sublists(s_, node);
  if (s_.wants(PERFT_VERIFY_PICKER) && calls_.picked != nullptr) check_picker(s_, node, ply == 0);
  if (s_.wants(PERFT_VERIFY_CODES) && sampled) {
    const auto started = std::chrono::steady_clock::now();
    check_codes(s_, node);
    s_.tally.code_time += std::chrono::steady_clock::now() - started;
  }
  if (s_.wants(PERFT_VERIFY_NULL_MOVE) && calls_.null_move != nullptr &&
      calls_.undo_null_move != nullptr && node.position.checkers().empty())
    check_null_move(s_, node);
  if (s_.wants(PERFT_VERIFY_PICKER | PERFT_VERIFY_CODES)) remember_code(node);
}

void Walk::expand(Node& node, unsigned ply) {
  std::optional<Before> before;
  if (s_.wants(PERFT_VERIFY_RESTORED)) before.emplace(s_);
  for (std::size_t at = 0; at < node.codes.size() && !s_.enough(); ++at) {
    if (ply == 0) child_ = at;
    if (before && before->outdated()) before.emplace(s_);
    play(node, at, before ? &*before : nullptr, ply);
  }
  s_.tally.count(Probe::UnmakeList);
  if (!same_list(s_, node.position)) find_unmake_culprit(node);
}

void Walk::play(const Node& node, std::size_t at, const Before* before, unsigned ply) {
  const Code code = node.codes.all()[at];
  const Move move = node.moves[at];
  const Position after = node.position.after(move);
  if (s_.wants(PERFT_VERIFY_GIVES_CHECK) && calls_.gives_check != nullptr)
    check_gives_check(s_, node, {move, code}, after);
  if (s_.wants(PERFT_VERIFY_KEYS) && calls_.key != nullptr && calls_.key_after != nullptr) {
    s_.tally.count(Probe::KeyAfter);
    s_.predicted = calls_.key_after(calls_.self, code);
  }
  s_.subject.make(code);
  s_.path.push_back({move, code});
  visit(after, ply + 1);
  s_.predicted.reset();
  s_.path.pop_back();
  s_.subject.unmake(code);
  if (before != nullptr) check_restored(node, *before, move);
}

void Walk::check_restored(const Node& node, const Before& before, Move move) {
  const auto difference = before.difference();
  if (!difference) return;
  const std::string circumstance =
      difference->field.empty() ? kind_of(node.position, move) : std::string(difference->field);
  const std::string text = to_uci(move, node.position.chess960());
  s_.report(difference->fault, circumstance,
            fmt::format("after {} is taken back, {}", text, difference->sentence), text);
  s_.restore();
}

void Walk::find_unmake_culprit(const Node& node) {
  s_.restore();
  for (std::size_t at = 0; at < node.codes.size(); ++at) {
    s_.subject.make(node.codes.all()[at]);
    s_.subject.unmake(node.codes.all()[at]);
    if (same_list(s_, node.position)) continue;
    const std::string text = to_uci(node.moves[at], node.position.chess960());
    s_.report(Fault::UnmakeList, kind_of(node.position, node.moves[at]),
              fmt::format("after {} is taken back, the legal list is another one", text), text);
    s_.restore();
    return;
  }
  s_.report(Fault::UnmakeList, "", "after all moves are taken back, the legal list is another one");
}

}  // namespace

void walk(Session& session, const Position& root, bool here) {
  if (root.chess960() && session.subject.calls().no_chess960 != 0) {
    ++session.tally.rows_of_chess960;
    return;
  }
  ++session.tally.rows;
  session.root = root;
  session.path.clear();
  session.parent = -1;
  session.remembered.clear();
  if (!here && !session.subject.set(root)) {
    session.report(Fault::FenRefused, "", fmt::format("set_fen refuses {}", root.fen()));
    return;
  }
  Walk(session).run(root);
  if (!session.wants(PERFT_VERIFY_KEYS)) return;
  check_keys(session);
  check_variants(session);
  check_paths(session);
}

}  // namespace perft_verify::audit
