"""How often questions worded like this one are answered yes: a logistic model of the words of a question, fitted on questions that were
put to one conversation each. It is one weak feature of the calibration beside what the model reads, see the model card.

usage: question_prior.py TRAIN.jsonl OUT.json"""
import json
import math
import random
import re
import sys
from collections import Counter

LEAST, EPOCHS, RATE, DECAY = 6, 8, 0.05, 0.02


def words_of(question):
    words = re.findall(r"[a-z']+", question.lower())
    return {*words, *(f"{a} {b}" for a, b in zip(words, words[1:]))}


if __name__ == "__main__":
    source, target = sys.argv[1:]
    conversations = [json.loads(line) for line in open(source, encoding="utf8")]
    # The variants of one conversation and the conversations of one kit are balanced on purpose: their words tell nothing.
    asked = [(words_of(q["question"]), q["value"] == "yes") for c in conversations if "variant_of" not in c and not re.match(r"k\d", c["id"]) for q in c["questions"] if q["kind"] == "b" and q["value"] in ("yes", "no")]
    counts = Counter(word for words, _ in asked for word in words)
    examples = [([w for w in sorted(words) if counts[w] >= LEAST], yes) for words, yes in asked]
    weights, bias, rng = {w: 0.0 for w, n in sorted(counts.items()) if n >= LEAST}, 0.0, random.Random(1)
    for epoch in range(EPOCHS):
        rng.shuffle(examples)
        for words, yes in examples:
            error = 1 / (1 + math.exp(-(bias + sum(weights[w] for w in words)))) - yes
            bias -= 0.01 * error
            for w in words:
                weights[w] -= RATE / (1 + epoch) * (error + DECAY * weights[w])
    kept = {w: round(v, 3) for w, v in weights.items() if abs(v) >= 0.02}
    with open(target, "w", encoding="utf8") as file:
        json.dump({"bias": round(bias, 3), "weights": kept}, file, indent=2)
        file.write("\n")
    print(f"{len(asked)} questions, {len(kept)} words and pairs of words")
