"""Examples → tensors. A batch holds windows, questions, and the pairs of them that are read together."""
import random
import re

import numpy as np
import torch

from conversations import answer_spans, evidence_spans, options_of, pieces_of, question_text, tagged_turns, window_text, windows_of
from model import CLS, MARK, QUESTION_TOKENS, SEP, WINDOW_TOKENS


class Encoder:
    def __init__(self, path):
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(path)
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.cache = {}

    def ids(self, text):
        found = self.cache.get(text)
        if found is None:
            encoded = self.tokenizer.encode(text, add_special_tokens=False)
            found = self.cache[text] = (encoded.ids, encoded.offsets)
        return found

    def window(self, text):
        """Token ids with [CLS] and [SEP], and the character range of each token."""
        ids, offsets = self.ids(text)
        ids, offsets = ids[: WINDOW_TOKENS - 2], offsets[: WINDOW_TOKENS - 2]
        return [CLS, *ids, SEP], offsets

    def question(self, text, options=()):
        """Token ids of a question and where each option's mark stands. Long options are shortened alike."""
        ids = list(self.ids(text)[0])
        words = [self.ids(option)[0] for option in options]
        if not words:
            return [CLS, *ids[: QUESTION_TOKENS - 2], SEP], []
        ids = ids[:48]
        room = QUESTION_TOKENS - len(ids) - 3
        each = max(2, room // len(words) - 1)
        spare = sum(max(0, each - len(w)) for w in words)
        out, marks = [CLS, *ids, SEP], []
        for w in words:
            take = min(len(w), each + (spare if len(w) > each else 0))
            spare -= max(0, take - each)
            if len(out) + 1 >= QUESTION_TOKENS:
                break
            marks.append(len(out))
            out += [MARK, *w[:take]]
        return [*out[: QUESTION_TOKENS - 1], SEP], marks


def token_range(offsets, span):
    """First and last window token (1 is the first after [CLS]) that a character range touches."""
    inside = [i for i, (a, b) in enumerate(offsets) if b > span[0] and a < span[1]]
    return (inside[0] + 1, inside[-1] + 1) if inside else None


def some_windows(found, rng):
    """The windows that hold evidence and one to three others: in the product, too, a question meets few windows."""
    with_evidence = [n for n, spans in enumerate(found) if spans]
    others = [n for n, spans in enumerate(found) if not spans]
    count = min(len(others), rng.randrange(1, 4) if with_evidence else rng.randrange(2, 6))
    return sorted(with_evidence[:4] + rng.sample(others, count))


def thinned(conversation, rng):
    """The conversation without some turns that no answer rests on, and without some of its many yes/no questions: each epoch reads it differently."""
    quotes = [quote for question in conversation["questions"] for quote in question["evidence"]]
    share = rng.choice([0, 0, 0.1, 0.2])
    turns = [turn for turn in conversation["turns"] if rng.random() >= share or any(quote in turn[1] for quote in quotes)]
    questions = [q for q in conversation["questions"] if q["kind"] != "b" or rng.random() < 0.7]
    return {**conversation, "turns": turns, "questions": questions}


class Batch:
    def __init__(self):
        self.windows, self.questions, self.pairs = [], [], []
        self.verdicts, self.choices, self.evidence = [], [], []  # one entry a pair
        self.groups = []  # (kind, first pair, number of pairs, target, reference)
        self.picks = []  # (question, its conversation's windows, which of them hold evidence)

    def add_question(self, ids, marks, window_numbers):
        number = len(self.questions)
        self.questions.append((ids, marks))
        first = len(self.pairs)
        for window in window_numbers:
            self.pairs.append((number, window))
            self.verdicts.append(-1)
            self.choices.append(-1)
            self.evidence.append(None)
        return first

    def add_statement(self, window, question, verdict, span=None):
        """A statement about a text (pretraining): one pair."""
        self.windows.append(window)
        first = self.add_question(question, [], [len(self.windows) - 1])
        self.verdicts[first] = verdict
        if span is not None:
            self.groups.append(("s", first, 1, [span] if span != "none" else [], None))

    def add_conversation(self, encoder, conversation, rng=None, reference=None, cut=(150, 40)):
        """All questions on all windows of (words, overlap). With rng: as training example, varied, and each question on a few windows."""
        train = rng is not None
        if train:
            conversation = thinned(conversation, rng)
        turns = tagged_turns(conversation, unnamed=train and rng.random() < 0.08)
        pieces = pieces_of(turns)
        ranges = windows_of(pieces, *cut)
        texts = [window_text(pieces, a, b) for a, b in ranges]
        numbers, offsets = [], []
        for text in texts:
            ids, offset = encoder.window(text)
            numbers.append(len(self.windows))
            self.windows.append(ids)
            offsets.append(offset)
        for index, question in enumerate(conversation["questions"]):
            kind, value = question["kind"], question["value"]
            if value == "n/a":
                continue
            found = [evidence_spans(text, question) for text in texts]
            ranges_of = [[r for r in (token_range(o, s) for s in spans) if r] for o, spans in zip(offsets, found)]
            kept = some_windows(found, rng) if train else list(range(len(texts)))
            windows = [numbers[n] for n in kept]
            before = len(self.questions)
            if kind == "b":
                text = question_text(question)
                if train and rng.random() < 0.15:
                    text = question["question"]
                first = self.add_question(*encoder.question(text), windows)
                quotes = question["evidence"]
                for at, n in enumerate(kept):
                    spans = found[n]
                    if value == "yes":
                        verdict = 0 if quotes and len(spans) == len(quotes) else -1 if spans else 3
                    else:
                        verdict = 2 if spans else 3 if quotes else 1
                    self.verdicts[first + at] = verdict
                    self.evidence[first + at] = ranges_of[n] or None
                self.groups.append(("b", first, len(kept), value == "yes", (reference, index)))
            elif kind in "crm":
                options = options_of(question)
                if train:
                    if kind != "r":
                        rng.shuffle(options)
                    # Those who write options describe the right one at more length than the others: the length must not tell.
                    share = 1 if rng.random() < 0.1 else rng.choice([0, 0.5])
                    options = [(v, v.replace("_", " ") if rng.random() < share else wording) for v, wording in options]
                ids, marks = encoder.question(question["question"], [wording for _, wording in options])
                values = [v for v, _ in options][: len(marks)]
                right = [values.index(v.strip()) for v in value.split(",") if v.strip() in values]
                if not right:
                    continue
                first = self.add_question(ids, marks, windows)
                for at, n in enumerate(kept):
                    if kind == "c":
                        self.choices[first + at] = right[0] + 1 if found[n] or not question["evidence"] else 0
                    self.evidence[first + at] = ranges_of[n] or None
                self.groups.append((kind, first, len(kept), right, (reference, index)))
            else:
                target = []
                if value != "(none)":
                    for at, n in enumerate(kept):
                        for span in answer_spans(texts[n], question):
                            r = token_range(offsets[n], span)
                            if r:
                                target.append((at, *r))
                    if not target and train:
                        continue
                first = self.add_question(*encoder.question(question["question"]), windows)
                for at, n in enumerate(kept):
                    self.evidence[first + at] = ranges_of[n] or None
                self.groups.append(("s", first, len(kept), target, (reference, index)))
            holds = [bool(spans) for spans in found]
            if any(holds) and not all(holds):
                self.picks.append((before, numbers, holds))
        return texts, offsets

    def tensors(self, device):
        return moved(arrays(self), device)


def padded(lists, fill=0):
    width = (max(len(x) for x in lists) + 7) // 8 * 8
    out, mask = np.full((len(lists), width), fill, np.int64), np.zeros((len(lists), width), bool)
    for row, values in enumerate(lists):
        out[row, : len(values)], mask[row, : len(values)] = values, True
    return out, mask


def arrays(batch):
    """Everything that the losses need, as arrays: windows, and questions by the layer from which they are read with a window."""
    window_ids, window_mask = padded(batch.windows)
    spans = {batch.pairs[first][0] for kind, first, _, _, _ in batch.groups if kind == "s"}
    kind_of = lambda n: "choice" if batch.questions[n][1] else "span" if n in spans else "verdict"
    kinds = [kind_of(n) for n in range(len(batch.questions))]
    parts = []
    for kind in ("verdict", "choice", "span"):
        numbers = [n for n, k in enumerate(kinds) if k == kind]
        if numbers:
            parts.append(part_of(batch, kind, numbers, window_ids.shape[1]))
    return {"window_ids": window_ids, "window_mask": window_mask, "parts": parts}


def part_of(batch, kind, numbers, window_width):
    place = {n: i for i, n in enumerate(numbers)}
    ids, mask = padded([batch.questions[n][0] for n in numbers])
    marks, marks_mask = padded([batch.questions[n][1] or [0] for n in numbers])
    pairs = [p for p, (q, _) in enumerate(batch.pairs) if q in place]
    row = {p: i for i, p in enumerate(pairs)}
    groups = [g for g in batch.groups if g[1] in row]
    part = {
        "kind": kind,
        "numbers": pairs,
        "groups": groups,
        "ids": ids,
        "mask": mask,
        "marks": marks,
        "marks_mask": marks_mask,
        "question": np.array([place[batch.pairs[p][0]] for p in pairs]),
        "window": np.array([batch.pairs[p][1] for p in pairs]),
        "verdicts": np.array([batch.verdicts[p] for p in pairs]),
        "choices": np.array([batch.choices[p] for p in pairs]),
    }
    indexed = lambda found: group_index(found, row)
    of = lambda wanted: [g for g in groups if g[0] in wanted]
    if of("b"):
        part["b"] = {**indexed(of("b")), "target": np.array([float(g[3]) for g in of("b")], np.float32)}
    for name in "crm":
        if of(name):
            target = np.zeros((len(of(name)), marks.shape[1]), np.float32)
            for at, g in enumerate(of(name)):
                for right in g[3]:
                    target[at, right] = 1.0
                if name == "r":  # a neighbouring step is half right
                    last = len(batch.questions[batch.pairs[g[1]][0]][1])
                    for step in (g[3][0] - 1, g[3][0] + 1):
                        if 0 <= step < last:
                            target[at, step] = 1 / 3
            part[name] = {**indexed(of(name)), "target": target / target.sum(1, keepdims=True) if name != "m" else target}
    if of("s"):
        found = indexed(of("s"))
        gold = np.zeros((len(of("s")), 1 + found["index"].shape[1] * window_width, 2), bool)
        for at, (_, _, _, target, _) in enumerate(of("s")):
            if not target:
                gold[at, 0, :] = True
            for n, start, end in target:
                gold[at, 1 + n * window_width + start, 0] = True
                gold[at, 1 + n * window_width + end, 1] = True
        part["s"] = {**found, "gold": gold}
    shown = [p for p in pairs if batch.evidence[p]]
    if shown:
        gold = np.zeros((len(shown), window_width, 2), bool)
        for at, p in enumerate(shown):
            for start, end in batch.evidence[p]:
                gold[at, start, 0] = True
                gold[at, end, 1] = True
        part["shown"] = {"rows": np.array([row[p] for p in shown]), "gold": gold}
    picks = [(place[q], windows, holds) for q, windows, holds in batch.picks if q in place]
    if picks:
        width = max(len(windows) for _, windows, _ in picks)
        window, real, gold = np.zeros((len(picks), width), np.int64), np.zeros((len(picks), width), bool), np.zeros((len(picks), width), bool)
        for at, (_, windows, holds) in enumerate(picks):
            window[at, : len(windows)], real[at, : len(windows)], gold[at, : len(windows)] = windows, True, holds
        part["pick"] = {"question": np.array([q for q, _, _ in picks]), "window": window, "real": real, "gold": gold}
    return part


def group_index(groups, row):
    """[groups, most pairs] rows of a part's pairs, and which of them are real."""
    width = max(n for _, _, n, _, _ in groups)
    index, real = np.zeros((len(groups), width), np.int64), np.zeros((len(groups), width), bool)
    for at, (_, first, n, _, _) in enumerate(groups):
        index[at, :n] = [row[first + i] for i in range(n)]
        real[at, :n] = True
    return {"index": index, "real": real}


def moved(value, device):
    """The same with tensors on the device; lists and names stay."""
    if isinstance(value, np.ndarray):
        tensor = torch.from_numpy(value)
        return tensor.pin_memory().to(device, non_blocking=True) if device == "cuda" else tensor
    if isinstance(value, dict):
        return {k: moved(v, device) if k != "groups" else v for k, v in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [moved(v, device) for v in value]
    return value
