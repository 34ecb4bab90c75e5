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


class Batch:
    def __init__(self):
        self.windows, self.questions, self.pairs = [], [], []
        self.verdicts, self.choices, self.evidence = [], [], []  # one entry a pair
        self.groups = []  # (kind, first pair, number of pairs, target, reference)

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

    def add_conversation(self, encoder, conversation, rng=None, reference=None):
        """All questions on all windows. With rng: as training example, varied."""
        train = rng is not None
        turns = tagged_turns(conversation, unnamed=train and rng.random() < 0.08)
        pieces = pieces_of(turns)
        size, overlap = (rng.choice([100, 150, 150, 150, 190]), rng.choice([0, 40, 40, 70])) if train else (150, 40)
        ranges = windows_of(pieces, size, overlap)
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
            if kind == "b":
                text = question_text(question)
                if train and rng.random() < 0.15:
                    text = question["question"]
                first = self.add_question(*encoder.question(text), numbers)
                quotes = question["evidence"]
                for n, spans in enumerate(found):
                    if value == "yes":
                        verdict = 0 if quotes and len(spans) == len(quotes) else -1 if spans else 3
                    else:
                        verdict = 2 if spans else 3 if quotes else 1
                    self.verdicts[first + n] = verdict
                    self.evidence[first + n] = ranges_of[n] or None
                self.groups.append(("b", first, len(numbers), value == "yes", (reference, index)))
            elif kind in "crm":
                options = options_of(question)
                if train:
                    if kind != "r":
                        rng.shuffle(options)
                    if rng.random() < 0.1:
                        options = [(v, v.replace("_", " ")) for v, _ in options]
                ids, marks = encoder.question(question["question"], [wording for _, wording in options])
                values = [v for v, _ in options][: len(marks)]
                right = [values.index(v.strip()) for v in value.split(",") if v.strip() in values]
                if not right:
                    continue
                first = self.add_question(ids, marks, numbers)
                for n, spans in enumerate(found):
                    if kind == "c":
                        self.choices[first + n] = right[0] + 1 if spans or not question["evidence"] else 0
                    self.evidence[first + n] = ranges_of[n] or None
                self.groups.append((kind, first, len(numbers), right, (reference, index)))
            else:
                first = self.add_question(*encoder.question(question["question"]), numbers)
                target = []
                if value != "(none)":
                    for n, text in enumerate(texts):
                        for span in answer_spans(text, question):
                            r = token_range(offsets[n], span)
                            if r:
                                target.append((n, *r))
                    if not target and train:
                        continue
                for n in range(len(numbers)):
                    self.evidence[first + n] = ranges_of[n] or None
                self.groups.append(("s", first, len(numbers), target, (reference, index)))
        return texts, offsets

    def tensors(self, device):
        return Tensors(self, device)


def padded(lists, fill=0):
    width = (max(len(x) for x in lists) + 7) // 8 * 8
    out, mask = np.full((len(lists), width), fill, np.int64), np.zeros((len(lists), width), bool)
    for row, values in enumerate(lists):
        out[row, : len(values)], mask[row, : len(values)] = values, True
    return torch.from_numpy(out), torch.from_numpy(mask)


class Tensors:
    """Windows, and questions by the layer from which they are read with a window: verdicts, choices, spans."""

    def __init__(self, batch, device):
        self.batch = batch
        self.window_ids, self.window_mask = padded(batch.windows)
        spans = {batch.pairs[first][0] for kind, first, _, _, _ in batch.groups if kind == "s"}
        kind_of = lambda n: "choice" if batch.questions[n][1] else "span" if n in spans else "verdict"
        kinds = [kind_of(n) for n in range(len(batch.questions))]
        self.parts = []
        for kind in ("verdict", "choice", "span"):
            numbers = [n for n, k in enumerate(kinds) if k == kind]
            if not numbers:
                continue
            place = {n: i for i, n in enumerate(numbers)}
            ids, mask = padded([batch.questions[n][0] for n in numbers])
            marks, marks_mask = padded([batch.questions[n][1] or [0] for n in numbers])
            pair_numbers = [p for p, (q, _) in enumerate(batch.pairs) if q in place]
            self.parts.append(
                {
                    "kind": kind,
                    "ids": ids,
                    "mask": mask,
                    "marks": marks,
                    "marks_mask": marks_mask,
                    "question": torch.tensor([place[batch.pairs[p][0]] for p in pair_numbers]),
                    "window": torch.tensor([batch.pairs[p][1] for p in pair_numbers]),
                    "pairs": torch.tensor(pair_numbers),
                }
            )
        self.to(device)

    def to(self, device):
        move = lambda t: t.to(device)
        self.window_ids, self.window_mask = move(self.window_ids), move(self.window_mask)
        self.parts = [{k: move(v) if torch.is_tensor(v) else v for k, v in part.items()} for part in self.parts]
