#include "verifier/report/words/board_svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "core/text/escape.h"

namespace perft_verify::verifier {
namespace {

constexpr int kSide = 45;  // of a square; the pieces are drawn in it

/// By PieceType. Each is a silhouette on a base; "line" marks the engraved details.
constexpr std::array<std::string_view, 6> kShapes{
    // pawn
    R"(<path d="M18 19.5h9c.3 5.6 2.4 9.4 5.2 12.5H12.8c2.8-3.1 4.9-6.9 5.2-12.5z"/>)"
    R"(<rect x="15.5" y="17.6" width="14" height="3.4" rx="1.7"/>)"
    R"(<circle cx="22.5" cy="12.4" r="5.6"/>)"
    R"(<rect x="10.5" y="32" width="24" height="6" rx="2.2"/>)",
    // knight
    R"(<path d="M13.2 32c-.4-5.4 4.6-8.2 6.6-12.2-2.2.4-3.5 2.6-5.9 3.5-2.2.8-4.4-.6-4.6-2.8-.1-1.5.8-2.4 1.7-3.7 1.6-2.3 2-4.8 3.9-6.7l.3-4.1 3.6 2.6c7.4-.5 12.3 4 13.7 10.6.9 4.1.6 8.5.3 12.8z"/>)"
    R"(<path class="line" d="M24 11.5c3.8 1.9 5.6 6 5.5 11"/><circle class="dot" cx="17.2" cy="13.4" r="1.3"/>)"
    R"(<rect x="10" y="32" width="25" height="6" rx="2.2"/>)",
    // bishop
    R"(<path d="M22.5 9.5c5 3.4 7.8 7.6 7.8 12 0 3.2-1.5 5.7-3.6 7.5h-8.4c-2.1-1.8-3.6-4.3-3.6-7.5 0-4.4 2.8-8.6 7.8-12z"/>)"
    R"(<path class="line" d="M25.4 14.6l-4 5.6"/><circle cx="22.5" cy="7.4" r="2.5"/>)"
    R"(<rect x="14.5" y="27.8" width="16" height="3.8" rx="1.9"/>)"
    R"(<rect x="10.5" y="32" width="24" height="6" rx="2.2"/>)",
    // rook
    R"(<path d="M12 8.5h5v3.2h3V8.5h5v3.2h3V8.5h5v7.2l-3.2 2.8.9 10.5H14.3l.9-10.5L12 15.7z"/>)"
    R"(<path class="line" d="M15.6 18.3h13.8"/>)"
    R"(<rect x="12.8" y="28" width="19.4" height="3.8" rx="1.4"/>)"
    R"(<rect x="10" y="32" width="25" height="6" rx="2.2"/>)",
    // queen
    R"(<path d="M8.6 14.2l6 7.8 1.7-11 4.4 9.8 1.8-11.6 1.8 11.6 4.4-9.8 1.7 11 6-7.8-4.2 15.6H12.8z"/>)"
    R"(<circle cx="8" cy="12.6" r="2.2"/><circle cx="15.9" cy="9.2" r="2.2"/><circle cx="22.5" cy="7.6" r="2.2"/>)"
    R"(<circle cx="29.1" cy="9.2" r="2.2"/><circle cx="37" cy="12.6" r="2.2"/>)"
    R"(<rect x="12.4" y="28" width="20.2" height="3.8" rx="1.4"/>)"
    R"(<rect x="10" y="32" width="25" height="6" rx="2.2"/>)",
    // king
    R"(<path d="M20.9 4.5h3.2v2.8h2.8v3.2h-2.8v5h-3.2v-5h-2.8V7.3h2.8z"/>)"
    R"(<path d="M22.5 16.5c2.6-3.4 12.9-4.3 13.6 2.8.4 4.2-4 6.8-4.7 10.2H13.6c-.7-3.4-5.1-6-4.7-10.2.7-7.1 11-6.2 13.6-2.8z"/>)"
    R"(<path class="line" d="M22.5 17.5v8"/>)"
    R"(<rect x="12.4" y="28" width="20.2" height="3.8" rx="1.4"/>)"
    R"(<rect x="10" y="32" width="25" height="6" rx="2.2"/>)",
};

constexpr std::string_view kStyle =
    ".board .light{fill:#eee3cf}.board .dark{fill:#b18964}"
    ".board .coordinate{font:600 8px system-ui,sans-serif}"
    ".board .coordinate.on-light{fill:#a67f5b}.board .coordinate.on-dark{fill:#f0e6d4}"
    ".board .last{fill:#f2d13c;fill-opacity:.5}.board .check{fill:#e0352b;fill-opacity:.55}"
    ".board .attacker{fill:none;stroke:#e2761b;stroke-width:3}"
    ".piece{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}"
    ".piece.white{fill:#fffdf8;stroke:#2b2522}.piece.black{fill:#3b3431;stroke:#14110f}"
    ".piece .line{fill:none}.piece.white .dot{fill:#2b2522;stroke:none}"
    ".piece.black .line{stroke:#efe6da}.piece.black .dot{fill:#efe6da;stroke:none}"
    ".board .arrow{stroke-width:7;stroke-linecap:round}"
    ".board "
    ".casing{stroke:#fff;fill:#fff;stroke-width:11;stroke-linecap:round;stroke-linejoin:round}"
    ".board .casing .head{stroke-width:4}"
    ".board .arrow.illegal{stroke:#d3222a;fill:#d3222a}"
    ".board .arrow.missing{stroke:#16883c;fill:#16883c;stroke-dasharray:2 11}"
    ".board .arrow.duplicate{stroke:#8a3ffc;fill:#8a3ffc;stroke-dasharray:14 9}"
    ".board .arrow .head{stroke:none;stroke-dasharray:none}";

std::string symbol_id(Piece piece) {
  return fmt::format("piece-{}{}", piece.color == Color::White ? 'w' : 'b',
                     "pnbrqk"[static_cast<std::size_t>(piece.type)]);
}

/// The upper left corner of a square.
std::pair<int, int> corner(Square square) {
  const int number = static_cast<int>(square);
  return {number % 8 * kSide, (7 - number / 8) * kSide};
}

std::string rectangle(Square square, std::string_view name) {
  const auto [x, y] = corner(square);
  return fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)", name, x, y,
                     kSide, kSide);
}

std::string squares() {
  std::string text;
  for (int index = 0; index < 64; ++index)
    text += rectangle(square_at(index), (index / 8 + index % 8) % 2 == 0 ? "dark" : "light");
  for (int line = 0; line < 8; ++line) {
    text += fmt::format(R"(<text class="coordinate {}" x="{}" y="357">{}</text>)",
                        line % 2 == 0 ? "on-dark" : "on-light", line * kSide + 37,
                        static_cast<char>('a' + line));
    text += fmt::format(R"(<text class="coordinate {}" x="2.5" y="{}">{}</text>)",
                        line % 2 == 0 ? "on-dark" : "on-light", (7 - line) * kSide + 10, line + 1);
  }
  return text;
}

std::string arrow(const BoardArrow& arrow) {
  const auto [from_x, from_y] = corner(arrow.from);
  const auto [to_x, to_y] = corner(arrow.to);
  const double begin_x = from_x + kSide / 2.0;
  const double begin_y = from_y + kSide / 2.0;
  const double length = std::max(1.0, std::hypot(to_x - from_x, to_y - from_y));
  const double dx = (to_x - from_x) / length;
  const double dy = (to_y - from_y) / length;
  // The arrow begins beside the piece and ends with its tip in the middle of the square.
  const double tip_x = to_x + kSide / 2.0;
  const double tip_y = to_y + kSide / 2.0;
  const double neck_x = tip_x - 17 * dx;
  const double neck_y = tip_y - 17 * dy;
  const std::string shape =
      fmt::format(R"(<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>)"
                  R"(<path class="head" d="M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z"/>)",
                  begin_x + 12 * dx, begin_y + 12 * dy, neck_x, neck_y, tip_x, tip_y,
                  neck_x - 10 * dy, neck_y + 10 * dx, neck_x + 10 * dy, neck_y - 10 * dx);
  // The light casing makes it stand out on dark squares as on light ones.
  return fmt::format(R"(<g class="casing">{}</g><g class="arrow {}">{}</g>)", shape,
                     to_string(arrow.fault), shape);
}

/// A description of the picture, for a reader that cannot see it.
std::string described(const Position& position) {
  return fmt::format("{} to move: {}", to_string(position.side_to_move()), position.fen());
}

std::string picture(const Position& position, const BoardMarks& marks) {
  std::string text = fmt::format("<title>{}</title>", xml_escaped(described(position))) + squares();
  for (const Square square : marks.last_move) text += rectangle(square, "last");
  if (position.checkers().any())
    for (int index = 0; index < 64; ++index) {
      const auto piece = position.piece_on(square_at(index));
      if (piece && piece->type == PieceType::King && piece->color == position.side_to_move())
        text += rectangle(square_at(index), "check");
    }
  for (int index = 0; index < 64; ++index) {
    const auto piece = position.piece_on(square_at(index));
    if (!piece) continue;
    const auto [x, y] = corner(square_at(index));
    text += fmt::format(R"(<use href="#{}" x="{}" y="{}" width="{}" height="{}"/>)",
                        symbol_id(*piece), x, y, kSide, kSide);
  }
  for (const Square square : marks.attackers) {
    const auto [x, y] = corner(square);
    text += fmt::format(R"(<circle class="attacker" cx="{}" cy="{}" r="20"/>)", x + kSide / 2.0,
                        y + kSide / 2.0);
  }
  for (const BoardArrow& each : marks.arrows) text += arrow(each);
  return text;
}

}  // namespace

std::string_view board_style() { return kStyle; }

std::string board_symbols() {
  std::string text;
  for (const Color color : {Color::White, Color::Black})
    for (std::size_t type = 0; type < kShapes.size(); ++type)
      text +=
          fmt::format(R"(<symbol id="{}" viewBox="0 0 45 45"><g class="piece {}">{}</g></symbol>)",
                      symbol_id({color, static_cast<PieceType>(type)}),
                      color == Color::White ? "white" : "black", kShapes[type]);
  return text;
}

std::string board_element(const Position& position, const BoardMarks& marks) {
  return fmt::format(R"(<svg class="board" viewBox="0 0 360 360" role="img">{}</svg>)",
                     picture(position, marks));
}

std::string board_document(const Position& position, const BoardMarks& marks) {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 360 360" width="360" )"
      R"(height="360" role="img"><style>{}</style><defs>{}</defs>{}</svg>)"
      "\n",
      kStyle, board_symbols(), picture(position, marks));
}

}  // namespace perft_verify::verifier
