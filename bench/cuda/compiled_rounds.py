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


def rate(kind, trials, rounds=50):
    device = "cuda"
    weights = torch.full((NODES, NODES), 1 / NODES, dtype=kind, device=device)
    sums = torch.rand((NODES, COORDINATES), dtype=kind, device=device) * RECORDS
    y = torch.zeros((trials, NODES, COORDINATES), dtype=kind, device=device)
    run = torch.compile(a_round)
    for t in range(1, 6):
        y = run(y, weights, sums, torch.tensor(1 / (RECORDS * (t + 1)), dtype=kind, device=device),
                torch.tensor(0.1, dtype=kind, device=device), 10.0)
    step = torch.tensor(1e-4, dtype=kind, device=device)
    scale = torch.tensor(0.1, dtype=kind, device=device)
    seconds = []
    for _ in range(7):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(rounds):
            y = run(y, weights, sums, step, scale, 10.0)
        end.record()
        torch.cuda.synchronize()
        seconds.append(begin.elapsed_time(end) / 1000)
    return trials * rounds / statistics.median(seconds) / 1e9


trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
for name, kind in (("double", torch.float64), ("single", torch.float32)):
    print(f"torch.compile {name}: {rate(kind, trials):.3f} G trial-rounds a second")
