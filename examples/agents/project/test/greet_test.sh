#!/bin/sh
# Run it from the top of the project.
failed=0

# What is expected, and then how it is called.
check() {
  expected=$1
  shift
  actual=$(sh src/greet.sh "$@")
  if [ "$actual" = "$expected" ]; then
    echo "ok: $expected"
  else
    echo "FAILED: expected '$expected', got '$actual'"
    failed=1
  fi
}

check "Hello, Ada!" Ada
check "Hallo, Ada!" Ada de
check "Hello, stranger!"
exit $failed
