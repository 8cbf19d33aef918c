#!/bin/sh
# An MCP server that plays what it is asked: a tool call with one of these words in it
#   say <word>   answers it        die     ends with 3, in the middle of the call
#   env          its environment   hang    answers nothing, ever
#   where        its folder        fork    leaves a process behind that has left it
#   grow         has one more tool from now on, and says so
# Its first argument is what it does before it says anything: `refuse` complains and ends.
if [ "$1" = refuse ]; then
  echo "there is no key $SERVER_KEY" >&2
  exit 9
fi
tools='{"name":"play","description":"Plays.","inputSchema":{"type":"object"}}'

answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
text() { answer "{\"content\":[{\"type\":\"text\",\"text\":\"$1\"}]}"; }

while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case $line in
    *'"initialize"'*)
      answer '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"player","version":"1"}}'
      ;;
    *'"tools/list"'*) answer "{\"tools\":[$tools]}" ;;
    *'"ping"'*) answer '{}' ;;
    *'"tools/call"'*)
      case $line in
        *'"die"'*) echo "I die, and the key is $SERVER_KEY" >&2; exit 3 ;;
        *'"hang"'*) exec sleep 300 ;;
        *'"fork"'*) setsid sleep 300 >/dev/null 2>&1 </dev/null & text "$$" ;;
        *'"env"'*) text "$(env | cut -d= -f1 | sort | tr '\n' ' ')" ;;
        *'"where"'*) text "$(pwd)" ;;
        *'"grow"'*)
          tools="$tools,{\"name\":\"more\",\"inputSchema\":{\"type\":\"object\"}}"
          echo '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
          text grown
          ;;
        *) text "$$" ;;
      esac
      ;;
    *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}\n' "$id" ;;
  esac
done
