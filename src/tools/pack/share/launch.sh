#!/bin/sh
# Starts the site (bin/start), or runs a command of its operators (bin/site COMMAND).
set -u
home=$(dirname "$(dirname "$(readlink -f "$0")")")

# the language of messages: --lang, else that of the locale, as src/server/phrase.mjs has it
case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
  [Ee][Nn] | [Ee][Nn][!A-Za-z]*) language=en ;;
  *) language=zh ;;
esac
option=
for word do
  case "$option$word" in
    --lang=en | --lang=zh) language=${word#--lang=} ;;
    '--lang en' | '--lang zh') language=$word ;;
  esac
  option=
  [ "$word" = --lang ] && option='--lang '
done

# refuse CHINESE ENGLISH
refuse() {
  if [ $language = en ]; then echo "$2" >&2; else echo "$1" >&2; fi
  exit 2
}

case "$(uname -s) $(uname -m)" in
  @MACHINES@) ;;
  *) refuse \
    "这个文件用于 @SYSTEM@，而这台机器是 $(uname -s)（$(uname -m)）。请解开适合它的文件。" \
    "This file is for @SYSTEM@, and this machine is $(uname -s) on $(uname -m). Unpack the file that was made for it." ;;
esac

# the rest is compared with contents.json by what is looked at here
while read -r size path; do
  [ -f "$home/$path" ] && [ "$(wc -c <"$home/$path")" -eq "$size" ] || refuse \
    "文件 $path 缺失，或不完整：文件夹 $home 没有解开完，或后来被改动。请把文件重新解开到一个空文件夹。" \
    "The file $path is missing, or is not whole: the folder $home was not unpacked to its end, or was changed since. Unpack the file again, into an empty folder."
done <<FIRST
@FIRST@
FIRST

node=$home/@NODE@
"$node" --version >/dev/null 2>&1 || refuse \
  "程序 $node 不能在这里运行：它需要带 glibc 2.28 或更新的 Linux，以及允许运行程序的文件系统。" \
  "The program $node does not run here: it needs a Linux with glibc 2.28 or newer, and a file system that lets programs run."

exec "$node" --disable-warning=ExperimentalWarning "$home/src/cli/packed/main.ts" @ARGUMENTS@"$@"
