"""Figures of a model on labelled conversations, before any calibration: what the training run prints to compare recipes.
The figures that count are those of the running service (score a service on conversations nobody trained on)."""
import re

import numpy as np
import torch

from batches import Batch
from conversations import number_of, options_of
from losses import LOW, group_index, option_scores, run, yes_logit


def auc(labels, scores):
    positive = [s for y, s in zip(labels, scores) if y]
    negative = np.array([s for y, s in zip(labels, scores) if not y])
    return float(np.mean([(s > negative).mean() + 0.5 * (s == negative).mean() for s in positive])) if positive and len(negative) else float("nan")


def fold(text):
    return re.sub(r"[^\w]+", " ", text.lower()).strip()


def text_right(got, wanted):
    a, b = set(fold(got).split()), set(fold(wanted).split())
    return bool(a and b) and 2 * len(a & b) / (len(a) + len(b)) >= 0.6


def first_number(text):
    words = re.findall(r"[A-Za-z0-9.,]*[A-Za-z0-9]", text)
    for length in range(min(6, len(words)), 0, -1):
        for i in range(len(words) - length + 1):
            value = number_of(" ".join(words[i : i + length]))
            if value is not None:
                return value
    return None


def best_span(start, end):
    """The best (score, first, last) with at most 25 tokens."""
    best = (LOW, 0, 0)
    for a in np.argsort(-start)[:8]:
        for b in np.argsort(-end)[:8]:
            if a <= b < a + 25 and start[a] + end[b] > best[0]:
                best = (float(start[a] + end[b]), int(a), int(b))
    return best


@torch.no_grad()
def evaluate(model, encoder, conversations, device, most_windows=99):
    model.eval()
    yes, categories, ratings, several, spans = [], [], [], [], {"t": [], "n": []}
    for conversation in conversations:
        batch = Batch()
        texts, offsets = batch.add_conversation(encoder, conversation, reference=0)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            results = run(model, batch.tensors(device))
        for result in results:
            numbers = result["part"]["pairs"].tolist()
            place = {p: i for i, p in enumerate(numbers)}
            for group in [g for g in batch.groups if g[1] in place]:
                kind, first, count, target, (_, at) = group
                question = conversation["questions"][at]
                rows = [place[first + i] for i in range(count)]
                order = sorted(range(count), key=lambda i: -float(result["pick"][rows[i]]))[:most_windows]
                kept = sorted(order)
                narrowed = (kind, first, len(kept), target, None)
                index, real = group_index([narrowed], {first + i: rows[k] for i, k in enumerate(kept)}, device)
                if kind == "b":
                    yes.append((target, float(yes_logit(model, result["verdict"], index, real))))
                elif kind in "crm":
                    _, scores, present, valid = option_scores(result, index, real)
                    if kind == "m":
                        several += [(i in target, float(present[0, i])) for i in range(int(valid[0].sum()))]
                        continue
                    p = torch.softmax(scores[0], 0).cpu().numpy()
                    if kind == "c":
                        categories.append((int(p.argmax()) == target[0], float(p.max())))
                    else:
                        expected = float((p[: int(valid[0].sum())] * np.arange(int(valid[0].sum()))).sum())
                        ratings.append(abs(round(expected) - target[0]) <= 1)
                else:
                    best = (LOW, "")
                    none = 0.0
                    for k in kept:
                        z = result["span"][rows[k]].float().cpu().numpy()
                        none += float(z[0, 0] + z[0, 1]) / len(kept)
                        score, a, b = best_span(z[2:, 0], z[2:, 1])
                        if score > best[0] and a < len(offsets[k]):
                            best = (score, texts[k][offsets[k][a][0] : offsets[k][min(b, len(offsets[k]) - 1)][1]])
                    wanted = question["value"]
                    if question["kind"] == "t":
                        right = wanted != "(none)" and text_right(best[1], wanted)
                    else:
                        digits = re.sub(r"[^\d.-]", "", wanted)
                        found = first_number(best[1])
                        right = bool(digits) and found is not None and abs(found - float(digits)) < 1e-9
                    spans[question["kind"]].append((best[0] - none, right, wanted == "(none)"))
    model.train()
    labels, scores = [y for y, _ in yes], [s for _, s in yes]
    p = 1 / (1 + np.exp(-np.array(scores)))
    sure = np.maximum(p, 1 - p) >= 0.8
    right = (p > 0.5) == np.array(labels)
    figures = {"booleans": len(yes), "auc": round(auc(labels, scores), 3), "acc": round(float(right.mean()), 3), "acc80": round(float(right[sure].mean()), 3) if sure.any() else None, "share80": round(float(sure.mean()), 2)}
    if categories:
        figures["cat"] = round(float(np.mean([r for r, _ in categories])), 3)
        high = [r for r, c in categories if c >= 0.8]
        figures["cat80"] = f"{np.mean(high) if high else 0:.3f}/{len(high) / len(categories):.2f}"
    if ratings:
        figures["rating"] = round(float(np.mean(ratings)), 3)
    if several:
        figures["several_auc"] = round(auc(*zip(*several)), 3)
    for kind, rows in spans.items():
        if rows:
            data = np.array(rows, float)
            figures[{"t": "text", "n": "number"}[kind]] = round(max(float(np.mean(np.where(data[:, 0] > t, data[:, 1], data[:, 2]))) for t in np.linspace(-12, 12, 49)), 3)
            figures[{"t": "text", "n": "number"}[kind] + "_span"] = round(float(data[data[:, 2] == 0, 1].mean()), 3)
    return figures, yes
