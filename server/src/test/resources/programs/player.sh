#!/bin/sh
# A program that plays its prompt. It answers to the name `codex` or `claude`, and speaks as that one does.
# Lines of the prompt that begin with "play " are done in their order; all others mean nothing:
#
#   begin                says the session in which it works
#   say <text>           says something
#   done [text]          says its last word; without a text, what it said last
#   lines <bytes>        prints that much in lines, line <bytes> without the end of one
#   errors <bytes>       the same beside its output
#   exit <code>          ends; crash ends by a signal
#   meet <pipe>          waits until somebody opens the named pipe for writing
#   live                 lives on
#   deaf                 heeds no signal that can be ignored
#   fork, session, daemon   starts somebody: beside it, in a session of its own, and daemonised
#   nameless             starts three without any environment: beside it, in a session, and daemonised
#   chatter              starts somebody, daemonised, who never stops talking
#   hop <file>           starts somebody who becomes another process again and again, until the file is there
#   mute                 closes its output
#   freeze               stops, but does not end
#   swap                 puts pipes in the place of the files to which it writes
#   fill <bytes>         leaves that much in its temporary folder, where nobody may write any more
#   report <folder>      writes there what it was given: arguments, environment, prompt
#   refuse <text>        says that it failed
#
# Those whom it starts are called by the path of a `sleep` beside this file, so that a test finds them by it.
set -u
here=${0%/*}
dialect=${0##*/}
living="$here/sleep"

if [ "${1-}" = --hop ]; then
  [ -e "$2" ] || setsid "$0" --hop "$2" >/dev/null 2>&1 &
  exit
fi
if [ "${1-}" = --chatter ]; then
  while :; do echo "and another thing"; done
fi

heard="$TMPDIR/heard"
cat >"$heard"

begin() {
  case $dialect in
    claude) printf '{"type":"system","subtype":"init","session_id":"%s","model":"m","claude_code_version":"0"}\n' "s-$$" ;;
    *) printf '{"type":"thread.started","thread_id":"%s"}\n' "s-$$" ;;
  esac
}

say() {
  case $dialect in
    claude) printf '{"type":"assistant","message":{"content":[{"type":"text","text":"%s"}]}}\n' "$1" ;;
    *) printf '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"%s"}}\n' "$1" ;;
  esac
}

finish() {
  case $dialect in
    claude) printf '{"type":"result","subtype":"success","is_error":false,"result":"%s","total_cost_usd":0,"num_turns":1,"modelUsage":{}}\n' "${1:-done}" ;;
    *)
      [ -z "$1" ] || say "$1"
      printf '{"type":"turn.completed","usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":1}}\n'
      ;;
  esac
}

refuse() {
  case $dialect in
    claude) printf '{"type":"result","subtype":"success","is_error":true,"result":"%s","modelUsage":{}}\n' "$1" ;;
    *) printf '{"type":"turn.failed","error":{"message":"%s"}}\n' "$1" ;;
  esac
}

# A line of 64 characters, again and again.
text() { yes 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde | head -c "$1"; }

play() {
  case $1 in
    begin) begin ;;
    say) say "$2" ;;
    done) finish "$2" ;;
    refuse) refuse "$2" ;;
    lines) text "$2" ;;
    line) text "$2" | tr '\n' - ;;
    errors) text "$2" >&2 ;;
    exit) exit "$2" ;;
    crash) kill -KILL $$ ;;
    meet) : <"$2" ;;
    live)
      "$living" 300 &
      while :; do wait; done
      ;;
    deaf) trap '' TERM INT HUP ;;
    fork) "$living" 300 & ;;
    session) setsid "$living" 300 & ;;
    daemon) (setsid sh -c '"$0" 300 &' "$living" &) ;;
    nameless)
      env -i "$living" 300 &
      env -i setsid "$living" 300 &
      (env -i setsid sh -c '"$0" 300 &' "$living" &)
      ;;
    chatter) (setsid "$0" --chatter &) ;;
    hop) "$0" --hop "$2" ;;
    mute) exec >&- 2>&- ;;
    freeze) kill -STOP $$ ;;
    swap) for file in out err; do rm "$TMPDIR/../$file" && mkfifo "$TMPDIR/../$file"; done ;;
    fill)
      mkdir -p "$TMPDIR/deep/er"
      text "$2" >"$TMPDIR/deep/er/file"
      ln -s / "$TMPDIR/deep/link"
      chmod 0 "$TMPDIR/deep/er/file" "$TMPDIR/deep/er" "$TMPDIR/deep"
      ;;
    report)
      cat /proc/$$/cmdline >"$2/arguments"
      cat /proc/$$/environ >"$2/environment"
      cp "$heard" "$2/heard"
      pwd >"$2/folder"
      ;;
    *) echo "there is no '$1' to play" >&2 && exit 64 ;;
  esac
}

# What has no script in it, such as a word to go on with, is done at once.
if ! grep -q '^play ' "$heard"; then
  begin
  finish "There was nothing to play."
  exit
fi
grep '^play ' "$heard" >"$TMPDIR/script"
while read -r _ verb rest <&3; do
  play "$verb" "$rest"
done 3<"$TMPDIR/script"
