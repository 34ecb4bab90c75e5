"""Public reading sets in the formats of the reader's own heads: phrases to find, yes/no, options, numbers.

`spans`, `yesno`, `choice` and `numbers.jsonl.xz` hold one item a line (the README names their fields and licences). Most texts are short, so
some are read between texts of other sources: a question must find its own."""
import json
import lzma
import os

from model import CLS, SEP, WINDOW_TOKENS

ROOM = WINDOW_TOKENS - 2
LIKELY = 1.0
# How often an item of a source is seen in an epoch: dialogues more, noisy, formulaic or far-off sources less.
OFTEN = {
    "friendsqa": 2, "molweni": 1.5, "taskmaster3-tickets": 2, "taskmaster4-coffee": 1, "qmsum": 2, "cosmosqa": 1.5, "ni-craigslist-bargains": 1.5,
    "ni-doqa": 1.5, "xquad-en": 2, "qed": 1, "tatqa": 1, "ni-iirc": 1, "ni-disfl-qa": 1.5, "ni-tweetqa": 1, "ni-circa": 1.5, "bbq": 1,
    "snips": 0.35, "restaurant8k": 0.35, "ni-e2e": 0.3, "ni-winogrande": 0.4, "ni-gap": 0.6, "ni-numeric-fused-head": 0.4, "med": 0.3,
    "ni-argkp": 0.3, "ni-perspectrum": 0.3, "ni-advice": 0.3, "ni-wiqa": 0.5, "banking77": 0.5, "clinc-oos": 0.5, "ni-defeasible-social": 0.3,
    "ni-defeasible-atomic": 0.3, "ni-amazon-food": 0.5, "ni-cls-reviews": 0.5, "ni-grailqa": 0.5, "ni-babi": 0.5,
}  # fmt: skip
# Where "no" means that the text does not bear it out, not that somebody denies it.
NOT_BORNE_OUT = {"ni-argkp", "ni-perspectrum", "ni-advice", "ni-defeasible-social", "ni-defeasible-atomic", "ni-amazon-food", "ni-cls-reviews", "ni-grailqa"}
VERDICTS = {"yes": 0, "unknown": 1, "no": 2}
YES, NOT_YES = 0, 3


def lines(path, most):
    if not os.path.exists(path):
        return
    with lzma.open(path, "rt", encoding="utf8") as found:
        for number, line in enumerate(found):
            if most and number >= most:
                return
            yield json.loads(line)


class PublicSets:
    """Items, tokenised once. `add` puts one into a batch, `epoch` hands out lists of item numbers of similar length."""

    def __init__(self, folder, encoder, limit=0):
        self.encoder, self.items = encoder, []
        for name in ("spans", "numbers", "yesno", "choice"):
            self.items += [self.item(name, row) for row in lines(f"{folder}/{name}.jsonl.xz", limit)]
        contexts, encoded = list({item["context"] for item in self.items}), {}
        for at in range(0, len(contexts), 50_000):
            part = contexts[at : at + 50_000]
            for text, e in zip(part, encoder.tokenizer.encode_batch(part, add_special_tokens=False)):
                encoded[text] = (e.ids, e.offsets)
        kept = []
        for item in self.items:
            ids, offsets = encoded[item.pop("context")]
            span = item.pop("span")
            tokens = None
            if span is not None:
                inside = [i for i, (a, b) in enumerate(offsets) if b > span[0] and a < span[1]]
                if not inside:
                    continue
                tokens = (inside[0], inside[-1])
            if len(ids) > ROOM:
                if tokens is None:
                    continue
                first = max(0, min(tokens[0] - ROOM // 2, len(ids) - ROOM))
                ids, tokens = ids[first : first + ROOM], (tokens[0] - first, tokens[1] - first)
                if tokens[1] >= ROOM:
                    continue
            kept.append({**item, "ids": ids, "tokens": tokens})
        self.items = kept
        self.short = [n for n, item in enumerate(kept) if 4 < len(item["ids"]) < 90]
        self.medium = [n for n, item in enumerate(kept) if len(item["ids"]) < 200]

    def item(self, name, row):
        common = {"source": row["source"], "context": row["context"], "span": None}
        if name == "spans":
            span = None if row["answer"] is None else (row["start"], row["start"] + len(row["answer"]))
            return {**common, "kind": "s", "span": span, "question": self.encoder.question(row["question"])}
        if name == "numbers":
            return {**common, "kind": "s", "span": (row["start"], row["start"] + len(row["quote"])), "question": self.encoder.question(row["question"])}
        if name == "yesno":
            verdict = VERDICTS[row["label"]]
            if row["label"] == "no" and row["source"] in NOT_BORNE_OUT:
                verdict = NOT_YES
            return {**common, "kind": "b", "verdict": verdict, "question": self.encoder.question(row["question"])}
        return {**common, "kind": "c", "options": row["options"], "right": row["answer"], "asked": row["question"]}

    def add(self, batch, number, rng):
        item = self.items[number]
        before, ids, after = [], item["ids"], []
        if len(ids) < 130 and rng.random() < 0.5:
            for _ in range(rng.randrange(1, 4)):
                other = self.items[rng.choice(self.short)]
                if other["source"] == item["source"] or len(before) + len(ids) + len(after) + len(other["ids"]) > 220:
                    continue
                if rng.random() < 0.5:
                    before = other["ids"] + before
                else:
                    after = after + other["ids"]
        batch.windows.append([CLS, *before, *ids, *after, SEP])
        window = [len(batch.windows) - 1]
        if item["kind"] == "s":
            first = batch.add_question(*item["question"], window)
            shift = len(before) + 1  # [CLS]
            target = [] if item["tokens"] is None else [(0, item["tokens"][0] + shift, item["tokens"][1] + shift)]
            batch.groups.append(("s", first, 1, target, None))
        elif item["kind"] == "b":
            first = batch.add_question(*item["question"], window)
            batch.verdicts[first] = item["verdict"]
            batch.groups.append(("b", first, 1, item["verdict"] == YES, None))
        else:
            options = list(enumerate(item["options"]))
            rng.shuffle(options)
            ids, marks = self.encoder.question(item["asked"], [text for _, text in options])
            right = [at for at, (n, _) in enumerate(options) if n == item["right"]][0]
            if right < len(marks):
                first = batch.add_question(ids, marks, window)
                batch.choices[first] = right + 1
                batch.groups.append(("c", first, 1, [right], None))
            else:
                batch.windows.pop()

    def epoch(self, rng, tokens):
        order = []
        for number, item in enumerate(self.items):
            often = OFTEN.get(item["source"], LIKELY)
            order += [number] * (int(often) + (rng.random() < often % 1))
        rng.shuffle(order)
        out = []
        for at in range(0, len(order), 8_000):
            part = sorted(order[at : at + 8_000], key=lambda n: len(self.items[n]["ids"]) + rng.random() * 8)
            current, size = [], 0
            for number in part:
                cost = len(self.items[number]["ids"]) + 70
                if current and size + cost > tokens:
                    out.append(current)
                    current, size = [], 0
                current.append(number)
                size += cost
            out.append(current)
        rng.shuffle(out)
        return out
