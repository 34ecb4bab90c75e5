"""Figures of several weights, and of means of them, on the sets for choosing: choose.py DIR NAME=ONE.npz[+OTHER.npz…]…"""
import json
import os
import sys

from average import mean_of
from batches import Encoder
from evaluate import evaluate
from model import load_base
from train import DEVICE, load_lines

SETS = {"kits-choose": (99, 3), "languages-choose": (99, 3), "languages-choose-en": (3,), "probes-choose": (2,)}  # windows read for a question

if __name__ == "__main__":
    folder, *candidates = sys.argv[1:]
    encoder = Encoder(f"{folder}/tokenizer.json")
    sets = {name: load_lines(f"{folder}/{name}.jsonl") for name in SETS if os.path.exists(f"{folder}/{name}.jsonl")}
    for candidate in candidates:
        name, _, files = candidate.partition("=")
        paths = files.split("+")
        model = load_base(paths[0])
        model.load_state_dict(mean_of(paths))
        model.to(DEVICE)
        for of, found in sets.items():
            for most, figures in evaluate(model, encoder, found, DEVICE, SETS[of]).items():
                print(name, f"{of}, {most} windows:", json.dumps(figures), flush=True)
