"""Trained weights → the four ONNX blocks that the service runs: int8 matrices, fp32 in between.

  embed.onnx  token ids → hidden states after the first layers      middle.onnx, upper.onnx  hidden → hidden
  answer.onnx hidden → verdict, options, spans; middle.onnx also gives what windows are picked by

A block takes `hidden` [batch, tokens, 384] and `mask` [batch, tokens] (1 real, 0 padding).
usage: export.py WEIGHTS.npz OUTDIR"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HIDDEN, HEADS, INNER = 384, 12, 1536
BLOCKS = {"embed": (0, 2), "middle": (2, 4), "upper": (4, 8), "answer": (8, 12)}


def read_weights(path):
    saved, out = np.load(path), {}
    for key in saved.files:
        if key.endswith("::q"):
            out[key[:-3]] = saved[key].astype(np.float32) * saved[key[:-3] + "::s"].astype(np.float32)
        elif not key.endswith("::s"):
            out[key] = saved[key].astype(np.float32)
    return out


class Graph:
    def __init__(self, weights):
        self.weights, self.nodes, self.initializers, self.count = weights, [], {}, 0

    def constant(self, name, value):
        if name not in self.initializers:
            self.initializers[name] = numpy_helper.from_array(value if value.ndim == 0 else np.ascontiguousarray(value), name)
        return name

    def node(self, kind, inputs, outputs=1, **attributes):
        self.count += 1
        names = [f"{kind.lower()}_{self.count}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def quantized(self, x):
        return self.node("DynamicQuantizeLinear", [x], 3)

    def linear(self, quantized, name, weight, bias):
        """x·Wᵀ + b with W int8, one scale a column."""
        scale = np.abs(weight).max(1) / 127 + 1e-12
        q = np.round(weight / scale[:, None]).astype(np.int8).T
        xq, xs, xz = quantized
        product = self.node("MatMulInteger", [xq, self.constant(name + ".q", q), xz, self.constant("zero8", np.array(0, np.int8))])
        scaled = self.node("Mul", [self.node("Cast", [product], to=TensorProto.FLOAT), self.node("Mul", [xs, self.constant(name + ".s", scale.astype(np.float32))])])
        return self.node("Add", [scaled, self.constant(name + ".b", bias)])

    def plain(self, x, name):
        return self.node("Add", [self.node("MatMul", [x, self.constant(name + ".w", self.weights[name + ".weight"].T)]), self.constant(name + ".b", self.weights[name + ".bias"])])

    def norm(self, x, name):
        return self.node("LayerNormalization", [x, self.constant(name + ".w", self.weights[name + ".weight"]), self.constant(name + ".b", self.weights[name + ".bias"])], axis=-1, epsilon=1e-12)

    def layer(self, x, bias, n):
        w = self.weights
        get = lambda part, kind: w[f"L.{n}.{part}.{kind}"]
        together = np.concatenate([get(p, "weight") for p in "qkv"]), np.concatenate([get(p, "bias") for p in "qkv"])
        qkv = self.linear(self.quantized(x), f"L{n}.qkv", *together)
        q, k, v = self.node("Split", [qkv, self.constant("thirds", np.array([HIDDEN] * 3, np.int64))], 3, axis=2)
        shape = self.constant("heads", np.array([0, 0, HEADS, HIDDEN // HEADS], np.int64))
        q = self.node("Transpose", [self.node("Reshape", [q, shape])], perm=[0, 2, 1, 3])
        k = self.node("Transpose", [self.node("Reshape", [k, shape])], perm=[0, 2, 3, 1])
        v = self.node("Transpose", [self.node("Reshape", [v, shape])], perm=[0, 2, 1, 3])
        scores = self.node("Mul", [self.node("MatMul", [q, k]), self.constant("root", np.array(1 / np.sqrt(HIDDEN // HEADS), np.float32))])
        attention = self.node("Softmax", [self.node("Add", [scores, bias])], axis=-1)
        mixed = self.node("Transpose", [self.node("MatMul", [attention, v])], perm=[0, 2, 1, 3])
        mixed = self.node("Reshape", [mixed, self.constant("flat", np.array([0, 0, HIDDEN], np.int64))])
        x = self.norm(self.node("Add", [x, self.linear(self.quantized(mixed), f"L{n}.o", get("o", "weight"), get("o", "bias"))]), f"L.{n}.ln1")
        inner = self.linear(self.quantized(x), f"L{n}.f1", get("f1", "weight"), get("f1", "bias"))
        erf = self.node("Erf", [self.node("Div", [inner, self.constant("sqrt2", np.array(np.sqrt(2), np.float32))])])
        inner = self.node("Mul", [self.node("Mul", [inner, self.node("Add", [erf, self.constant("one", np.array(1, np.float32))])]), self.constant("half", np.array(0.5, np.float32))])
        return self.norm(self.node("Add", [x, self.linear(self.quantized(inner), f"L{n}.f2", get("f2", "weight"), get("f2", "bias"))]), f"L.{n}.ln2")

    def save(self, path, inputs, outputs):
        graph = helper.make_graph(self.nodes, os.path.basename(path)[:-5], inputs, outputs, list(self.initializers.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, path)
        return os.path.getsize(path)


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def export_block(weights, block, path):
    g = Graph(weights)
    first, last = BLOCKS[block]
    mask = value("mask", TensorProto.FLOAT, ["batch", "tokens"])
    bias = g.node("Mul", [g.node("Sub", ["mask", g.constant("one", np.array(1, np.float32))]), g.constant("far", np.array(10000, np.float32))])
    bias = g.node("Unsqueeze", [bias, g.constant("axes", np.array([1, 2], np.int64))])
    inputs = [value("hidden", TensorProto.FLOAT, ["batch", "tokens", HIDDEN]), mask]
    x = "hidden"
    if block == "embed":
        inputs = [value("ids", TensorProto.INT64, ["batch", "tokens"]), value("positions", TensorProto.INT64, ["tokens"]), value("kind", TensorProto.INT64, [1]), mask]
        words = weights["w.weight"]
        scale = np.abs(words).max(1, keepdims=True) / 127 + 1e-12
        row = g.node("Gather", [g.constant("words.q", np.round(words / scale).astype(np.int8)), "ids"])
        word = g.node("Mul", [g.node("Cast", [row], to=TensorProto.FLOAT), g.node("Gather", [g.constant("words.s", scale.astype(np.float32)), "ids"])])
        position = g.node("Gather", [g.constant("positions.w", weights["p.weight"]), "positions"])
        kind = g.node("Gather", [g.constant("kinds.w", weights["t.weight"]), "kind"])
        x = g.norm(g.node("Add", [word, g.node("Add", [position, kind])]), "ln")
    for n in range(first, last):
        x = g.layer(x, bias, n)
    outputs = [(x, "hidden_out", ["batch", "tokens", HIDDEN])]
    if block == "middle":  # what windows are picked by
        outputs.append((g.plain(x, "pick"), "pick", ["batch", "tokens", weights["pick.weight"].shape[0]]))
        outputs.append((g.plain(x, "matter"), "matter", ["batch", "tokens", 1]))
    if block == "answer":
        first_token = g.node("Gather", [x, g.constant("zero", np.array(0, np.int64))], axis=1)
        verdict = g.plain(g.node("Tanh", [g.plain(first_token, "pool")]), "out")
        outputs = [(verdict, "verdict", ["batch", 3]), (g.plain(first_token, "undecided"), "undecided", ["batch", 1]), (g.plain(x, "option"), "options", ["batch", "tokens", 2]), (g.plain(x, "span"), "spans", ["batch", "tokens", 4])]
    named = []
    for inner, name, shape in outputs:
        g.nodes.append(helper.make_node("Identity", [inner], [name]))
        named.append(value(name, TensorProto.FLOAT, shape))
    return g.save(path, inputs, named)


if __name__ == "__main__":
    source, target = sys.argv[1:3]
    os.makedirs(target, exist_ok=True)
    weights = read_weights(source)
    for block in BLOCKS:
        print(block, export_block(weights, block, f"{target}/{block}.onnx"))
