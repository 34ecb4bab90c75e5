"""Figures of a model on labelled conversations, before any calibration: what the training run prints to compare recipes.
The figures that count are those of the running service (score a service on conversations nobody trained on)."""
import re

import numpy as np
import torch

from batches import Batch
from conversations import number_of, options_of
from losses import LOW, likeness, option_scores, run, yes_logit


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
def evaluate(model, encoder, conversations, device, mosts=(99, 2, 1), cut=(150, 40)):
    """{number of windows that are read for a question: figures}"""
    model.eval()
    tallies = {most: Tally() for most in mosts}
    for conversation in conversations:
        batch = Batch()
        texts, offsets = batch.add_conversation(encoder, conversation, reference=0, cut=cut)
        tensors = batch.tensors(device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            results = run(model, tensors)
        for result in results:
            part = result["part"]
            place = {p: i for i, p in enumerate(part["numbers"])}
            every = torch.arange(len(texts), device=device)[None].expand(len(part["ids"]), -1)
            pick = likeness(model, result, tensors, torch.arange(len(part["ids"]), device=device), every).float().cpu().numpy()
            span = result["span"].float().cpu().numpy() if part["kind"] == "span" else None
            for kind, first, count, target, (_, at, *_) in part["groups"]:
                rows = [place[first + i] for i in range(count)]
                likes = pick[int(part["question"][rows[0]])]
                order = sorted(range(count), key=lambda i: -float(likes[i]))
                for most, tally in tallies.items():
                    kept = sorted(order[:most])
                    if kind == "s":
                        tally.add_span(conversation["questions"][at], [(span[rows[k]], texts[k], offsets[k]) for k in kept])
                        continue
                    index = torch.tensor([[rows[k] for k in kept]], device=device)
                    real = torch.ones_like(index, dtype=torch.bool)
                    if kind == "b":
                        asked = (conversation.get("kit") or conversation.get("variant_of"), conversation["questions"][at]["key"])
                        tally.yes.append((target, float(yes_logit(model, result["verdict"], index, real)), asked))
                    else:
                        scores, present, valid = option_scores(result, index, real)
                        tally.add_choice(kind, target, scores[0].float().cpu(), present[0].float().cpu(), int(valid[0].sum()))
    model.train()
    return {most: tally.figures() for most, tally in tallies.items()}


class Tally:
    def __init__(self):
        self.yes, self.categories, self.ratings, self.several, self.spans = [], [], [], [], {"t": [], "n": []}

    def add_choice(self, kind, target, scores, present, valid):
        if kind == "m":
            self.several += [(i in target, float(present[i])) for i in range(valid)]
            return
        p = torch.softmax(scores, 0).numpy()
        if kind == "c":
            self.categories.append((int(p.argmax()) == target[0], float(p.max())))
        else:
            expected = float((p[:valid] * np.arange(valid)).sum())
            self.ratings.append(abs(round(expected) - target[0]) <= 1)

    def add_span(self, question, read):
        best, none = (LOW, ""), 0.0
        for z, text, offsets in read:
            none += float(z[0, 0] + z[0, 1]) / len(read)
            score, a, b = best_span(z[2:, 0], z[2:, 1])
            if score > best[0] and a < len(offsets):
                best = (score, text[offsets[a][0] : offsets[min(b, len(offsets) - 1)][1]])
        wanted = question["value"]
        if question["kind"] == "t":
            right = wanted != "(none)" and text_right(best[1], wanted)
        elif "said" in question:
            right = text_right(best[1], question["said"])
        else:
            digits = re.sub(r"[^\d.-]", "", wanted)
            found = first_number(best[1])
            right = bool(digits) and found is not None and abs(found - float(digits)) < 1e-9
        self.spans[question["kind"]].append((best[0] - none, right, wanted == "(none)"))

    def auc_within(self):
        """Pairs of calls with the same question and other answers."""
        by = {}
        for label, score, asked in self.yes:
            if asked[0] is not None:
                by.setdefault(asked, ([], []))[bool(label)].append(score)
        pairs = [(a > b) + 0.5 * (a == b) for no, yes in by.values() for a in yes for b in no]
        return round(float(np.mean(pairs)), 3) if pairs else None

    def figures(self):
        figures = {}
        if self.yes:
            labels, scores = [y for y, _, _ in self.yes], [s for _, s, _ in self.yes]
            p = 1 / (1 + np.exp(-np.array(scores)))
            sure = np.maximum(p, 1 - p) >= 0.8
            right = (p > 0.5) == np.array(labels)
            figures |= {"booleans": len(self.yes), "auc": round(auc(labels, scores), 3), "acc": round(float(right.mean()), 3), "acc80": round(float(right[sure].mean()), 3) if sure.any() else None, "share80": round(float(sure.mean()), 2)}
            figures["auc_within"] = self.auc_within()
        if self.categories:
            figures["cat"] = round(float(np.mean([r for r, _ in self.categories])), 3)
            high = [r for r, c in self.categories if c >= 0.8]
            figures["cat80"] = f"{np.mean(high) if high else 0:.3f}/{len(high) / len(self.categories):.2f}"
        if self.ratings:
            figures["rating"] = round(float(np.mean(self.ratings)), 3)
        if self.several:
            figures["several_auc"] = round(auc(*zip(*self.several)), 3)
        for kind, rows in self.spans.items():
            if rows:
                data = np.array(rows, float)
                figures[{"t": "text", "n": "number"}[kind]] = round(max(float(np.mean(np.where(data[:, 0] > t, data[:, 1], data[:, 2]))) for t in np.linspace(-12, 12, 49)), 3)
                if (data[:, 2] == 0).any():
                    figures[{"t": "text", "n": "number"}[kind] + "_span"] = round(float(data[data[:, 2] == 0, 1].mean()), 3)
        return figures
