"""The mean of the weights of two runs from the same start: average.py ONE.npz OTHER.npz OUT.npz

Half way between the start and what was trained further, the model keeps what it knew and has most of what it learned."""
import sys

from model import load_base, save_weights

if __name__ == "__main__":
    one, other, out = sys.argv[1:]
    first, second = load_base(one).state_dict(), load_base(other).state_dict()
    save_weights({name: (value.float() + second[name].float()) / 2 for name, value in first.items()}, out)
