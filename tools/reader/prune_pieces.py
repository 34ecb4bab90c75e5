"""Fewer pieces for the multilingual reader: prune_pieces.py WEIGHTS.npz TOKENIZER.json SEEN.json KEEP OUTDIR

Keeps KEEP pieces: every single character, every piece that SEEN (a list of piece ids that occur in the training texts) holds, then the likeliest.
Writes OUTDIR/weights.npz and OUTDIR/tokenizer.json and prints how many are left, which is VOCABULARY for the other scripts."""
import json
import sys

import numpy as np

weights, tokenizer, seen, keep, out = sys.argv[1:]
full = json.load(open(tokenizer, encoding="utf8"))
vocabulary = full["model"]["vocab"]
order = sorted(range(4, len(vocabulary) - 1), key=lambda i: -vocabulary[i][1])
wanted = set(json.load(open(seen))) | {i for i in order if len(vocabulary[i][0].replace("▁", "")) <= 1}
chosen = [i for i in order if i in wanted] + [i for i in order if i not in wanted]
kept = [0, 1, 2, 3, *sorted(chosen[: int(keep) - 5]), len(vocabulary) - 1]
full["model"]["vocab"] = [vocabulary[i] for i in kept]
place = {old: new for new, old in enumerate(kept)}
full["added_tokens"] = [{**token, "id": place[token["id"]]} for token in full["added_tokens"]]
json.dump(full, open(f"{out}/tokenizer.json", "w", encoding="utf8"), ensure_ascii=False, separators=(",", ":"))
saved = np.load(weights)
np.savez_compressed(f"{out}/weights.npz", **{name: saved[name][kept] if name.startswith("w.weight::") else saved[name] for name in saved.files})
print(len(kept))
