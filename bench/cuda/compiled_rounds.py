# SPDX-License-Identifier: MIT
"""The same round in PyTorch, compiled: mixing, projection, gradient step, projection, noise. It measures no errors."""
import statistics
import sys

import torch

NODES, COORDINATES, RECORDS = 10, 10, 100.0


def a_round(y, weights, sums, step, scale, side):
    z = torch.clamp(torch.matmul(weights, y), -side, side)
    x = torch.clamp(z - step * (RECORDS * z - sums), -side, side)
    return x + scale * torch.randn_like(y)


def rate(kind, trials, mode, rounds=50):
    device = "cuda"
    weights = torch.full((NODES, NODES), 1 / NODES, dtype=kind, device=device)
    sums = torch.rand((NODES, COORDINATES), dtype=kind, device=device) * RECORDS
    y = torch.zeros((trials, NODES, COORDINATES), dtype=kind, device=device)
    torch.compiler.reset()
    run = torch.compile(a_round, mode=mode)
    step = torch.tensor(1e-4, dtype=kind, device=device)
    scale = torch.tensor(0.1, dtype=kind, device=device)

    def some_rounds(y, count):
        for _ in range(count):
            y = run(y, weights, sums, step, scale, 10.0)
        return y

    y = some_rounds(y, 5)
    seconds = []
    for _ in range(7):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        y = some_rounds(y, rounds)
        end.record()
        torch.cuda.synchronize()
        seconds.append(begin.elapsed_time(end) / 1000)
    return trials * rounds / statistics.median(seconds) / 1e9


trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
for name, kind in (("double", torch.float64), ("single", torch.float32)):
    best = 0.0
    for mode in ("default", "max-autotune-no-cudagraphs", "max-autotune"):
        try:
            of_mode = rate(kind, trials, mode)
        except RuntimeError as refused:  # a CUDA graph may not be fed with what it gave
            print(f"torch.compile {name} {mode}: {str(refused).splitlines()[0]}")
            continue
        print(f"torch.compile {name} {mode}: {of_mode:.3f} G trial-rounds a second")
        best = max(best, of_mode)
    print(f"torch.compile {name}, the fastest: {best:.3f}")
