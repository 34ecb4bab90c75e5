"""The shipped ONNX blocks → weights that train.py starts from (matrices int8 with a scale a row, as save_weights writes them: nothing is lost).

usage: dequantise.py ONNXDIR OUT.npz
The blocks do not hold `weigh` (yes, no, bias at conversation level) and `pick_scale`. WEIGH was fitted on kits, PICK_SCALE is where training began."""
import sys

import numpy as np
import onnx
from onnx import numpy_helper

HIDDEN, LAYERS = 384, 12
WEIGH, PICK_SCALE = [0.31, 0.2, 0.05], 8.0


def initializers(path):
    return {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}


def dequantised(folder):
    """{name: (int8, scale) or float32}, under the reader's names."""
    out = {}
    found = {}
    for block in ("embed", "middle", "upper", "answer"):
        found |= initializers(f"{folder}/{block}.onnx")
    out["w.weight"] = (found["words.q"], found["words.s"].reshape(-1, 1))
    out["p.weight"], out["t.weight"] = found["positions.w"], found["kinds.w"]
    out["ln.weight"], out["ln.bias"] = found["ln.w"], found["ln.b"]
    for n in range(LAYERS):
        q, s, b = found[f"L{n}.qkv.q"].T, found[f"L{n}.qkv.s"].reshape(-1, 1), found[f"L{n}.qkv.b"]
        for at, part in enumerate("qkv"):
            rows = slice(at * HIDDEN, (at + 1) * HIDDEN)
            out[f"L.{n}.{part}.weight"], out[f"L.{n}.{part}.bias"] = (q[rows], s[rows]), b[rows]
        for part in ("o", "f1", "f2"):
            out[f"L.{n}.{part}.weight"] = (found[f"L{n}.{part}.q"].T, found[f"L{n}.{part}.s"].reshape(-1, 1))
            out[f"L.{n}.{part}.bias"] = found[f"L{n}.{part}.b"]
        for part in ("ln1", "ln2"):
            out[f"L.{n}.{part}.weight"], out[f"L.{n}.{part}.bias"] = found[f"L.{n}.{part}.w"], found[f"L.{n}.{part}.b"]
    for head in ("pick", "matter", "pool", "out", "undecided", "option", "span"):
        out[f"{head}.weight"], out[f"{head}.bias"] = found[f"{head}.w"].T, found[f"{head}.b"]
    out["weigh"], out["pick_scale"] = np.array(WEIGH, np.float32), np.array(PICK_SCALE, np.float32)
    return out


if __name__ == "__main__":
    weights, saved = dequantised(sys.argv[1]), {}
    for name, value in weights.items():
        if not isinstance(value, tuple):
            saved[name] = value.copy()
        else:
            saved[name + "::q"], saved[name + "::s"] = np.ascontiguousarray(value[0]), value[1].astype(np.float32)
    np.savez_compressed(sys.argv[2], **saved)
    print(len(weights), "tensors,", sum(v[0].size if isinstance(v, tuple) else v.size for v in weights.values()), "numbers")
