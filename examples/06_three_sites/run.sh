#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Three sites fit one model: identities, budgets, manifest, signatures, a dry run, the run, and what came of it.
#
#   SOTTO=path/to/sotto bash run.sh [netns|loopback]
#
# netns     each site in a network namespace of its own (10.77.0.1 to 3); needs root. Exits 77 where it cannot be made.
# loopback  three ports of 127.0.0.1
# neither   netns where it can be made, else loopback
#
# DRY_RUN= (empty) leaves out the dry run.
#
# Exits 0 only if all three nodes finished and their models agree. Takes seconds, four minutes at most. Leaves nothing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly names=(north middle south) rows=(400 300 250) older=(0 4 -4)
readonly limit=90           # seconds for a run
readonly asked=${1:-either}
sotto=${SOTTO:-sotto}
[[ $sotto != */* ]] || sotto=$(realpath "$sotto")
command -v "$sotto" >/dev/null || { echo "run.sh: no program $sotto: set SOTTO" >&2; exit 2; }
[[ $asked =~ ^(either|netns|loopback)$ ]] || { echo "usage: run.sh [netns|loopback]" >&2; exit 2; }

work=$(mktemp -d) pids=() spaces=()

leave() {
  local pid space
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  for space in "${spaces[@]}"; do ip netns del "$space" 2>/dev/null || true; done
  rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM

say() { printf '\n== %s\n' "$*"; }

# ---- the network ----

# A namespace for each site and one for the switch between them, so that nothing of this machine's own network changes.
make_namespaces() {
  local k switch=sotto-$$-switch
  ip netns add "$switch" || return 1
  spaces+=("$switch")
  ip -n "$switch" link add bridge type bridge && ip -n "$switch" link set bridge up || return 1
  for k in 0 1 2; do
    ip netns add "sotto-$$-$k" || return 1
    spaces+=("sotto-$$-$k")
    ip -n "$switch" link add "port$k" type veth peer name site0 netns "sotto-$$-$k" || return 1
    ip -n "$switch" link set "port$k" master bridge up || return 1
    ip -n "sotto-$$-$k" addr add "10.77.0.$((k + 1))/24" dev site0 || return 1
    ip -n "sotto-$$-$k" link set site0 up && ip -n "sotto-$$-$k" link set lo up || return 1
    ip netns exec "sotto-$$-$k" true || return 1
  done
}

is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

find_ports() {
  local port
  while ((${#addresses[@]} < 3)); do
    port=$((20000 + RANDOM % 10000))
    if is_free "$port" && [[ " ${addresses[*]} " != *:$port\ * ]]; then addresses+=("127.0.0.1:$port"); fi
  done
}

addresses=() network=loopback
if [[ $asked != loopback ]]; then
  if command -v ip >/dev/null && make_namespaces 2>"$work/netns.log"; then
    network=netns addresses=(10.77.0.1:7700 10.77.0.2:7700 10.77.0.3:7700)
  elif [[ $asked == netns ]]; then
    echo "SKIPPED: network namespaces cannot be made here: $(tail -n 1 "$work/netns.log" 2>/dev/null || true)"
    exit 77
  fi
fi
[[ $network == netns ]] || find_ports

# at SITE COMMAND...: on the host of that site, for so long at most.
at() {
  local site=$1
  shift
  if [[ $network == netns ]]; then
    exec timeout -k 5 "$limit" ip netns exec "sotto-$$-$site" "$@"
  else
    exec timeout -k 5 "$limit" "$@"
  fi
}

# nodes LABEL [FLAG...]: all three at once; fails if one does.
nodes() {
  local k label=$1 failed=0
  shift
  pids=()
  for k in 0 1 2; do
    local data=(--data "$work/${names[k]}/records.csv")
    [[ $label != dry ]] || data=()
    at "$k" "$sotto" node --manifest "$work/${names[k]}/manifest.toml" --state "$work/${names[k]}/state" \
      --listen "${addresses[k]}" "${data[@]}" "$@" >"$work/$label-$k.out" 2>"$work/$label-$k.log" &
    pids+=($!)
  done
  for k in 0 1 2; do
    if ! wait "${pids[k]}"; then
      failed=1
      echo "${names[k]} failed:" >&2
      tail -n 5 "$work/$label-$k.log" >&2
    fi
  done
  pids=()
  return "$failed"
}

# ---- what people do, each at its own site ----

say "network: $network ${addresses[*]}"

say "every site: a key, a budget for its patients, their records"
for k in 0 1 2; do
  site=$work/${names[k]}
  mkdir "$site"
  awk -v rows="${rows[k]}" -v seed="$((k + 1))" -v older="${older[k]}" -f "$here/records.awk" >"$site/records.csv"
  "$sotto" id new --name "${names[k]}" --state "$site/state" | sed -n '1,2p'
  "$sotto" budget init "${names[k]}-patients" --state "$site/state" --epsilon 4 --delta 1e-5 >"$site/budget.txt"
done

say "one of them writes the manifest; all get the same file"
sed_words=()
for k in 0 1 2; do
  key=$("$sotto" id show --state "$work/${names[k]}/state" | awk '/public key  /{print $3}')
  sed_words+=(-e "s/@KEY_$k@/$key/" -e "s/@ADDRESS_$k@/${addresses[k]}/")
done
for name in "${names[@]}"; do sed "${sed_words[@]}" "$here/manifest.toml.in" >"$work/$name/manifest.toml"; done
if "$sotto" manifest check "$work/north/manifest.toml" >"$work/unsigned.txt"; then
  echo "a manifest that nobody has signed was taken for signed" >&2
  exit 1
fi

say "every site reads what it promises, and signs; signatures go to all"
for name in "${names[@]}"; do
  "$sotto" manifest sign "$work/$name/manifest.toml" --state "$work/$name/state" --yes >"$work/$name/statement.txt"
done
for to in "${names[@]}"; do
  for from in "${names[@]}"; do
    [[ $from == "$to" ]] || cp "$work/$from/manifest.toml.signatures/$from.json" "$work/$to/manifest.toml.signatures/"
  done
done
sed '/^Signed/d' "$work/north/statement.txt"
"$sotto" manifest check "$work/south/manifest.toml"

if [[ ${DRY_RUN-yes} ]]; then
  say "a dry run: the whole protocol on drawn records"
  nodes dry --dry-run
  cat "$work"/dry-?.out
fi

say "the run"
nodes run
cat "$work"/run-?.out

# ---- what came of it ----

say "what it cost, and whether the stores are whole"
for name in "${names[@]}"; do
  "$sotto" budget verify --state "$work/$name/state" | head -n 1
  "$sotto" audit-log export --state "$work/$name/state" --out "$work/$name/audit.jsonl" >"$work/$name/export.txt"
  "$sotto" audit-log verify "$work/$name/audit.jsonl" >"$work/$name/audit.txt"
done
"$sotto" budget show --state "$work/north/state"

say "the three models"
models=("$work"/{north,middle,south}/state/runs/*/model.json)
# The numbers of the list "x" of a result, one a line.
values() { tr -d ' \n' <"$1" | sed 's/.*"x":\[\([^]]*\)\].*/\1/' | tr ',' '\n'; }
for name in "${names[@]}"; do values "$work/$name"/state/runs/*/result.json >"$work/$name/x"; done
paste "$work"/{north,middle,south}/x
# Averaging leaves a share of algorithm.tolerance of the disagreement (1e-6).
paste "$work"/{north,middle,south}/x | awk '
  NF != 3 { bad = 1 }
  { for (k = 1; k <= 3; ++k) { d = $k - $1; if (d < 0) d = -d; if (d > 1e-4) bad = 1 } }
  END { if (NR != 6 || bad) { print "the models do not agree"; exit 1 } print "the models agree" }'

say "how good it is on patients of nobody"
awk -v rows=2000 -v seed=99 -v older=0 -f "$here/records.awk" >"$work/new.csv"
"$sotto" predict "${models[0]}" "$work/new.csv" --evaluate
