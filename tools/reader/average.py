"""The mean of the weights of several runs from the same start: average.py OUT.npz ONE.npz OTHER.npz…

Half way between the start and what was trained further, the model keeps what it knew and has most of what it learned; the mean of runs with other seeds is
better than each of them. A file that is named twice counts twice."""
import sys

from model import load_base, save_weights


def mean_of(paths):
    states = [load_base(path).state_dict() for path in paths]
    return {name: sum(state[name].float() for state in states) / len(states) for name in states[0]}


if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    save_weights(mean_of(paths), out)
