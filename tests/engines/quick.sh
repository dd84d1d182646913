#!/bin/sh
# An engine that starts in a millisecond or two: it speaks CFP and always answers column 3.
while read -r word rest; do
  case $word in
  cfp) echo 'cfpok' ;;
  isready) echo 'readyok' ;;
  go) searching=1 ;;
  stop)
    [ -n "$searching" ] && echo 'bestmove 3'
    searching=
    ;;
  quit) exit 0 ;;
  esac
done
