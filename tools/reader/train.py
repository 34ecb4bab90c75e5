"""Trains the reader.

  train.py pretrain DIR OUT   statements about short texts (*-pairs.jsonl.xz) on DIR/base.npz; writes OUT-pretrained.npz
  train.py finetune DIR OUT   labelled conversations (train.jsonl) on DIR/start.npz; writes OUT.npz and prints figures on the other sets
  train.py both DIR OUT       one after the other
  train.py further DIR OUT    labelled conversations and kits with public reading sets beside them, on DIR/start.npz (dequantise.py); as finetune

Environment: SECONDS, PRETRAIN_SECONDS and PUBLIC_SECONDS (time limits), EPOCHS, RATE, PUBLIC_RATE, SEED, LIMIT (a small trial), REPLAY (pretraining
texts a step), PUBLIC (items of public sets a step), CONTRASTS and PROBES (short passages and probes a step), CATEGORY and EVIDENCE (losses.py), KIT_PAIRS, OVERSAMPLE, LANGUAGES, OLD_KITS (see one_epoch), RANK (losses.py), CUTS (words
in a window, one of these a step), WORDS (how fast the word table learns, 0: not at all), WORKERS, COMPILE=1 (fused layers, PyTorch 2 on a GPU: kept where it is faster), SAVE_EVERY (seconds between weights kept on the way)."""
import gc
import json
import lzma
import os
import random
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from glob import glob
from multiprocessing import get_context

import numpy as np
import torch

from batches import Batch, Encoder, arrays, moved, token_range
from contrasts import read_contrasts, rendered
from evaluate import evaluate
from losses import losses
from model import CLS, SEP, load_base, save_weights
from public_sets import PublicSets

setting = lambda name, default: type(default)(os.environ.get(name, default))
DEVICE = "cuda" if glob("/dev/nvidia[0-9]*") else "cpu"  # asking CUDA itself would start it before the processes are forked
LIMIT = setting("LIMIT", 0)
START = time.time()
WEIGHTS = {"mnli": 3, "kpa": 2, "boolq": 3, "bank": 2, "craigslist": 2, "air": 0.7, "sgd": 0.35, "goemotions": 0.6, "reviews": 0.5, "amazonfood": 0.5, "cls": 0.5, "tone": 0.5, "scitail": 0.7}
ASK_WHICH = ["Which of these is true?", "What happens?", "Which statement fits?", "What is said?"]
STOP_WORDS = set("the a an to of and in is it that i you for on be we so uh um have was are do can my your with at this not just but if or me they would as".split())


def say(*words):
    print(f"{time.time() - START:6.0f}s", *words, flush=True)


def load_pairs(folder, rng):
    """[(context, [(statement, label)])], sources weighed by sampling."""
    by_context = {}
    for name in ("public-pairs", "behaviour-pairs"):
        if not os.path.exists(f"{folder}/{name}.jsonl.xz"):
            continue
        with lzma.open(f"{folder}/{name}.jsonl.xz", "rt") as lines:
            for number, line in enumerate(lines):
                if LIMIT and number >= LIMIT * 50:
                    break
                source, context, statement, label = json.loads(line)
                weight = WEIGHTS.get(source, 2 if name == "behaviour-pairs" else 1)
                for _ in range(int(weight) + (rng.random() < weight % 1)):
                    by_context.setdefault(context, []).append((statement, label))
    return list(by_context.items())


def cloze(context, rng):
    """A phrase of the context is the answer; what stands around it, thinned, is the question."""
    words = [(m.start(), m.end()) for m in re.finditer(r"[A-Za-z0-9$£€'’.,:-]*[A-Za-z0-9]", context)]
    if len(words) < 12:
        return None
    for _ in range(6):
        i = rng.randrange(len(words))
        word = context[words[i][0] : words[i][1]]
        if word.lower() in STOP_WORDS or (len(word) < 3 and not word.isdigit()):
            continue
        j = min(len(words) - 1, i + rng.choice([0, 0, 1, 2, 4]))
        low, high = max(0, i - rng.randrange(3, 10)), min(len(words), j + 1 + rng.randrange(2, 9))
        before = [context[a:b] for a, b in words[low:i] if rng.random() < 0.65]
        after = [context[a:b] for a, b in words[j + 1 : high] if rng.random() < 0.65]
        if len(before) + len(after) < 3:
            continue
        ask = rng.choice(["how many", "what number", "how much"]) if re.search(r"\d", word) else rng.choice(["what", "which", "who", "what name", "where", "when"])
        question = " ".join([ask, *before, *after] if rng.random() < 0.5 else [*before, ask, *after]).lower() + "?"
        return question, (words[i][0], words[j][1])
    return None


class Pairs:
    """Pretraining texts, tokenised once, handed out as batches of similar length."""

    def __init__(self, folder, encoder, rng):
        self.encoder, self.rng = encoder, rng
        texts = load_pairs(folder, rng)
        self.contexts = [context for context, _ in texts]
        self.statements = [statements for _, statements in texts]
        encoded = []
        for at in range(0, len(texts), 50_000):
            encoded += encoder.tokenizer.encode_batch(self.contexts[at : at + 50_000], add_special_tokens=False)
        self.windows = [[CLS, *e.ids[:254], SEP] for e in encoded]
        self.offsets = [e.offsets[:254] for e in encoded]
        unique = list({s for statements in self.statements for s, _ in statements})
        self.questions = {}
        for at in range(0, len(unique), 50_000):
            part = unique[at : at + 50_000]
            for text, e in zip(part, encoder.tokenizer.encode_batch(part, add_special_tokens=False)):
                self.questions[text] = [CLS, *e.ids[:80], SEP]
        self.recent = []
        say(f"{len(texts)} texts, {sum(len(s) for s in self.statements)} statements")

    def add(self, batch, n):
        """One text with its statements, sometimes a choice among them, sometimes a phrase to find."""
        rng = self.rng
        batch.windows.append(self.windows[n])
        window = [len(batch.windows) - 1]
        statements = self.statements[n]
        if len(statements) > 8:
            statements = rng.sample(statements, 8)
        for text, label in statements:
            batch.verdicts[batch.add_question(self.questions[text], [], window)] = label
        true = [s for s, label in statements if label == 0]
        false = [s for s, label in statements if label != 0]
        if true and len(false) >= 2 and rng.random() < 0.3:
            options = rng.sample(false, min(len(false), rng.randrange(2, 5))) + [rng.choice(true)]
            rng.shuffle(options)
            ids, marks = self.encoder.question(rng.choice(ASK_WHICH), options)
            right = options.index(next(o for o in options if o in true))
            if right < len(marks):
                first = batch.add_question(ids, marks, window)
                batch.choices[first] = right + 1
                batch.groups.append(("c", first, 1, [right], None))
        if len(self.windows[n]) > 26 and rng.random() < 0.3:
            made = cloze(self.contexts[n], rng)
            if made:
                question, span = made
                ids = self.encoder.question(question)[0]
                found = token_range(self.offsets[n], span)
                if found:
                    batch.groups.append(("s", batch.add_question(ids, [], window), 1, [(0, *found)], None))
                self.recent = [*self.recent[-400:], ids]
                if len(self.recent) > 50 and rng.random() < 0.4:
                    batch.groups.append(("s", batch.add_question(rng.choice(self.recent[:-20]), [], window), 1, [], None))

    def epoch(self, tokens):
        """Lists of text numbers, each of about so many tokens of pairs."""
        order = list(range(len(self.windows)))
        self.rng.shuffle(order)
        out = []
        for at in range(0, len(order), 40_000):
            part = sorted(order[at : at + 40_000], key=lambda n: len(self.windows[n]) + self.rng.random() * 8)
            current, size = [], 0
            for n in part:
                cost = (len(self.windows[n]) + 24) * min(8, len(self.statements[n]))
                if current and size + cost > tokens:
                    out.append(current)
                    current, size = [], 0
                current.append(n)
                size += cost
            out.append(current)
        self.rng.shuffle(out)
        return out


WORK = {}  # what the processes that build batches inherit when they are forked


def build(task, numbers, seed):
    """A batch as arrays, in a process of its own: building takes longer than a step on a fast GPU."""
    return arrays(WORK[task](numbers, random.Random(seed)))


def prefetch(pool, task, epoch, rng, ahead=24):
    """Batches of an epoch (lists of example numbers), built ahead of their use and moved while the step before is computed."""
    waiting = []
    for numbers in epoch:
        waiting.append(pool.submit(build, task, numbers, rng.random()))
        if len(waiting) >= ahead:
            yield moved(waiting.pop(0).result(), DEVICE)
    for one in waiting:
        yield moved(one.result(), DEVICE)


class Fusing:
    """Compiles the layers after some steps and keeps that only where steps became faster."""

    PLAIN, WARM, TIMED = 30, 60, 100  # steps: timed plain, compiled and warming up, timed compiled

    def __init__(self, model):
        self.kind, self.began, self.plain_rate = type(model.L[0]), None, None
        self.plain, self.wanted = self.kind.forward, setting("COMPILE", 0)

    def before(self, step):
        if not self.wanted:
            return
        if step == self.PLAIN // 3 or step == self.WARM:
            self.mark()
        elif step == self.PLAIN:
            self.plain_rate = (step - self.PLAIN // 3) / self.since()
            self.kind.forward = torch.compile(self.plain, dynamic=True)
        elif step == self.TIMED:
            rate = (step - self.WARM) / self.since()
            say(f"{self.plain_rate:.2f} steps a second, compiled {rate:.2f}")
            if rate < self.plain_rate:
                self.undo()
            self.wanted = 0

    def mark(self):
        if DEVICE == "cuda":
            torch.cuda.synchronize()
        self.began = time.time()

    def since(self):
        began = self.began
        self.mark()
        return time.time() - began

    def failed(self, error):
        """A compiler is missing, or refuses: the same steps without it."""
        if self.kind.forward is self.plain:
            raise error
        say("layers are not compiled:", str(error)[:200])
        self.wanted = 0
        self.undo()

    def undo(self):
        self.kind.forward = self.plain


def train_loop(model, pool, task, epoch_of, epochs, rate, seconds, rng, out=None):
    heads = [p for n, p in model.named_parameters() if n.split(".")[0] in ("option", "undecided", "span", "pick", "pick_scale", "matter", "weigh")]
    ids = {id(p) for p in heads}
    words = [model.w.weight]
    model.w.weight.requires_grad_(setting("WORDS", 1.0) > 0)
    body = [p for p in model.parameters() if id(p) not in ids and p is not model.w.weight]
    groups = [{"params": body, "times": 1.0}, {"params": heads, "times": 4.0}, {"params": words, "times": setting("WORDS", 1.0), "weight_decay": 0.0 if setting("WORDS", 1.0) < 1 else 0.01}]
    optimizer = torch.optim.AdamW(groups, lr=rate, weight_decay=0.01, betas=(0.9, 0.98), eps=1e-6, **({"fused": True} if DEVICE == "cuda" else {}))
    parameters = list(model.parameters())
    average, fusing = None, Fusing(model)
    model.train()
    gc.collect()
    gc.freeze()  # millions of small lists of token numbers: never walk them again
    began, step, total, seen, done, saved = time.time(), 0, None, {}, False, time.time()
    for _ in range(epochs):
        batches = epoch_of()
        total = total or min(setting("STEPS", 10**9), len(batches) * epochs)
        for tensors in prefetch(pool, task, batches, rng):
            fusing.before(step)
            progress = max(step / total, (time.time() - began) / seconds)
            if progress >= 1:
                done = True
                break
            now = rate * min(1, (step + 1) / (0.06 * total + 1)) * max(0.02, 1 - progress)
            for group in optimizer.param_groups:
                group["lr"] = now * group["times"]
            optimizer.zero_grad(set_to_none=True)
            try:
                with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
                    loss, parts = losses(model, tensors)
                loss.backward()
            except Exception as error:  # only of compiled layers: then once more without
                fusing.failed(error)
                continue
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            step += 1
            if progress > 0.6:  # the average of the last steps generalises better than the last one
                with torch.no_grad():
                    if average is None:
                        average = [p.detach().clone() for p in parameters]
                    else:
                        torch._foreach_lerp_(average, [p.detach() for p in parameters], 0.005)
            for name, value in parts.items():
                seen.setdefault(name, []).append(value)
            if step % 200 == 0 or LIMIT:
                say(f"step {step}/{total}", " ".join(f"{n} {float(torch.stack(v[-100:]).mean()):.3f}" for n, v in seen.items()))
            if out and average is not None and time.time() - saved > setting("SAVE_EVERY", 1e9):
                saved = time.time()
                names = [name for name, _ in model.named_parameters()]
                save_weights(dict(zip(names, average)), out + "-on-the-way.npz")
        if done:
            break
    fusing.undo()
    say(f"{step} steps of {total} in {time.time() - began:.0f}s")
    if average is not None:
        with torch.no_grad():
            for kept, p in zip(average, parameters):
                p.copy_(kept)


def pretrain(model, pool, pairs, rng):
    train_loop(model, pool, "pairs", lambda: pairs.epoch(setting("TOKENS", 40_000)), setting("PRETRAIN_EPOCHS", 3), setting("PRETRAIN_RATE", 1e-4), setting("PRETRAIN_SECONDS", 230.0), rng)


def read_public(model, pool, public, rng):
    train_loop(model, pool, "public", lambda: public.epoch(rng, setting("PUBLIC_TOKENS", 40_000)), setting("PUBLIC_EPOCHS", 4), setting("PUBLIC_RATE", 5e-5), setting("PUBLIC_SECONDS", 0.0), rng)


def load_lines(path):
    return [json.loads(line) for line in open(path, encoding="utf8")]


def one_epoch(train, rng):
    """Units of conversations: every one once (new kits OVERSAMPLE times, those in other languages LANGUAGES times); two variants of one conversation, and with KIT_PAIRS=n so many calls of a kit, side by side."""
    units, variants, kits, side = [], {}, {}, setting("KIT_PAIRS", 0)
    for number, conversation in enumerate(train):
        times = setting("LANGUAGES", 1) if "language" in conversation else setting("OVERSAMPLE", 1) if conversation.get("new") else setting("OLD_KITS", 1) if conversation.get("kit") else 1
        if "variant_of" in conversation:
            variants.setdefault(conversation["variant_of"], []).append(number)
        elif conversation.get("kit") and side:
            kits.setdefault((conversation["kit"], times), []).append(number)
        else:
            units += [[number]] * times
    for found in variants.values():
        rng.shuffle(found)
        units += [found[at : at + 2] for at in range(0, min(len(found), setting("VARIANTS", 2)), 2)]
    for (_, times), found in kits.items():
        for _ in range(times):
            rng.shuffle(found)
            units += [found[at : at + side] for at in range(0, len(found), side)]
    rng.shuffle(units)
    return units


def grouped(units, size):
    """Lists of about `size` conversations; a unit stays together."""
    out, current = [], []
    for unit in units:
        if current and len(current) + len(unit) > size:
            out.append(current)
            current = []
        current = [*current, *unit]
    return [*out, current] if current else out


class Foreign:
    """Questions of other conversations, put to one that does not speak of their matter: the answer is no, or not said. Without them a
    question that was asked of one conversation only gives its answer away by its wording."""

    def __init__(self, train):
        questions = [q for c in train if "variant_of" not in c and "language" not in c for q in c["questions"]]
        counts = Counter(w for q in questions for w in content_words(q["question"]))
        rare = lambda q: {w for w in content_words(q["question"]) if counts[w] <= 0.004 * len(questions)}
        self.yes = [(q, rare(q)) for q in questions if q["kind"] == "b" and q["value"] == "yes" and rare(q)]
        self.said = [(q, rare(q)) for q in questions if q["kind"] in "tn" and q["value"] != "(none)" and rare(q)]

    def beside(self, conversation, rng):
        """The conversation with a few such questions more."""
        if "variant_of" in conversation or "language" in conversation:  # shared words tell nothing across languages
            return conversation
        words = {stem(w) for _, text in conversation["turns"] for w in re.findall(r"[a-z]{3,}", text.lower())}
        more = []
        for pool, count, value in ((self.yes, setting("FOREIGN", 3), "no"), (self.said, 1, "(none)")):
            for question, rare in rng.sample(pool, min(len(pool), 4 * count)):
                if count > 0 and not rare & words:
                    more.append({**question, "value": value, "evidence": []})
                    count -= 1
        return {**conversation, "questions": conversation["questions"] + more}


def stem(word):
    return re.sub(r"(?:ing|ed|es|s|ly)$", "", word)


def content_words(text):
    return {stem(w) for w in re.findall(r"[a-z]{3,}", text.lower())} - STOP_WORDS


def swapped(conversations):
    """Every question put to another conversation, of the same kit where there is one: a model that reads is at chance."""
    kits = {}
    for conversation in conversations:
        kits.setdefault(conversation.get("kit"), []).append(conversation)
    out = []
    for found in kits.values():
        others = found[3:] + found[:3] if found[0].get("kit") else found[7:] + found[:7]
        out += [{**c, "turns": o["turns"], "sides": o["sides"], "questions": [{**q, "evidence": []} for q in c["questions"] if q["kind"] in "bc"]} for c, o in zip(found, others)]
    return out


def finetune(model, pool, train, rng, out):
    def epoch():
        return grouped(one_epoch(train, rng), setting("GROUP", 4))

    train_loop(model, pool, "conversations", epoch, setting("EPOCHS", 10), setting("RATE", 5e-5), setting("SECONDS", 240.0), rng, out)


TESTS = ("languages-choose", "languages-choose-en", "languages-report", "languages-report-en", "kits-choose", "probes-choose", "dev", "test", "kits-dev", "kits-test", "star")


def report(model, encoder, tests, mosts=(99, 2)):
    for name, found in tests.items():
        for most, figures in evaluate(model, encoder, found, DEVICE, mosts).items():
            say(name, f"windows {most}:", json.dumps(figures))
    for name in ("languages-choose", "kits-choose", "test", "kits-test"):
        if name in tests:
            say(name, "questions put to another conversation, windows 2:", json.dumps(evaluate(model, encoder, swapped(tests[name]), DEVICE, (2,))[2]))


class Short:
    """Passages in several versions, and probes: some beside the conversations of every step."""

    def __init__(self, folder, train):
        self.passages = read_contrasts(sorted(glob(f"{folder}/contrasts/*.txt")))
        probes = f"{folder}/probes.jsonl"
        self.probes = load_lines(probes) if os.path.exists(probes) else []
        self.hosts = [c for c in train if "variant_of" not in c and "language" not in c]

    def add(self, batch, encoder, rng):
        for passage in rng.sample(self.passages, min(setting("CONTRASTS", 0), len(self.passages))):
            reference = f"contrast {rng.random()}"
            for conversation in rendered(passage, rng, self.hosts):
                batch.add_conversation(encoder, conversation, rng, reference)
        for conversation in rng.sample(self.probes, min(setting("PROBES", 0), len(self.probes))):
            batch.add_conversation(encoder, conversation, rng)


def prepare_batches(encoder, pairs, train, public=None, short=None):
    """The ways to build a batch, for the processes that are about to be forked."""
    replay, foreign = setting("REPLAY", 40), Foreign(train)
    cuts = [int(words) for words in setting("CUTS", "100,150,150,150,190,230").split(",")]

    def add_pairs(batch, rng):
        for n in rng.sample(range(len(pairs.windows)), min(replay, len(pairs.windows))):
            if len(pairs.windows[n]) < 160:
                pairs.add(batch, n)

    def of_public(numbers, rng):
        batch = Batch()
        pairs.rng = rng
        for n in numbers:
            public.add(batch, n, rng)
        add_pairs(batch, rng)
        return batch

    def of_pairs(numbers, rng):
        batch = Batch()
        pairs.rng = rng
        for n in numbers:
            pairs.add(batch, n)
        return batch

    def of_conversations(numbers, rng):
        batch = Batch()
        pairs.rng = rng
        cut = (rng.choice(cuts), rng.choice([0, 40, 40, 70]))
        for n in numbers:
            batch.add_conversation(encoder, foreign.beside(train[n], rng), rng, reference=train[n].get("kit") or train[n].get("variant_of"), cut=cut)
        add_pairs(batch, rng)
        if short is not None:
            short.add(batch, encoder, rng)
        if public is not None:
            for n in rng.sample(public.medium, min(setting("PUBLIC", 40), len(public.medium))):
                public.add(batch, n, rng)
        return batch

    WORK.update(pairs=of_pairs, conversations=of_conversations, public=of_public)


def main(task, folder, out):
    seed = setting("SEED", 3)
    rng = random.Random(seed)
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    encoder = Encoder(f"{folder}/tokenizer.json")
    pairs = Pairs(folder, encoder, rng)
    public = PublicSets(folder, encoder, LIMIT * 40) if task == "further" else None
    if public:
        say(len(public.items), "items of public sets")
    train = load_lines(f"{folder}/train.jsonl")
    if os.path.exists(f"{folder}/languages-train.jsonl"):
        train += load_lines(f"{folder}/languages-train.jsonl")
    tests = {name: load_lines(f"{folder}/{name}.jsonl") for name in TESTS if os.path.exists(f"{folder}/{name}.jsonl")}
    if LIMIT:
        train, tests = train[:LIMIT] + train[-LIMIT:], {name: found[:LIMIT] for name, found in tests.items()}
    say(len(train), "conversations,", sum(len(c["questions"]) for c in train), "questions")
    short = Short(folder, train) if task == "further" else None
    if short:
        say(len(short.passages), "passages,", len(short.probes), "probes")
    prepare_batches(encoder, pairs, train, public, short)
    gc.collect()
    gc.freeze()
    with ProcessPoolExecutor(setting("WORKERS", 12), mp_context=get_context("fork")) as pool:
        list(pool.map(time.sleep, [0.5] * setting("WORKERS", 12)))  # the processes are forked before the GPU is touched
        if DEVICE == "cuda":
            torch.backends.cuda.enable_cudnn_sdp(False)  # it plans again for every length: ten times slower here
        say("on", DEVICE)
        model = load_base(f"{folder}/{'start' if task in ('finetune', 'further') else 'base'}.npz").to(DEVICE)
        if task == "further":
            report(model, encoder, {name: found for name, found in tests.items() if name in ("languages-choose", "kits-choose", "probes-choose")})
            if public.items and setting("PUBLIC_SECONDS", 0.0) > 0:
                read_public(model, pool, public, rng)
                report(model, encoder, {name: found for name, found in tests.items() if name == "kits-choose"}, (2,))
        if task in ("pretrain", "both"):
            pretrain(model, pool, pairs, rng)
            save_weights(model.state_dict(), out + "-pretrained.npz")
        if task in ("finetune", "both", "further"):
            finetune(model, pool, train, rng, out)
            save_weights(model.state_dict(), out + ".npz")
            report(model, encoder, tests, (99, 2))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("pretrain", "finetune", "both", "further"):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
