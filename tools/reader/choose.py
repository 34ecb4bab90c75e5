"""Figures of several weights, and of means of them, on the sets for choosing: choose.py DIR NAME=ONE.npz[+OTHER.npz…]…"""
import json
import sys

from average import mean_of
from batches import Encoder
from evaluate import evaluate
from model import load_base
from train import DEVICE, load_lines

CUTS = ((150, 40), (230, 60), (270, 60))

if __name__ == "__main__":
    folder, *candidates = sys.argv[1:]
    encoder = Encoder(f"{folder}/tokenizer.json")
    kits, probes = (load_lines(f"{folder}/{name}.jsonl") for name in ("kits-choose", "probes-choose"))
    for candidate in candidates:
        name, _, files = candidate.partition("=")
        paths = files.split("+")
        model = load_base(paths[0])
        model.load_state_dict(mean_of(paths))
        model.to(DEVICE)
        for cut in CUTS:
            for most, figures in evaluate(model, encoder, kits, DEVICE, (99, 3), cut).items():
                print(name, f"kits, windows of {cut[0]} words, {most}:", json.dumps(figures), flush=True)
        print(name, "probes:", json.dumps(evaluate(model, encoder, probes, DEVICE, (2,))[2]), flush=True)
