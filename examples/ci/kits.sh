#!/bin/sh
# Checks and evaluates the kits of a repository: kits/NAME/kit.yaml, with kits/NAME/golden.jsonl beside it.
#   kits.sh check            every kit file, with the line of each fault
#   kits.sh compare BASE     each kit that changed since BASE, on its golden set, against what it was; writes comment.md
#   kits.sh publish          every kit to the service of BRICKWORK_URL; a kit's own gate decides there
set -eu

here=$(dirname "$0")

check() {
  brickwork kits check kits/*/kit.yaml
}

compare() {
  base=$1
  worse=0
  : > comment.md
  for golden in kits/*/golden.jsonl; do
    folder=$(dirname "$golden")
    # Nothing to compare when neither the kit nor its golden set changed.
    git diff --quiet "$base" -- "$folder" && continue
    against=
    if git show "$base:$folder/kit.yaml" > before.yaml 2> /dev/null; then against="--against before.yaml"; fi
    # shellcheck disable=SC2086
    brickwork evaluate "$folder/kit.yaml" "$golden" $against --json > report.json
    node "$here/kit-report.mjs" report.json one.md --min "${MIN_ACCURACY:-0}" || worse=1
    cat one.md >> comment.md
  done
  rm -f before.yaml report.json one.md
  return $worse
}

publish() {
  for kit in kits/*/kit.yaml; do
    brickwork kits push "$kit" --publish
  done
}

"$@"
