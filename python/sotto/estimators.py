# SPDX-License-Identifier: MIT
"""Private linear models in scikit-learn's manners.

A fit runs Algorithm 1 among nodes of this process. Without `random_state` the noise is exact, comes from the operating
system, and earns a certificate. With it a fit is a SIMULATION: whoever knows the seed can subtract the noise.

Bounds, classes, numbers of records and the graph are public: they are declared, and never taken from records unless
`public_from_data=True` asks for it.
"""

from __future__ import annotations

import json
import numbers
import operator
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._api import plan_of as _plan_of
from ._configuration import places_of_arguments, settings_of
from ._faults import Fault, InvalidInput, refuse, warn
from ._graphs import Graph
from ._graphs import graph as _graph
from ._ledger import forget, open_ledger, say_sum, spent  # noqa: F401: two of them are for users
from ._results import Plan

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:  # before scikit-learn 1.6 it is a method

    def _validate_data(estimator: Any, *arrays: Any, **rules: Any) -> Any:
        return estimator._validate_data(*arrays, **rules)


__all__ = ["PrivateLogisticRegression", "PrivateRidge", "PrivateSVC", "PrivateSoftmax"]


def _pair(bounds: Any, name: str) -> tuple[np.ndarray, np.ndarray]:
    try:
        low, high = bounds
        low, high = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refuse(name, repr(bounds), "must be a pair (lowest, highest) of numbers, or of arrays") from None
    return low, high


class _WrongType(InvalidInput, TypeError):
    """Bad input that scikit-learn calls a TypeError."""


# Beginnings of what scikit-learn says without quoting a cell.
_QUOTES_NOTHING = (
    "A sparse matrix was passed",
    "Complex data not supported",
    "Expected ",
    "Found array with",
    "Found input variables with inconsistent numbers of samples",
    "Input X contains",
    "Input contains",
    "Input y contains",
    "The feature names should match",
    "This ",
    "Unknown label type",
    "X has ",
    "float() argument must be",
    "y should be a 1d array",
)


def _own(error: Exception, field: str) -> InvalidInput:
    """What scikit-learn refuses, as our exception. Its text stays where it quotes no value of a record.

    It is raised outside of the handler: `from None` would leave scikit-learn's exception, with a cell, as its context.
    """
    kind = _WrongType if isinstance(error, TypeError) else InvalidInput
    said, _, rest = str(error).partition("\n")
    if said.startswith("could not convert"):
        said = "must hold numbers, and one of its cells is a text"
    elif not said.startswith(_QUOTES_NOTHING):
        said = "must be an array of numbers"
    elif said.startswith("The feature names"):
        said += "\n" + rest
    elif "Reshape your data" in rest:
        said = said.rstrip(":") + ". " + rest[rest.index("Reshape your data") :]
    return kind([Fault(field, "", said)], "data")


# What scikit-learn and NumPy raise for arrays that are none of numbers, or of labels.
_NO_NUMBERS = (ValueError, TypeError, OverflowError)


def _number(value: Any) -> Any:
    """A number as a float; what is none goes on as it is, to be refused with its field."""
    try:
        return float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else value
    except OverflowError:
        return value


def _places(classes: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Which class each label is."""
    kinds = {"texts" if array.dtype.kind in "US" else "others" for array in (classes, y) if array.dtype.kind != "O"}
    known = len(kinds) <= 1
    if known:
        try:
            places = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
            known = bool(np.all(classes[places] == y))
        except TypeError:  # texts beside numbers have no order
            known = False
    if not known:
        raise refuse("y", None, "must hold declared classes alone", "data")
    return places


def _refuse_no_targets(y: np.ndarray) -> None:
    try:
        return check_classification_targets(y)
    except _NO_NUMBERS as error:
        refused = _own(error, "y")
    raise refused


def _sorted_classes(classes: Any, field: str, kind: str) -> np.ndarray:
    try:
        return np.unique(classes)
    except TypeError:
        pass
    raise refuse(field, None, "must be all numbers, or all texts", kind)


class _PrivateLinearModel(BaseEstimator):
    """What the four estimators share: their public settings, and the run that fits them."""

    _kind = ""

    epsilon: Optional[float]
    delta: Optional[float]
    bounds: Any
    scale: str
    nodes: int
    graph: Union[None, str, dict, Graph]
    trust: str
    colluders: Optional[int]
    rounds: int
    regularisation: float
    radius: float
    row_norm: Optional[float]
    clip: Union[None, float, str]
    fit_intercept: bool
    public_from_data: bool
    settings: Optional[dict]
    random_state: Optional[int]

    def _keep(self, parameters: dict[str, Any]) -> None:
        """What a constructor was given: scikit-learn reads names and defaults from its signature."""
        for name, value in parameters.items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    # ---- what is declared ----

    def _feature_columns(self, X: np.ndarray) -> list[dict[str, Any]]:
        low, high = self._bounds_of(self.bounds, "bounds", X)
        features = X.shape[1]
        if low.ndim == 0 and high.ndim == 0:
            return [{"name": "x", "repeat": features, "range": [float(low), float(high)], "scale": self.scale}]
        try:
            low, high = np.broadcast_to(low, (features,)), np.broadcast_to(high, (features,))
        except ValueError:
            raise refuse("bounds", None, f"must be two numbers, or two arrays of {features}, one for each feature") from None
        return [
            {"name": f"x{k + 1}", "range": [float(low[k]), float(high[k])], "scale": self.scale}
            for k in range(features)
        ]

    def _bounds_of(self, declared: Any, name: str, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if declared is not None:
            low, high = _pair(declared, name)
            if not (np.isfinite(low).all() and np.isfinite(high).all() and (low < high).all()):
                raise refuse(name, None, "must be finite, the lowest below the highest")
            return low, high
        self._demand_opt_in(name)
        low, high = values.min(axis=0), values.max(axis=0)
        return low - (low == high), high + (low == high)

    def _demand_opt_in(self, name: str) -> None:
        if not self.public_from_data:
            raise refuse(
                name,
                None,
                "must be declared: it is public, and what is taken from records tells of them without noise "
                "(public_from_data=True does so all the same)",
            )
        warn(f"{name} is taken from the records (public_from_data=True): THE PROMISE DOES NOT COVER WHAT THIS TELLS")

    def _graph_settings(self, names: Optional[list[Any]]) -> dict[str, Any]:
        graph = self._graph_with_names()
        if graph is not None:
            return dict(graph.settings)
        nodes = self.nodes if names is None else len(names)
        if not isinstance(self.graph, dict):
            return {"kind": self.graph or "complete", "nodes": nodes}
        settings = {"nodes": nodes, **self.graph}
        if names is not None and settings["nodes"] != nodes:
            raise refuse("node", f"{nodes} nodes", f"must name each of the {settings['nodes']} nodes of the graph", "data")
        return settings

    def _graph_with_names(self) -> Optional[Graph]:
        """None where nodes are named by fit() alone."""
        if self.graph is None or isinstance(self.graph, (str, dict)):
            return None
        return self.graph if isinstance(self.graph, Graph) else _graph(self.graph)

    def _rows_of_nodes(self, node: Optional[ArrayLike], rows: int) -> Optional[tuple[list[Any], list[np.ndarray]]]:
        """Names of the nodes, and the rows of each; None where the rows are divided among `nodes`."""
        if node is None:
            return None
        node = np.asarray(node)
        if node.shape != (rows,):
            raise refuse("node", f"shape {node.shape}", f"must name a node for each of the {rows} rows", "data")
        try:
            found = np.unique(node).tolist()
        except TypeError:  # texts beside numbers have no order
            raise refuse("node", None, "must be all numbers, or all texts", "data") from None
        graph = self._graph_with_names()
        if graph is not None:
            names = list(graph.names)
            strangers = [name for name in found if name not in names]
            if strangers:
                raise refuse("node", None, "must be nodes of the graph", "data")
        else:
            names = found
        counted = [np.flatnonzero(node == name) for name in names]
        for name, own in zip(names, counted):
            if len(own) == 0:
                raise refuse("node", str(name), "must have at least one row: it is a node of the graph", "data")
        return names, counted

    def _label_column(self, y: np.ndarray, classes: Optional[np.ndarray]) -> dict[str, Any]:
        raise NotImplementedError

    def _configuration(
        self,
        X: np.ndarray,
        y: np.ndarray,
        classes: Optional[np.ndarray],
        divided: Optional[tuple[list[Any], list[np.ndarray]]],
    ) -> dict[str, Any]:
        for name in ("epsilon", "delta"):
            if getattr(self, name) is None:
                raise refuse(name, None, "must be given: there is no default promise")
        problem = {"kind": self._kind, "regularisation": _number(self.regularisation), "radius": _number(self.radius)}
        if self.clip is not None:
            problem["clip"] = self.clip
        data: dict[str, Any] = {"intercept": bool(self.fit_intercept)}
        if self.row_norm is not None:
            data["row_norm"] = _number(self.row_norm)
        if divided is None:
            data.update(file="X.npy", records=len(X))
        privacy: dict[str, Any] = {"epsilon": self.epsilon, "delta": self.delta, "trust": self.trust}
        if self.colluders is not None:
            privacy["colluders"] = self.colluders
        run: dict[str, Any] = {"trials": 1, "baselines": "none"}
        if self.trust != "nobody" and self.random_state is None:
            raise refuse(
                "trust",
                self.trust,
                "needs nodes in processes of their own, whose pairs have keys: use sotto.federate(), or random_state for "
                "a simulation",
            )
        if self.random_state is None:
            privacy["mechanism"] = "lattice"
            run["randomness"] = "system"
        else:
            run["seed"] = self._seed()
        configuration: dict[str, Any] = {
            "problem": problem,
            "data": data,
            "graph": self._graph_settings(None if divided is None else divided[0]),
            "privacy": privacy,
            "algorithm": {"rounds": self.rounds},
            "run": run,
            "column": [*self._feature_columns(X), {"name": "y", "role": "label", **self._label_column(y, classes)}],
        }
        if divided is not None:
            configuration["node"] = {
                str(k): {"file": f"X-of-node-{k}.npy", "records": len(own)} for k, own in enumerate(divided[1])
            }
        self._add_settings(configuration)
        return configuration

    def _add_settings(self, configuration: dict[str, Any]) -> None:
        """Keys that no parameter says. What a fit costs and promises follows from parameters alone."""
        if self.settings is None:
            return
        if not isinstance(self.settings, dict):
            raise refuse("settings", type(self.settings).__name__, "must be a dictionary of keys: {'section.key': value}")
        for key, value in self.settings.items():
            section, _, name = str(key).partition(".")
            for one, its_value in (value if isinstance(value, dict) and not name else {name: value}).items():
                if not section or not one:
                    raise refuse("settings", str(key), "must name a section and a key: {'section.key': value}")
                into = configuration.get(section, {})
                # [node.3] may hold a promise of its own.
                said_by_us = section in ("node", "column") or one in into or f"{section}.{one}" == "run.randomness"
                if said_by_us:
                    raise refuse("settings", f"{section}.{one}", "follows from a parameter of the estimator, which says it")
                configuration.setdefault(section, {})[one] = its_value

    def _seed(self) -> int:
        state: Any = self.random_state
        for draw in ("randint", "integers"):  # of NumPy's RandomState and Generator
            if hasattr(state, draw):
                return int(getattr(state, draw)(2**31))
        try:
            return operator.index(state)
        except TypeError:
            rule = "must be a whole number, a numpy.random.RandomState or a numpy.random.Generator"
            raise refuse("random_state", repr(state), rule) from None

    # ---- the fit ----

    def _encoded_labels(self, y: np.ndarray) -> tuple[np.ndarray, Optional[np.ndarray]]:
        """Numbers for the labels, and the classes that they count where there are classes."""
        raise NotImplementedError

    def _checked(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        numeric = isinstance(self, RegressorMixin)
        try:
            return _validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2, y_numeric=numeric)
        except _NO_NUMBERS as error:
            refused = _own(error, "X and y")
        raise refused

    def fit(self, X: ArrayLike, y: ArrayLike, node: Optional[ArrayLike] = None) -> Any:
        """Fits the model among nodes.

        Parameters
        ----------
        X : array of shape (rows, features); float64 is read in place
        y : array of shape (rows,)
        node : whose each row is; rows are divided among `nodes` at random where it is left out. How many rows each
            node has is public.

        Returns
        -------
        self
        """
        X, y = self._checked(X, y)
        labels, classes = self._encoded_labels(y)
        labels = np.ascontiguousarray(labels, dtype=np.float64)
        divided = self._rows_of_nodes(node, len(X))
        configuration = self._configuration(X, y, classes, divided)
        ledger = open_ledger(secret=self.random_state is None)
        rows = [np.arange(len(X), dtype=np.uint64)] if divided is None else divided[1]
        if X.strides[0] % X.itemsize or X.strides[1] % X.itemsize or not X.flags.aligned:
            X = np.ascontiguousarray(X)
        with places_of_arguments():
            settings = settings_of(configuration, {}, {}, {})
            plan, cost = _plan_of(settings, True)
            finished = _core.run(
                "run",
                settings,
                _core.Wishes(name="fit", command_line=f"python: {type(self).__name__}.fit(...)", out=""),
                None,
                None,
                [_core.Table(X, labels, own) for own in rows],
            )
        if finished.interrupted:
            raise KeyboardInterrupt(finished.interrupted)
        ledger.book(cost, plan.delta)  # before anybody can see what it paid for
        files = finished.files()
        model_json = files["model.json"].decode()
        model = _core.Model(model_json)
        nodes = json.loads(finished.json())["network"]["nodes"]
        # From here on nothing fails: a fit that was refused changes nothing of an earlier one.
        if classes is not None:
            self.classes_ = classes
        self.plan_: Plan = plan
        self.model_json_ = model_json
        self._take_certificates(files, list(range(nodes)) if divided is None else divided[0])
        self._take_coefficients(model)
        self.n_iter_ = int(self.rounds)
        say_sum()
        return self

    def _take_certificates(self, files: dict[str, bytes], names: list[Any]) -> None:
        """Only secret noise earns some. Nodes may have promises of their own, which no one certificate states."""
        common = files.get("certificate.json")
        own = [files.get(f"certificate-node-{k}.json") for k in range(len(names))]
        self.certificates_: dict[Any, dict[str, Any]] = {}
        if common is not None:
            self.certificates_ = {name: json.loads(one or common) for name, one in zip(names, own)}
        self.certificate_ = None if common is None or any(own) else json.loads(common)
        self.private_: bool = common is not None

    def _take_coefficients(self, model: _core.Model) -> None:
        coefficients, constants = model.in_units()
        self.coef_: np.ndarray = coefficients
        self.intercept_: Any = constants

    def _checked_to_predict(self, X: ArrayLike) -> np.ndarray:
        check_is_fitted(self)
        try:
            return np.ascontiguousarray(_validate_data(self, X, dtype=np.float64, reset=False))
        except _NO_NUMBERS as error:
            refused = _own(error, "X")
        raise refused

    def _said(self, X: ArrayLike) -> dict[str, np.ndarray]:
        X = self._checked_to_predict(X)
        return _core.Model(self.model_json_).predict(_core.Table(X, None, np.arange(len(X), dtype=np.uint64)))


class _PrivateClassifier(ClassifierMixin, _PrivateLinearModel):
    classes: Optional[ArrayLike]
    _most_classes: Optional[int] = 2

    def __init__(
        self,
        epsilon: Optional[float] = None,
        delta: Optional[float] = None,
        *,
        bounds: Any = None,
        scale: str = "symmetric",
        classes: Optional[ArrayLike] = None,
        nodes: int = 1,
        graph: Union[None, str, dict, Graph] = None,
        trust: str = "nobody",
        colluders: Optional[int] = None,
        rounds: int = 100,
        regularisation: float = 0.01,
        radius: float = 10.0,
        row_norm: Optional[float] = None,
        clip: Union[None, float, str] = None,
        fit_intercept: bool = True,
        public_from_data: bool = False,
        settings: Optional[dict] = None,
        random_state: Optional[int] = None,
    ) -> None:
        self._keep(locals())

    def _encoded_labels(self, y: np.ndarray) -> tuple[np.ndarray, Optional[np.ndarray]]:
        _refuse_no_targets(y)
        if self.classes is None:
            self._demand_opt_in("classes")
            classes = _sorted_classes(y, "y", "data")
        else:
            classes = np.asarray(self.classes)
            if classes.ndim != 1:
                raise refuse("classes", f"{classes.ndim} dimensions", "must be a list of classes")
            classes = _sorted_classes(classes, "classes", "configuration")
        if len(classes) < 2:
            raise refuse("y", f"{len(classes)} class", "must have at least two classes", "data")
        if self._most_classes is not None and len(classes) > self._most_classes:
            raise refuse(
                "y",
                f"{len(classes)} classes",
                f"{type(self).__name__} tells two classes apart: use PrivateSoftmax. Only binary classification is "
                "supported.",
                "data",
            )
        return _places(classes, y), classes

    def _label_column(self, y: np.ndarray, classes: Optional[np.ndarray]) -> dict[str, Any]:
        levels = [str(k) for k in range(0 if classes is None else len(classes))]
        return {"type": "category", "levels": levels, **({"classes": True} if self._kind == "softmax" else {})}

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The class of each row."""
        said = self._said(X)
        return self.classes_[said["answers"].astype(np.int64)]

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """The margin of each row: above 0 is the second class. Of more classes one margin for each."""
        margins = self._said(X)["margins"]
        if margins.shape[1] == 1:
            return margins[:, 0]
        return margins[:, 1] - margins[:, 0] if margins.shape[1] == 2 else margins

    def _more_tags(self) -> dict[str, Any]:  # before scikit-learn 1.6
        return {"binary_only": self._most_classes == 2}

    def __sklearn_tags__(self) -> Any:  # from then on
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self._most_classes != 2
        return tags


class PrivateLogisticRegression(_PrivateClassifier):
    """Logistic regression of two classes.

    Parameters
    ----------
    epsilon, delta : the promise of one fit; there is no default
    bounds : (lowest, highest) that a feature can be at all, two numbers or two arrays; values beyond are moved to them
    scale : where the bounds of a feature are mapped to: "symmetric" ([-1, 1]), "unit" ([0, 1]) or "none"
    classes : the classes that there can be
    nodes : how many nodes the rows are divided among, where fit() is not told whose they are
    graph : who talks to whom: a kind ("ring"), a dictionary of the section [graph], or sotto.graph(...)
    trust, colluders : "nobody", or "all-but-q" with q colluders: masked sums, in simulations alone
    rounds : T, rounds with a gradient and noise
    regularisation : lambda of lambda/2 ||x||^2 for each record
    radius : the coefficients of scaled features lie in a ball of this radius
    row_norm : scaled rows are clipped to this norm; what bounds allow unless given
    clip : norm that a record's gradient is clipped to, or "half-norm"
    public_from_data : True takes what is not declared from the records, with a warning: THIS TELLS OF RECORDS
    settings : further keys of a configuration, such as {"algorithm.mixing_rounds": 3}
    random_state : a seed makes a fit a SIMULATION, which is never private

    Attributes
    ----------
    coef_, intercept_ : in the units of the features
    private_ : whether the noise was secret
    certificate_ : what is promised to the records of every node, as `sotto` writes it; None of a simulation, and where
        nodes have promises of their own
    certificates_ : what is promised to the records of each node, by its name; empty of a simulation
    plan_ : the plan of the fit
    model_json_ : the model as `sotto predict` takes it
    """

    _kind = "logistic"

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """How likely each class is."""
        return self._said(X)["probabilities"]


class PrivateSVC(_PrivateClassifier):
    """A linear support vector machine of two classes, with a hinge that is rounded. See PrivateLogisticRegression."""

    _kind = "svm"


class PrivateSoftmax(_PrivateClassifier):
    """Softmax regression of two classes or more. See PrivateLogisticRegression."""

    _kind = "softmax"
    _most_classes = None

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """How likely each class is."""
        return self._said(X)["probabilities"]


class PrivateRidge(RegressorMixin, _PrivateLinearModel):
    """Linear least squares with a regulariser. `y_bounds` is (lowest, highest) that a label can be at all.

    See PrivateLogisticRegression for the other parameters.
    """

    y_bounds: Any
    _kind = "linear"

    def __init__(
        self,
        epsilon: Optional[float] = None,
        delta: Optional[float] = None,
        *,
        bounds: Any = None,
        scale: str = "symmetric",
        y_bounds: Any = None,
        nodes: int = 1,
        graph: Union[None, str, dict, Graph] = None,
        trust: str = "nobody",
        colluders: Optional[int] = None,
        rounds: int = 100,
        regularisation: float = 0.01,
        radius: float = 10.0,
        row_norm: Optional[float] = None,
        clip: Union[None, float, str] = None,
        fit_intercept: bool = True,
        public_from_data: bool = False,
        settings: Optional[dict] = None,
        random_state: Optional[int] = None,
    ) -> None:
        self._keep(locals())

    def _encoded_labels(self, y: np.ndarray) -> tuple[np.ndarray, Optional[np.ndarray]]:
        if y.dtype.kind not in "fiub":
            raise refuse("y", f"an array of {y.dtype.kind!r}", "must be an array of numbers", "data")
        return y, None

    def _label_column(self, y: np.ndarray, classes: Optional[np.ndarray]) -> dict[str, Any]:
        low, high = self._bounds_of(self.y_bounds, "y_bounds", y)
        if low.ndim or high.ndim:
            raise refuse("y_bounds", None, "must be two numbers")
        return {"range": [float(low), float(high)]}

    def _take_coefficients(self, model: _core.Model) -> None:
        super()._take_coefficients(model)
        self.coef_, self.intercept_ = self.coef_[0], float(self.intercept_[0])

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The label of each row, in its unit."""
        return self._said(X)["answers"]
