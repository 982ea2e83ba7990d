#!/bin/sh
# A UCI engine as a script: script.sh ENGINE DEPTH FEN [MOVES]. It prints `e2e4 20` for each move,
# a blank line and the total.
engine=$1
depth=$2
fen=$3
moves=$4
# A castling field with file letters means Chess960.
set -f
set -- $fen
case $3 in
  *[a-hA-H]*) chess960=true ;;
  *) chess960=false ;;
esac
# shellcheck disable=SC2086  # the engine's command is a list of words
printf '%s\n' "setoption name UCI_Chess960 value $chess960" \
  "position fen $fen${moves:+ moves $moves}" "go perft $depth" quit |
  $engine | awk -F': *' '
    /^[a-h][1-8][a-h][1-8][qrbn]?:/ { print $1, $2 }
    /^Nodes searched/ { print ""; print $2 }'
