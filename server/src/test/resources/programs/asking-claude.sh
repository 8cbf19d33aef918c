#!/bin/sh
# Plays the lines of its prompt that begin with "play ", and speaks as `claude` does that is talked with on its standard input:
#
#   begin         says the session in which it works
#   ask <line>    asks whether it may run a command, and does so if it may
#   say <text>    says something
#   done <text>   says its last word
set -u
while read -r heard; do
  case $heard in *'play done '*) break ;; esac
done
# New lines are written as \n in what it hears.
printf '%s\n' "$heard" | sed 's/\\n/\
/g' | grep '^play ' >"$TMPDIR/script"

while read -r _ verb rest <&3; do
  case $verb in
    begin) printf '{"type":"system","subtype":"init","session_id":"11111111-2222-3333-4444-555555555555"}\n' ;;
    say) printf '{"type":"assistant","message":{"content":[{"type":"text","text":"%s"}]}}\n' "$rest" ;;
    ask)
      printf '{"type":"control_request","request_id":"q1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"%s"}}}\n' "$rest"
      while read -r answer; do
        case $answer in *'"q1"'*) break ;; esac
      done
      case $answer in *'"allow"'*) sh -c "$rest" >/dev/null 2>&1 || exit 1 ;; esac
      ;;
    done) printf '{"type":"result","subtype":"success","is_error":false,"result":"%s"}\n' "$rest" ;;
  esac
done 3<"$TMPDIR/script"
read -r _
exit 0
