# Sourced: finds the JDKs that the project is tested on.
# shellcheck shell=bash

# The major version of the JDK in a directory, from its release file; nothing when it is none.
jdk_major() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# The home of a JDK of that major version: JAVA_<major>_HOME, JAVA_HOME, the one on the path, then
# what the system has installed. Fails with one line when there is none.
jdk_home() {
  local major=$1 override=JAVA_${1}_HOME home javac=
  javac=$(command -v javac || true)
  if [ -n "$javac" ]; then javac=$(dirname "$(dirname "$(readlink -f "$javac")")"); fi
  for home in "${!override:-}" "${JAVA_HOME:-}" "$javac" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$home" ] && [ "$(jdk_major "$home")" = "$major" ]; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  echo "${0##*/}: no JDK $major found: install it, or set $override to its directory" >&2
  return 1
}
