# SPDX-License-Identifier: MIT
"""sotto: organisations fit one statistical model together, without a trusted server.

Every function is a job of the program `sotto`, on the same C++ core, and gives the same bytes.
docs/python.md has examples.
"""

from . import _core
from ._api import (
    account,
    advise,
    alpha_limit,
    audit,
    delta_of,
    demo,
    epsilon_of,
    plan,
    reproduce,
    run,
    sweep,
    verify,
)
from ._configuration import to_toml
from ._faults import Fault, InvalidInput, SottoWarning
from ._federation import FederationResult, federate, program
from ._graphs import Graph, graph
from ._ledger import forget, spent
from ._objectives import Minimum, minimise
from ._results import (
    Account,
    AdviceResult,
    AuditResult,
    Estimate,
    Figure,
    Plan,
    ReproductionResult,
    Result,
    RunResult,
    SweepResult,
    VerificationResult,
)

__version__: str = _core.version
__commit__: str = _core.commit

__all__ = [
    "Account",
    "AdviceResult",
    "AuditResult",
    "Estimate",
    "Fault",
    "FederationResult",
    "Figure",
    "Graph",
    "InvalidInput",
    "Minimum",
    "Plan",
    "ReproductionResult",
    "Result",
    "RunResult",
    "SottoWarning",
    "SweepResult",
    "VerificationResult",
    "account",
    "advise",
    "alpha_limit",
    "audit",
    "delta_of",
    "demo",
    "epsilon_of",
    "federate",
    "forget",
    "graph",
    "minimise",
    "plan",
    "program",
    "reproduce",
    "run",
    "spent",
    "sweep",
    "to_toml",
    "verify",
]
