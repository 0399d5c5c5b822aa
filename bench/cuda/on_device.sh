#!/usr/bin/env bash
# On a machine with a GPU, of a folder that `./dev cuda pack` filled: bash bench/cuda/on_device.sh correct | speed | figures.
# Logs go to $OUT. Ends with 1 where something is wrong.
set -uo pipefail
cd "$(dirname "$0")/../.."
: "${OUT:=build/logs}"
carry=$PWD/build/carry work=$(mktemp -d) wrong=0
export LD_LIBRARY_PATH=$carry/lib
trap 'rm -rf "$work"' EXIT

say() { printf '== %s\n' "$*"; }
judge() { if [[ $1 == 0 ]]; then say "$2: good"; else say "$2: WRONG ($1)"; wrong=1; fi; }
card() { nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm,clocks.mem,temperature.gpu,power.draw --format=csv,noheader; }
bits() { "$carry/bin/sotto_bits" "$work/small.toml" "$@" 2>"$work/said"; }
program() { "$carry/bin/sotto" run "$work/small.toml" --set run.engine=cuda "$@" 2>&1; }

small_run() {
  cat >"$work/small.toml" <<'TOML'
problem = {dimension = 10, records_per_node = 20, radius = 10}
graph = {kind = "ring", nodes = 10}
privacy = {epsilon = 4, delta = 1e-3}
algorithm = {rounds = 100}
run = {trials = 75}
TOML
}

tests() {
  local test
  for test in cuda linear_on_device comparison_on_device fake_device; do
    timeout 150 "$carry/bin/${test}_tests" --gtest_brief=1 >"$OUT/$test.txt" 2>&1
    judge $? "$test ($(grep -c SKIPPED "$OUT/$test.txt") skipped)"
  done
}

# Every kind of round with every kind of trial: the bytes of this machine's processor, twice.
golden() {
  local fresh more precision settings other count=0 different=0
  for fresh in data noise graph; do
    for more in '' problem.domain=ball 'privacy.trust=all-but-q privacy.colluders=3' algorithm.consensus=chebyshev \
      algorithm.mixing_rounds=3 algorithm.acceleration=nesterov graph.nodes=11 graph.nodes=70 problem.dimension=17 \
      algorithm.consensus_rounds=until-agreement node.1.epsilon=0.5 algorithm.rounds=20000; do
      for precision in full single; do
        settings="run.fresh=$fresh run.noise_precision=$precision $more"
        [[ $fresh != graph ]] || settings+=" graph.kind=erdos-renyi graph.edge_probability=0.6"
        other=auto; [[ $precision == single ]] || other=reference
        bits $settings run.engine=$other >"$work/here"; local here=$?
        bits $settings run.engine=cuda >"$work/there"; local there=$?
        bits $settings run.engine=cuda >"$work/again"
        count=$((count + 1))
        ((here == there)) && cmp -s "$work/here" "$work/there" && cmp -s "$work/there" "$work/again" && continue
        different=$((different + 1)); say "differs: $settings ($here, $there)"
      done
    done
  done
  judge $different "$count golden configurations"
}

sanitizers() {
  local tool sanitizer
  sanitizer=$(command -v compute-sanitizer) || { say "compute-sanitizer: not here"; return; }
  for tool in memcheck racecheck synccheck initcheck; do
    timeout 100 "$sanitizer" --tool $tool --error-exitcode 9 "$carry/bin/cuda_tests" \
      --gtest_filter='TeamEngine.EqualsItForEvery*:TeamEngine.EqualsItWhere*' >"$OUT/$tool.txt" 2>&1
    judge $? $tool
    timeout 60 "$sanitizer" --tool $tool --error-exitcode 9 "$carry/bin/sotto_bits" "$work/small.toml" run.fresh=noise \
      algorithm.rounds=5 run.engine=cuda >"$OUT/$tool.ten.txt" 2>&1
    judge $? "$tool, the kernel of ten nodes"
  done
}

bad_input() {
  local asleep run
  CUDA_VISIBLE_DEVICES='' program --out "$work/none" | tail -1; judge $((${PIPESTATUS[0]} != 2)) "no device is refused"
  LD_LIBRARY_PATH='' python3 -c 'import time, torch
free, _ = torch.cuda.mem_get_info()
held = torch.empty(free - (150 << 20), dtype=torch.uint8, device="cuda"); print("held", flush=True); time.sleep(40)' >"$work/held" &
  asleep=$!
  until [[ -s $work/held ]] || ! kill -0 $asleep 2>/dev/null; do sleep 0.2; done
  program --trials 200000 --fresh noise --out "$work/little" | grep -i gpu; judge ${PIPESTATUS[0]} "with little memory it runs"
  kill $asleep; wait $asleep 2>/dev/null
  program --trials 1000000000 --fresh noise --set run.baselines=none --out "$work/cut" >"$OUT/cut.txt" & run=$!
  sleep 6
  kill -INT $run; wait $run; judge $(($? != 130)) "Ctrl-C in the middle"
}

correct() { small_run; tests; golden; sanitizers; bad_input; }

speed() {
  local bench=$carry/bin/sotto_cuda_bench
  (nvidia-smi dmon -s pc -d 1 -c 240 >"$OUT/clocks.txt" &)
  "$bench" means 2>&1 | tee "$OUT/means.txt"; card
  for trials in 262144 1048576; do LD_LIBRARY_PATH='' python3 bench/cuda/compiled_rounds.py $trials; done 2>&1 | tee "$OUT/torch.txt"
  "$bench" means 2>&1 | tee -a "$OUT/means.txt"
  compare_with_torch
  "$bench" census "$carry/a9a.libsvm" examples/03_census_income.toml | tee "$OUT/census.txt"
  "$bench" tails | tee "$OUT/tails.txt"; "$bench" tails 400 | tee -a "$OUT/tails.txt"
}

# The slower of our two runs against the fastest of PyTorch's.
compare_with_torch() {
  local precision bar ours theirs
  while read -r precision bar; do
    ours=$(awk -v p="$precision" '$1 == p && $2 == "independent" && /every round/ {print $6}' "$OUT/means.txt" | sort -g | head -1)
    theirs=$(awk -v p="$precision," '$2 == p && /fastest/ {print $NF}' "$OUT/torch.txt" | sort -g | tail -1)
    awk -v a="$ours" -v b="$theirs" -v bar="$bar" -v p="$precision" 'BEGIN {
      if (!(b > 0)) {print p ": PyTorch has no figure"; exit 1}
      printf "%s: %.2f times torch.compile   bar %s: %s\n", p, a / b, bar, a / b >= bar ? "held" : "MISSED"}' || wrong=1
  done <<<$'double 3\nsingle 5'
}

# The paper's four figures, every series of plans, at a million trials a point; a figure is ended after 110 seconds.
figures() {
  local precision figure before
  for precision in full single; do
    for figure in 1 2 3 4; do
      sed '/^\[sweep\]$/a baselines = []' "experiments/figure$figure.toml" >"$work/figure$figure.toml"
      before=$SECONDS
      timeout 110 "$carry/bin/sotto" run "$work/figure$figure.toml" --trials 1000000 --threads all --set run.engine=cuda \
        --set run.noise_precision=$precision --out "$work/$figure.$precision" >"$OUT/figure$figure.$precision.txt" 2>&1
      say "figure $figure, $precision: exit $?, $((SECONDS - before)) s"
    done
  done
}

case ${1:-} in
  correct | speed | figures) card; "$1"; card; exit $wrong ;;
  *) printf 'usage: %s correct | speed | figures\n' "$0" >&2; exit 2 ;;
esac
