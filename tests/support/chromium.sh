#!/bin/sh
# Starts CHROMIUM without the address bar's drop-down, a page of its own that each new window else loads: an eighth of what the
# tests in a browser cost. The switch stands once among Playwright's, and of two Chromium would take the last alone.
for arg; do
  shift
  case $arg in --disable-features=*) arg="$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;; esac
  set -- "$@" "$arg"
done
exec "$CHROMIUM" "$@"
