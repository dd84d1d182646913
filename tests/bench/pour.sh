#!/bin/sh
# A program that never opens a conversation and prints without end, as fast as it is read.
case $1 in
  blank) exec yes '' ;;
  pairs) exec yes x ;;
  long) exec yes "$(head -c 65535 /dev/zero | tr '\0' x)" ;;
  endless) exec cat /dev/zero ;;
  # It keeps its stdout open.
  stderr) exec yes '' 3>&1 1>&2 ;;
  silent) exec sleep 600 ;;
esac
