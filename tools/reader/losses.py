"""What the model is trained for: verdicts and choices per window, answers per conversation, evidence, and which windows matter."""
import torch
import torch.nn.functional as F

from model import APART

LOW = -1e4


def run(model, tensors):
    """One dict per part with the heads' outputs for its pairs."""
    window_mask = tensors["window_mask"]
    windows = model.trunk(tensors["window_ids"], window_mask, 1)
    results = []
    for part in tensors["parts"]:
        questions = model.trunk(part["ids"], part["mask"], 0)
        q, w, apart = part["question"], part["window"], APART[part["kind"]]
        x = model.joint(apart, questions[apart].index_select(0, q), part["mask"].index_select(0, q), windows[apart].index_select(0, w), window_mask.index_select(0, w))
        verdict, undecided, option, span = model.heads(x, part["ids"].shape[1])
        mask = window_mask.index_select(0, w)
        mask[:, 0] = False  # [CLS] of the window is never part of an answer
        span_mask = torch.cat([torch.ones_like(mask[:, :1]), mask], 1)
        span = span.masked_fill(~span_mask[:, :, None], LOW)
        results.append({"verdict": verdict, "undecided": undecided, "option": option, "span": span, "part": part, "states": (questions[max(questions)], windows[max(windows)])})
    return results


def likeness(model, result, tensors, question, window):
    """[groups, windows]: how like each of its windows a question is."""
    questions, windows = result["states"]
    count, width = window.shape
    q = question[:, None].expand(count, width).reshape(-1)
    w = window.reshape(-1)
    return model.likeness(questions, result["part"]["mask"], windows, tensors["window_mask"], q, w).view(count, width)


def pooled(values, real):
    return torch.logsumexp(values.masked_fill(~real, LOW), 1)


def yes_logit(model, verdict, index, real):
    z = verdict[index]
    yes, no = pooled(z[..., 0] - z[..., 1], real), pooled(z[..., 2] - z[..., 1], real)
    a, b, c = model.weigh
    return a * yes - b * no + c


def options_at_marks(result):
    """Per pair and option: it is chosen, it is present; and which options are real."""
    part = result["part"]
    marks = part["marks"].index_select(0, part["question"])
    at = result["option"].gather(1, marks[..., None].expand(-1, -1, 2))
    return at, part["marks_mask"].index_select(0, part["question"])


def option_scores(result, index, real):
    """Per group and option: how strongly any window chooses it; how strongly any window holds it; which options are real."""
    at, valid = options_at_marks(result)
    decided = at[..., 0].masked_fill(~valid, LOW) - result["undecided"][:, None]
    scores = torch.logsumexp(decided[index].masked_fill(~real[..., None], LOW), 1)
    present = torch.logsumexp(at[..., 1][index].masked_fill(~real[..., None], LOW), 1)
    return scores, present, valid[index[:, 0]]


def span_logits(result, index, real):
    """[groups, 1 + windows*tokens, 2]: first row no answer, then every token of every window."""
    span = result["span"][index][..., :2]
    none = (span[:, :, 0] * real[..., None]).sum(1) / real.sum(1)[:, None]
    tokens = span[:, :, 1:].masked_fill(~real[..., None, None], LOW)
    return torch.cat([none[:, None], tokens.flatten(1, 2)], 1)


def any_of(logits, gold):
    """Loss of a choice where every place of gold is right."""
    return -torch.logsumexp(F.log_softmax(logits, 1).masked_fill(~gold, LOW), 1).mean()


def mean_where(values, mask):
    return (values * mask).sum() / mask.sum().clamp(min=1)


def losses(model, tensors):
    total, parts = 0.0, {}

    def add(name, value, weight):
        nonlocal total
        total = total + weight * value
        parts[name] = parts.get(name, 0.0) + value.detach()

    for result in run(model, tensors):
        part = result["part"]
        if part["kind"] == "verdict":
            labels = part["verdicts"]
            log = F.log_softmax(result["verdict"], 1)
            not_yes = torch.logsumexp(log[:, 1:], 1)
            one = -torch.where(labels == 3, not_yes, log.gather(1, labels.clamp(0, 2)[:, None])[:, 0])
            add("verdict", mean_where(one, labels >= 0), 1.0)
        if "b" in part:
            logit = yes_logit(model, result["verdict"], part["b"]["index"], part["b"]["real"])
            add("boolean", F.binary_cross_entropy_with_logits(logit, part["b"]["target"]), 1.0)
        if part["kind"] == "choice":
            at, valid = options_at_marks(result)
            logits = torch.cat([result["undecided"][:, None], at[..., 0].masked_fill(~valid, LOW)], 1)
            one = F.cross_entropy(logits, part["choices"].clamp(min=0), reduction="none")
            add("choice", mean_where(one, part["choices"] >= 0), 0.7)
        for kind, name, weight in (("c", "category", 1.0), ("r", "rating", 0.15)):
            if kind in part:
                scores, _, _ = option_scores(result, part[kind]["index"], part[kind]["real"])
                add(name, -(part[kind]["target"] * F.log_softmax(scores, 1)).sum(1).mean(), weight)
        if "m" in part:
            _, present, valid = option_scores(result, part["m"]["index"], part["m"]["real"])
            one = F.binary_cross_entropy_with_logits(present, part["m"]["target"], reduction="none")
            add("several", mean_where(one, valid), 0.3)
        if "s" in part:
            add("span", any_of(span_logits(result, part["s"]["index"], part["s"]["real"]), part["s"]["gold"]), 1.0)
        if "shown" in part:
            add("evidence", any_of(result["span"].index_select(0, part["shown"]["rows"])[:, 1:, 2:], part["shown"]["gold"]), 0.12)
        if "pick" in part:
            pick = part["pick"]
            scores = likeness(model, result, tensors, pick["question"], pick["window"])
            add("pick", any_of((model.pick_scale * scores).masked_fill(~pick["real"], LOW), pick["gold"]), 0.3)
    return total, parts
