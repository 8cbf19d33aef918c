#!/bin/sh
# Greets somebody: greet.sh [name] [language]
name=$1
case ${2:-en} in
  en) echo "Hello, $name!" ;;
  de) echo "Hallo, $name!" ;;
esac
