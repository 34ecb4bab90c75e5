"""The reading model: a BERT encoder (gte-small) whose lower layers read a window and a question apart and whose upper
layers read both together. A window is encoded once for all questions, a question once for all windows."""
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HIDDEN, HEADS, INNER, LAYERS = 384, 12, 1536, 12
# The multilingual reader has the pieces of XLM-R that are kept, as many as VOCABULARY says; without it this is the English reader.
MULTILINGUAL = "VOCABULARY" in os.environ
VOCABULARY = int(os.environ.get("VOCABULARY", 30522))
APART = {"span": 2, "choice": 2, "verdict": 2}  # layers that read question and window apart; the layers after them read both together
PICKED = 4  # layers that read apart before windows are picked
CLS, SEP, MARK = (0, 2, VOCABULARY - 1) if MULTILINGUAL else (101, 102, 103)  # MARK ([MASK]) stands before each option
QUESTION_TOKENS, WINDOW_TOKENS = 128, 384
WINDOW_POSITION = QUESTION_TOKENS  # a window's first position, whatever the question
PICK = 64


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.ln1, self.ln2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)
        self.f1, self.f2 = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        b, n, h = x.shape
        heads = lambda t: t.view(b, n, HEADS, h // HEADS).transpose(1, 2)
        a = F.scaled_dot_product_attention(heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), attn_mask=mask, dropout_p=0.1 if self.training else 0.0)
        x = self.ln1(x + self.drop(self.o(a.transpose(1, 2).reshape(b, n, h))))
        return self.ln2(x + self.drop(self.f2(F.gelu(self.f1(x)))))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.p, self.t = nn.Embedding(VOCABULARY, HIDDEN), nn.Embedding(512, HIDDEN), nn.Embedding(2, HIDDEN)
        self.ln = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.L = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = nn.Dropout(0.1)
        self.pool, self.out = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 3)  # yes, not said, no
        self.option = nn.Linear(HIDDEN, 2)  # this option is the answer; this option is present
        self.undecided = nn.Linear(HIDDEN, 1)  # this window does not decide between the options
        self.span = nn.Linear(HIDDEN, 4)  # answer starts, ends; evidence starts, ends
        self.pick = nn.Linear(HIDDEN, PICK)  # likeness of a question's words and a window's: which windows to read
        self.matter = nn.Linear(HIDDEN, 1)  # how much a word of the question matters for that
        self.pick_scale = nn.Parameter(torch.tensor(8.0))
        self.weigh = nn.Parameter(torch.tensor([1.0, 0.5, 0.0]))  # conversation level: yes, no, bias
        for head in (self.pool, self.out, self.option, self.undecided, self.span):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)
        nn.init.orthogonal_(self.pick.weight)
        nn.init.zeros_(self.pick.bias)
        nn.init.zeros_(self.matter.weight)
        nn.init.zeros_(self.matter.bias)

    def trunk(self, ids, mask, kind):
        """kind 0: questions, 1: windows. Hidden states after each number of layers."""
        first = WINDOW_POSITION if kind else 0
        positions = torch.arange(first, first + ids.shape[1], device=ids.device)
        x = self.drop(self.ln(self.w(ids) + self.p(positions)[None] + self.t.weight[kind]))
        states = {}
        for n, layer in enumerate(self.L[:PICKED], 1):
            x = layer(x, mask[:, None, None, :])
            states[n] = x
        return states

    def joint(self, apart, questions, question_mask, windows, window_mask):
        x, mask = torch.cat([questions, windows], 1), torch.cat([question_mask, window_mask], 1)
        for layer in self.L[apart:]:
            x = layer(x, mask[:, None, None, :])
        return x

    def likeness(self, questions, question_mask, windows, window_mask, q, w):
        """For the pairs (q, w): how well each word of the question is met by some word of the window, the words that matter most first."""
        asked = F.normalize(self.pick(questions).float(), dim=-1)
        said = F.normalize(self.pick(windows).float(), dim=-1)
        matter = torch.softmax(self.matter(questions).float()[..., 0].masked_fill(~question_mask, -1e4), 1)
        both = torch.einsum("pqh,pwh->pqw", asked.index_select(0, q), said.index_select(0, w))
        best = both.masked_fill(~window_mask.index_select(0, w)[:, None, :], -1).amax(2)
        return (best * matter.index_select(0, q)).sum(1)

    def heads(self, x, question_length):
        """verdict [n,3], undecided [n], options [n,question,2], spans [n,1+window,4] (first row: no answer)."""
        cls = x[:, 0]
        verdict = self.out(self.drop(torch.tanh(self.pool(self.drop(cls)))))
        spans = self.span(torch.cat([x[:, :1], x[:, question_length:]], 1))
        return verdict.float(), self.undecided(cls).float()[:, 0], self.option(x[:, :question_length]).float(), spans.float()


def load_base(path):
    """A Reader with the weights of a file of `save_weights` (any head that it lacks stays fresh)."""
    model = Reader()
    state, saved = model.state_dict(), np.load(path)
    for key in saved.files:
        if key.endswith("::q"):
            name = key[:-3]
            value = saved[key].astype(np.float32) * saved[name + "::s"].astype(np.float32)
        elif key.endswith("::s"):
            continue
        else:
            name, value = key, saved[key].astype(np.float32)
        if name in state and tuple(state[name].shape) == value.shape:
            state[name] = torch.tensor(value)
    model.load_state_dict(state)
    return model


def save_weights(state, path):
    """Matrices as int8 with a scale per row, the rest as fp16: 34 MB."""
    out = {}
    for name, tensor in state.items():
        value = tensor.detach().float().cpu().numpy()
        if value.ndim == 2 and value.size > 100_000:
            scale = np.abs(value).max(1, keepdims=True) / 127 + 1e-12
            out[name + "::q"], out[name + "::s"] = np.round(value / scale).astype(np.int8), scale.astype(np.float32)
        else:
            out[name] = value.astype(np.float16) if value.ndim else value
    np.savez(path, **out)
