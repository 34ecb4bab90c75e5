"""Features of labelled conversations → the calibration that the service ships.

  python3 calibrate.py FEATURES.jsonl[:WEIGHT]… --write calibration.json   fit; each file counts by its weight (1), not by its size
  python3 calibrate.py FEATURES.jsonl… --report calibration.json           figures on conversations that nothing was fitted on

The questions of one kit are put to every conversation, those of most labelled conversations to one only, and the wording of these tells
much: so files of both kinds are weighed against each other. FEATURES come from `dump-features.ts`, which runs the service's own runtime. Only numpy is needed."""
import json
import math
import os
import re
import sys

import numpy as np

from question_prior import words_of

RIDGE = 1e-2
PRIOR = json.load(open(os.path.join(os.path.dirname(__file__), "../../packages/engine/assets/reader/question-prior.json")))
RAISED_MOST, DIFFERING_SHARE = 0.12, 0.5  # as in answer-read.ts


def logsumexp(values):
    return float(np.logaddexp.reduce(np.asarray(values, float)))


def clip(value, most):
    return max(-most, min(most, value))


def fold(text):
    return re.sub(r"[^\w]+", " ", text.lower()).strip()


def text_right(got, wanted):
    a, b = set(fold(got).split()), set(fold(wanted).split())
    return bool(a and b) and 2 * len(a & b) / (len(a) + len(b)) >= 0.6


def boolean_features(row):
    pairs = row["pairs"]
    yes = logsumexp([p["verdict"][0] - p["verdict"][1] for p in pairs])
    no = logsumexp([p["verdict"][2] - p["verdict"][1] for p in pairs])
    return {"yes": clip(yes, 9), "no": math.log1p(math.exp(clip(no, 9))), "prior": question_prior(row["question"])}


def question_prior(question):
    return PRIOR["bias"] + sum(PRIOR["weights"].get(w, 0) for w in words_of(question))


def option_chances(row):
    scores = np.array([[o[0] - p["undecided"] for o in p["options"]] for p in row["pairs"]])
    pooled = np.logaddexp.reduce(scores, 0)
    return np.exp(pooled - np.logaddexp.reduce(pooled))


def choice_features(chances):
    best, following = sorted([*chances, *([chances[0]] if len(chances) == 1 else [])], reverse=True)[:2]
    return {"lead": clip(math.log(best / max(following, 5e-324)), 12), "options": math.log(max(2, len(chances)))}


def examples(rows):
    """name → (features, is right) of every answer that a model of that name judges."""
    out = {name: [] for name in ("boolean", "category", "item", "rating", "number", "text", "absent")}
    for row in rows:
        kind, wanted = row["kind"], row["expected"]
        if not row["pairs"]:
            continue
        if row["as"] == "boolean":
            out["boolean"].append((boolean_features(row), str(wanted).lower() in ("yes", "true")))
        elif row["as"] == "category":
            chances = option_chances(row)
            out["category"].append((choice_features(chances), row["options"][int(chances.argmax())] == wanted))
        elif row["as"] == "categories":
            listed = {value.strip() for value in wanted.split(",")}
            for option, name in enumerate(row["options"]):
                scores = [p["options"][option][1] for p in row["pairs"] if option < len(p["options"])]
                if scores:
                    out["item"].append(({"present": clip(logsumexp(scores), 9)}, name in listed))
        elif row["as"] == "rating":
            chances = option_chances(row)
            expected = float((chances * np.array(row["options"], float)[: len(chances)]).sum())
            out["rating"].append((choice_features(chances), abs(round(expected) - float(wanted)) <= 1))
        elif row["as"] == "number" and kind == "n":
            digits, found = re.sub(r"[^\d.-]", "", wanted), row.get("found")
            if found:
                out["number"].append((found["features"], digits != "" and abs(found["value"] - float(digits)) < 1e-9))
        elif row["as"] == "text" and kind == "t":
            features, value = row["found"]["features"], row["found"].get("value")
            out["absent"].append((features, wanted == "(none)"))
            if value is not None:
                out["text"].append((features, wanted != "(none)" and text_right(value, wanted)))
    return out


def fit(sets, without=()):
    """sets: [(samples, weight)]"""
    sets = [(samples, weight) for samples, weight in sets if samples]
    names = [n for n in sets[0][0][0][0] if n not in without]
    x = np.array([[1.0, *(f[n] for n in names)] for samples, _ in sets for f, _ in samples])
    y = np.array([float(right) for samples, _ in sets for _, right in samples])
    share = np.array([weight / len(samples) for samples, weight in sets for _ in samples])
    share *= len(y) / share.sum()
    w = np.zeros(x.shape[1])
    penalty = RIDGE * len(y) * np.eye(len(w))
    penalty[0, 0] = 0
    for _ in range(100):
        p = 1 / (1 + np.exp(-x @ w))
        w -= np.linalg.solve((x * (share * p * (1 - p))[:, None]).T @ x + penalty + 1e-9 * np.eye(len(w)), x.T @ (share * (p - y)) + penalty @ w)
    return {"bias": round(float(w[0]), 4), "weights": {n: round(float(v), 4) for n, v in zip(names, w[1:])}}


def chance(model, features):
    return 1 / (1 + math.exp(-(model["bias"] + sum(w * features[n] for n, w in model["weights"].items()))))


def chance_of_yes(models, features):
    read, both = chance(models["read"], features), chance(models["boolean"], features)
    if (read > 0.5) != (both > 0.5):
        return 0.5 + DIFFERING_SHARE * (both - 0.5)
    sure = min(max(both, 1 - both), max(read, 1 - read) + RAISED_MOST)
    return sure if both > 0.5 else 1 - sure


def auc(labels, scores):
    labels, scores = np.array(labels, bool), np.array(scores)
    return float(np.mean([(s > scores[~labels]).mean() + 0.5 * (s == scores[~labels]).mean() for s in scores[labels]]))


def report(samples, models):
    for name, rows in samples.items():
        if not rows:
            continue
        y = np.array([right for _, right in rows])
        p, more = np.array([chance(models[name], f) for f, _ in rows]), ""
        if name == "boolean":
            yes = np.array([chance_of_yes(models, f) for f, _ in rows])
            more = f"  AUC {auc(y, yes):.3f}"
            p, y = np.maximum(yes, 1 - yes), (yes > 0.5) == y
        sure = p >= 0.8
        bins = np.minimum(9, (p * 10).astype(int))
        ece = sum(abs(p[bins == b].mean() - y[bins == b].mean()) * (bins == b).mean() for b in set(bins))
        at = f"{y[sure].mean():.3f}" if sure.any() else "–"
        print(f"{name:10} n {len(y):5}  right {y.mean():.3f}  from 0.8 on {at} ({sure.mean():.2f} of them)  ECE {ece:.3f}{more}")


if __name__ == "__main__":
    files = [a.partition(":") for a in sys.argv[1:] if ".jsonl" in a]
    sets = [(examples([json.loads(line) for line in open(f, encoding="utf8")]), float(weight or 1)) for f, _, weight in files]
    target = sys.argv[-1]
    if "--write" in sys.argv:
        judged = ("boolean", "category", "item", "rating")  # where the wording of a question can tell; places in the text count one by one
        of = lambda name: [(found[name], weight if name in judged else len(found[name])) for found, weight in sets]
        models = {name: fit(of(name)) for name in sets[0][0]}
        models["read"] = fit(of("boolean"), without=("prior",))
        with open(target, "w") as file:
            file.write(json.dumps(models, indent=2) + "\n")
    else:
        models = json.load(open(target))
    for (found, _), (name, _, _) in zip(sets, files):
        print(name)
        report(found, models)
