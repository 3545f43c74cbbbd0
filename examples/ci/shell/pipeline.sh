#!/usr/bin/env bash
# The loop of plan, review and apply for any CI that keeps a folder between its jobs. docs/ci.md describes it.
#
#   pipeline.sh check             in each job: validates the catalogue
#   pipeline.sh plan              for a branch: saves its plan, prints it and its hash
#   pipeline.sh apply [<commit>]  after the merge: applies the plan of that commit (default: the second parent of HEAD, else HEAD)
#   pipeline.sh approve <hash>    makes a new plan, and applies it if it has this hash
#   pipeline.sh drift             on a schedule: exits with 2 where somebody changed the store
#
# Environment: STORE, the key of the store as planogram.yaml names it, PLANS (a folder that only these jobs write to),
# and where they differ from the default CATALOGUE (.), REFS (refs/planogram) and REMOTE (origin).
set -euo pipefail

: "${STORE:?Set STORE to the name of a store in planogram.yaml}"
: "${PLANS:?Set PLANS to a folder that is kept between jobs}"
CATALOGUE=${CATALOGUE:-.}
REFS=${REFS:-refs/planogram}
REMOTE=${REMOTE:-origin}
base=$REFS/$STORE

plan() {
  planogram --chdir "$CATALOGUE" plan --store "$STORE" --base "$base" --out "$@"
}

fetch() {
  git fetch --quiet "$REMOTE" HEAD "+$REFS/*:$REFS/*"
}

hash_of() {
  sed -n 's/^ *"plan_hash": *"\([0-9a-f]*\)".*/\1/p' "$1"
}

# Applies plan file $1 if it has hash $2. Stale: exit code 4, nothing is written, and the new plan is printed.
apply() {
  local code=0 again=$PLANS/new-$STORE.json
  run() { planogram --chdir "$CATALOGUE" apply "$1" --store "$STORE" --auto-approve --plan-hash "$2"; }
  run "$1" "$2" || code=$?
  # A guard stopped it, perhaps max_plan_age: the same plan is made again. The approved file stays as it is: its hash is the approval.
  if [ "$code" = 3 ]; then code=0; plan "$again" > /dev/null; run "$again" "$2" || code=$?; fi
  if [ "$code" = 4 ]; then new_plan; return; fi
  if [ "$code" = 0 ]; then git push --quiet --force "$REMOTE" "HEAD:$base"; fi
  return "$code"
}

# Prints a new plan, which needs an approval: exit code 4. Where it is empty: 0.
new_plan() {
  local file=$PLANS/new-$STORE.json now=0
  plan "$file" --detailed-exitcode || now=$?
  if [ "$now" = 0 ]; then
    git push --quiet --force "$REMOTE" "HEAD:$base"
    return 0
  fi
  if [ "$now" != 2 ]; then return "$now"; fi
  echo "Nothing was written. To apply the plan above: pipeline.sh approve $(hash_of "$file")"
  return 4
}

# Stops where a later commit was applied: this one would bring back what that one takes back.
refuse_superseded() {
  local applied
  applied=$(git rev-parse --quiet --verify "$base") || return 0
  if [ "$applied" = "$(git rev-parse HEAD)" ] || ! git merge-base --is-ancestor HEAD "$applied"; then return 0; fi
  echo "A later commit, $applied, was applied to $STORE: this one is superseded. Nothing was written." >&2
  exit 4
}

case ${1:-} in
  check)
    planogram --chdir "$CATALOGUE" validate
    planogram --chdir "$CATALOGUE" fmt --check --verbose
    ;;
  plan)
    fetch
    folder=$PLANS/$(git rev-parse HEAD)/$STORE
    mkdir -p "$folder"
    plan "$folder/plan.json"
    echo "plan hash $(hash_of "$folder/plan.json")"
    ;;
  apply)
    fetch
    refuse_superseded
    commit=${2:-$(git rev-parse --quiet --verify 'HEAD^2' || git rev-parse HEAD)}
    # Plans have full ids; a shallow clone may not know the commit.
    commit=$(git rev-parse --quiet --verify "$commit^{commit}" || echo "$commit")
    file=$PLANS/$commit/$STORE/plan.json
    if [ -f "$file" ]; then apply "$file" "$(hash_of "$file")"; else new_plan; fi
    ;;
  approve)
    fetch
    hash=${2:?Give the hash of the plan}
    plan "$PLANS/approved-$STORE.json" > /dev/null
    apply "$PLANS/approved-$STORE.json" "$hash"
    ;;
  drift)
    fetch
    if ! git rev-parse --quiet --verify "$base" > /dev/null; then echo 'Nothing was applied yet.'; exit 0; fi
    git checkout --quiet --detach "$base"
    planogram --chdir "$CATALOGUE" plan --store "$STORE" --base "$base" --detailed-exitcode
    ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
