"""Features of labelled kits → the calibration that the service ships.

  python3 calibrate.py KIT.jsonl… --older KIT.jsonl… --lists LISTS.jsonl… --write calibration.json   fit; every file is a kit: the same questions put to several calls
  python3 calibrate.py KIT.jsonl… --report calibration.json                                          figures on kits that nothing was fitted on

Only kits are fitted: a question that is asked of one call tells its answer by its wording, one that is asked of ten does not. Each kind of answer has
a model of its own, and a most that it may claim: what the surest answers have earned on kits that were left out, one by one, as the lower end of
their share (Wilson, one standard error). Older, easier kits (`--older`) may join the fit of yes/no and earn nothing; the shipped calibration has none. LISTS hold what kits lack (lists of categories, ratings). FEATURES come from `dump-features.ts`, which runs the
service's own runtime. Only numpy is needed."""
import json
import math
import os
import re
import sys

import numpy as np

from question_prior import words_of

RIDGE = 3e-2
ENGLISH = os.path.join(os.path.dirname(__file__), "../../packages/engine/assets/reader")
MULTILINGUAL = "VOCABULARY" in os.environ  # as in model.py: its reader has no prior of wordings
PRIOR = {"bias": 0, "weights": {}} if MULTILINGUAL else json.load(open(f"{ENGLISH}/question-prior.json"))
WORDING_WEIGHT, UNSAID_MOST, RATED_MOST = 0.15, 0.75, 0.6  # as in answer-read.ts
KINDS = ("boolean", "category", "item", "rating", "number", "unsaid", "text", "absent")
# Claims are drawn towards one half: kits that others write are harder than those of the fit. Chosen on the twelve kits of an earlier report, each judged by the
# fit of the others, so that from 0.8 on about .94 of the answers of ordinary kits and .89 of those of hard ones are right.
HOLD = {"boolean": 0.82, "number": 0.86, "text": 1.0, "absent": 0.9}
HELD = 0.85  # all others
FEWEST = 20  # answers that must bear a claim
OLDER_JOIN = {"boolean"}


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
    """The clearest window of each kind, as in features.ts. Nothing is cut off: the clearest are right most often."""
    verdicts = [p["verdict"] for p in row["pairs"]]
    clearest = lambda a, b: clip(max(v[a] - v[b] for v in verdicts), 15)
    found = {"yes": clearest(0, 1), "no": clearest(2, 1), "for": clearest(0, 2), "against": clearest(2, 0)}
    if not MULTILINGUAL:  # its kits are too few, and have hardly a short call: what was fitted on long ones took every short call for a yes
        found["windows"] = math.log(max(1, row["windows"]))
    return found


def question_prior(question):
    return PRIOR["bias"] + sum(PRIOR["weights"].get(w, 0) for w in words_of(question))


def option_chances(row):
    scores = np.array([[o[0] - p["undecided"] for o in p["options"]] for p in row["pairs"]])
    pooled = np.logaddexp.reduce(scores, 0)
    return np.exp(pooled - np.logaddexp.reduce(pooled))


def choice_features(chances, words=0.0):
    best, following = sorted([*chances, *([chances[0]] if len(chances) == 1 else [])], reverse=True)[:2]
    return {"lead": clip(math.log(best / max(following, 5e-324)), 12), "words": words}


def chosen_option(row):
    """The option that was read, and what the calibration looks at."""
    chances = option_chances(row)
    value, lexical = row["options"][int(chances.argmax())], row["lexical"]
    return value, choice_features(chances, lexical["confidence"] * (1 if lexical["value"] == value else -1))


def is_number(found, wanted):
    digits = re.sub(r"[^\d.-]", "", wanted)
    return digits != "" and abs(found["value"] - float(digits)) < 1e-9


def examples(rows):
    """name → (features, is right) of every answer that a model of that name judges."""
    out = {name: [] for name in KINDS}
    for row in rows:
        kind, wanted = row["kind"], row["expected"]
        if not row["pairs"]:
            continue
        if row["as"] == "boolean":
            out["boolean"].append((boolean_features(row), str(wanted).lower() in ("yes", "true")))
        elif row["as"] == "category":
            value, features = chosen_option(row)
            out["category"].append((features, value == wanted))
        elif row["as"] == "categories":
            listed = {value.strip() for value in wanted.split(",")}
            for option, name in enumerate(row["options"]):
                scores = [p["options"][option][1] for p in row["pairs"] if option < len(p["options"])]
                if scores:
                    out["item"].append(({"present": clip(logsumexp(scores), 9)}, name in listed))
        elif row["as"] == "rating":
            chances = option_chances(row)
            expected = float((chances * np.array(row["options"], float)[: len(chances)]).sum())
            features = choice_features(chances)
            del features["words"]
            out["rating"].append((features, abs(round(expected) - float(wanted)) <= 1))
        elif row["as"] == "number" and kind == "n" and row.get("found"):
            features = row["found"]["features"]
            out["number"].append((features, is_number(row["found"], wanted)))
            out["unsaid"].append((features, wanted == "(none)"))
        elif row["as"] == "text" and kind == "t":
            features, value = row["found"]["features"], row["found"].get("value")
            out["absent"].append((features, wanted == "(none)"))
            if value is not None:
                out["text"].append((features, wanted != "(none)" and text_right(value, wanted)))
    return out


def fit(samples):
    names = list(samples[0][0])
    x = np.array([[1.0, *(f[n] for n in names)] for f, _ in samples])
    y = np.array([float(right) for _, right in samples])
    scale = np.array([1.0, *(x[:, 1:].std(0) + 1e-9)])
    z, w = x / scale, np.zeros(x.shape[1])
    penalty = RIDGE * len(y) * np.eye(len(w))
    penalty[0, 0] = 0
    for _ in range(100):
        p = 1 / (1 + np.exp(-z @ w))
        w -= np.linalg.solve((z * (p * (1 - p))[:, None]).T @ z + penalty + 1e-9 * np.eye(len(w)), z.T @ (p - y) + penalty @ w)
    w = w / scale
    return {"bias": round(float(w[0]), 4), "weights": {n: round(float(v), 4) for n, v in zip(names, w[1:])}, "most": 1.0, "hold": 1.0}


def chance(model, features):
    return 1 / (1 + math.exp(-(model["bias"] + sum(w * features[n] for n, w in model["weights"].items()))))


def claimed(model, found):
    return min(model["most"], max(1 - model["most"], 0.5 + model["hold"] * (found - 0.5)))


def lower_end(right, count):
    """Of a share, one standard error below (Wilson)."""
    share = right / count
    return (share + 0.5 / count - math.sqrt(share * (1 - share) / count + 0.25 / count**2)) / (1 + 1 / count)


def earned(judged):
    """[(claimed, right)] on kits left out → the most that the surest of them, however many, have earned."""
    right = np.cumsum([r for _, r in sorted(judged, key=lambda each: -each[0])])
    ends = [lower_end(int(right[n - 1]), n) for n in range(min(FEWEST, len(right)), len(right) + 1)]
    return round(max(ends), 3)


def fitted(kits, older=()):
    """kits, older: [examples]. A model per kind on all of them; what it may claim comes from each of the kits judged by the others."""
    models = {}
    for name in KINDS:
        parts, more = [kit[name] for kit in kits if kit[name]], [sample for kit in older if name in OLDER_JOIN for sample in kit[name]]
        if not parts:
            continue
        models[name] = fit([sample for part in parts for sample in part] + more)
        if len(parts) > 1:
            judged = []
            for at, part in enumerate(parts):
                model = fit([sample for n, other in enumerate(parts) if n != at for sample in other] + more)
                for features, right in part:
                    p = chance(model, features)
                    judged.append((max(p, 1 - p), (p > 0.5) == right) if name in ("boolean", "item") else (p, right))
            models[name]["most"] = max(0.5, earned(judged))
        models[name]["hold"] = HOLD.get(name, HELD)
    return models


def answer(row, models):
    """(is right, confidence, chance of yes) as the service answers."""
    wanted = row["expected"]
    if row["as"] == "boolean":
        read = claimed(models["boolean"], chance(models["boolean"], boolean_features(row)))
        leaning = math.log(read / (1 - read)) + WORDING_WEIGHT * question_prior(row["question"])
        yes = read if (leaning > 0) == (read > 0.5) else 0.5 + (1e-9 if leaning > 0 else -1e-9)
        return (yes >= 0.5) == (str(wanted).lower() in ("yes", "true")), max(yes, 1 - yes), yes
    if row["as"] == "category":
        value, features = chosen_option(row)
        return value == wanted, claimed(models["category"], chance(models["category"], features)), None
    if row["as"] == "number" and row["kind"] == "n":
        found = row.get("found")
        if not found:
            return wanted == "(none)", 0.2, None
        said, unsaid = chance(models["number"], found["features"]), chance(models["unsaid"], found["features"])
        if unsaid > said:
            return wanted == "(none)", min(UNSAID_MOST, claimed(models["unsaid"], unsaid)), None
        return is_number(found, wanted), claimed(models["number"], said), None
    if row["as"] == "text" and row["kind"] == "t":
        features, value = row["found"]["features"], row["found"].get("value")
        said, absent = chance(models["text"], features), chance(models["absent"], features)
        if value is None or absent > said:
            return wanted == "(none)", claimed(models["absent"], absent), None
        return wanted != "(none)" and text_right(value, wanted), claimed(models["text"], said), None
    return None


def auc(labels, scores):
    labels, scores = np.array(labels, bool), np.array(scores)
    return float(np.mean([(s > scores[~labels]).mean() + 0.5 * (s == scores[~labels]).mean() for s in scores[labels]]))


def figures(name, answers, more=""):
    y, p = np.array([right for right, _, _ in answers], float), np.array([sure for _, sure, _ in answers])
    sure = p >= 0.8
    bins = np.minimum(9, (p * 10).astype(int))
    ece = sum(abs(p[bins == b].mean() - y[bins == b].mean()) * (bins == b).mean() for b in set(bins))
    at = f"{y[sure].mean():.3f}" if sure.any() else "–"
    print(f"{name:10} n {len(y):5}  right {y.mean():.3f}  from 0.8 on {at} ({sure.mean():.2f} of them)  ECE {ece:.3f}{more}")


def report(rows, models):
    judged = [(row, found) for row in rows if row["pairs"] and (found := answer(row, models)) is not None]
    figures("all", [found for _, found in judged])
    for kind in ("boolean", "category", "text", "number"):
        of_kind = [(row, found) for row, found in judged if row["as"] == kind]
        if of_kind:
            yes = [str(row["expected"]).lower() in ("yes", "true") for row, _ in of_kind]
            more = f"  AUC {auc(yes, [found[2] for _, found in of_kind]):.3f}" if kind == "boolean" else ""
            figures(kind, [found for _, found in of_kind], more)


def load(path):
    return [json.loads(line) for line in open(path, encoding="utf8")]


if __name__ == "__main__":
    *files, option, target = sys.argv[1:]
    groups, current = {"kits": [], "--older": [], "--lists": []}, "kits"
    for argument in files:
        if argument in groups:
            current = argument
        else:
            groups[current].append(load(argument))
    kits, older, lists = groups.values()
    if option == "--write":
        models = fitted([examples(rows) for rows in kits], [examples(rows) for rows in older])
        others = fitted([examples(rows) for rows in lists])
        if MULTILINGUAL:  # its kits have neither lists nor ratings: judged as in English, and never claimed
            others = {name: {**model, "most": 0.6} for name, model in json.load(open(f"{ENGLISH}/calibration.json")).items()} | others
        models = {name: models.get(name) or others[name] for name in KINDS}
        with open(target, "w") as file:
            file.write(json.dumps(models, indent=2) + "\n")
    else:
        models = json.load(open(target))
    report([row for rows in kits for row in rows], models)
