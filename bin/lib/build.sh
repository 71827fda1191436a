# Sourced by the commands in bin/: finds or builds the executable jars.
# shellcheck shell=bash

# The Java to run: JAVA_HOME's, else the one on the path.
java_command() {
  if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
    printf '%s\n' "$JAVA_HOME/bin/java"
  elif command -v java >/dev/null; then
    command -v java
  else
    echo "${0##*/}: no Java found: install a JDK 17 or newer, or set JAVA_HOME" >&2
    return 1
  fi
}

# The executable jar of a module, built first when it is missing or older than any source of the
# project. The build's output goes to target/bin-build.log and is shown only when it fails.
built_jar() {
  local module=$1 jar log
  jar=$root/$module/target/$module-executable.jar
  log=$root/target/bin-build.log
  if [ ! -f "$jar" ] || [ -n "$(sources_newer_than "$jar")" ]; then
    if ! command -v mvn >/dev/null; then
      echo "${0##*/}: Maven not found: install Maven 3.8.7 or newer" >&2
      return 1
    fi
    echo "${0##*/}: building $module (once; the first build also fetches its libraries) ..." >&2
    mkdir -p "$root/target"
    # One build at a time, where the system can: two would write the same files.
    local once=()
    if command -v flock >/dev/null; then once=(flock "$root/target"); fi
    if ! "${once[@]}" mvn -q -B -f "$root/pom.xml" -pl "$module" -am -DskipTests package \
      >"$log" 2>&1 </dev/null; then
      tail -n 40 "$log" >&2
      echo "${0##*/}: the build failed; all of its output is in target/bin-build.log" >&2
      return 1
    fi
  fi
  printf '%s\n' "$jar"
}

sources_newer_than() {
  find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -type f -newer "$1" -print -quit
}
