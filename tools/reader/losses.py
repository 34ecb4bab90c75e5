"""What the model is trained for: verdicts and choices per window, answers per conversation, evidence, and which windows matter."""
import torch
import torch.nn.functional as F

from model import APART

LOW = -1e4


def run(model, tensors):
    """One dict per part with the heads' outputs for its pairs."""
    windows = model.trunk(tensors.window_ids, tensors.window_mask, 1)
    last = max(APART.values())
    results = []
    for part in tensors.parts:
        questions = model.trunk(part["ids"], part["mask"], 0)
        q, w, apart = part["question"], part["window"], APART[part["kind"]]
        x = model.joint(apart, questions[apart].index_select(0, q), part["mask"][q], windows[apart].index_select(0, w), tensors.window_mask[w])
        verdict, undecided, option, span = model.heads(x, part["ids"].shape[1])
        pick = model.likeness(questions[last].index_select(0, q), part["mask"][q], windows[last].index_select(0, w), tensors.window_mask[w])
        mask = tensors.window_mask[w].clone()
        mask[:, 0] = False  # [CLS] of the window is never part of an answer
        span_mask = torch.cat([torch.ones_like(mask[:, :1]), mask], 1)
        span = span.masked_fill(~span_mask[:, :, None], LOW)
        results.append({"verdict": verdict, "undecided": undecided, "option": option, "span": span, "pick": pick, "part": part})
    return results


def group_index(groups, place, device):
    """[groups, most pairs] rows of a part's pairs, and which of them are real."""
    width = max(n for _, _, n, _, _ in groups)
    index = torch.zeros((len(groups), width), dtype=torch.long)
    real = torch.zeros((len(groups), width), dtype=torch.bool)
    for row, (_, first, n, _, _) in enumerate(groups):
        index[row, :n] = torch.tensor([place[first + i] for i in range(n)])
        real[row, :n] = True
    return index.to(device), real.to(device)


def pooled(values, real):
    return torch.logsumexp(values.masked_fill(~real, LOW), 1)


def yes_logit(model, verdict, index, real):
    z = verdict[index]
    yes, no = pooled(z[..., 0] - z[..., 1], real), pooled(z[..., 2] - z[..., 1], real)
    a, b, c = model.weigh
    return a * yes - b * no + c


def option_scores(result, index, real):
    """Per group and option: how strongly any window chooses it; and how strongly any window holds it."""
    part = result["part"]
    marks = part["marks"][part["question"]]
    at = result["option"].gather(1, marks[..., None].expand(-1, -1, 2))
    valid = part["marks_mask"][part["question"]]
    choose = at[..., 0].masked_fill(~valid, LOW)
    decided = choose - result["undecided"][:, None]
    scores = torch.logsumexp(decided[index].masked_fill(~real[..., None], LOW), 1)
    present = torch.logsumexp(at[..., 1][index].masked_fill(~real[..., None], LOW), 1)
    return choose, scores, present, valid[index[:, 0]]


def span_logits(result, index, real):
    """[groups, 1 + windows*tokens, 2]: first row no answer, then every token of every window."""
    span = result["span"][index][..., :2]
    none = (span[:, :, 0] * real[..., None]).sum(1) / real.sum(1)[:, None]
    tokens = span[:, :, 1:].masked_fill(~real[..., None, None], LOW)
    return torch.cat([none[:, None], tokens.flatten(1, 2)], 1), span.shape[2] - 1


def losses(model, tensors):
    batch, device, total, parts = tensors.batch, tensors.window_ids.device, 0.0, {}

    def add(name, value, weight):
        nonlocal total
        total = total + weight * value
        parts[name] = parts.get(name, 0.0) + value.detach()

    for result in run(model, tensors):
        numbers = result["part"]["pairs"].tolist()
        place = {p: i for i, p in enumerate(numbers)}
        groups = [g for g in batch.groups if g[1] in place]
        if result["part"]["kind"] == "verdict":
            labels = torch.tensor([batch.verdicts[p] for p in numbers], device=device)
            if any(batch.verdicts[p] >= 0 for p in numbers):
                log = F.log_softmax(result["verdict"], 1)
                not_yes = torch.logsumexp(log[:, 1:], 1)
                one = -torch.where(labels == 3, not_yes, log.gather(1, labels.clamp(0, 2)[:, None])[:, 0])
                add("verdict", one[labels >= 0].mean(), 1.0)
        elif result["part"]["kind"] == "choice":
            chosen = torch.tensor([batch.choices[p] for p in numbers], device=device)
        of = lambda kinds: [g for g in groups if g[0] in kinds]
        if of("b"):
            index, real = group_index(of("b"), place, device)
            target = torch.tensor([float(g[3]) for g in of("b")], device=device)
            add("boolean", F.binary_cross_entropy_with_logits(yes_logit(model, result["verdict"], index, real), target), 1.0)
        if of("crm"):
            index, real = group_index(of("crm"), place, device)
            choose, scores, present, valid = option_scores(result, index, real)
            if any(batch.choices[p] >= 0 for p in numbers):
                logits = torch.cat([result["undecided"][:, None], choose], 1)
                add("choice", F.cross_entropy(logits[chosen >= 0], chosen[chosen >= 0]), 0.7)
            single = [i for i, g in enumerate(of("crm")) if g[0] == "c"]
            if single:
                target = torch.tensor([of("crm")[i][3][0] for i in single], device=device)
                add("category", F.cross_entropy(scores[single], target), 1.0)
            rated = [i for i, g in enumerate(of("crm")) if g[0] == "r"]
            if rated:  # a neighbouring step is half right
                soft = torch.zeros_like(scores[rated])
                for row, i in enumerate(rated):
                    right = of("crm")[i][3][0]
                    for step, weight in ((right - 1, 0.2), (right, 0.6), (right + 1, 0.2)):
                        if 0 <= step < int(valid[i].sum()):
                            soft[row, step] += weight
                soft = soft / soft.sum(1, keepdim=True)
                add("rating", -(soft * F.log_softmax(scores[rated], 1)).sum(1).mean(), 0.15)
            several = [i for i, g in enumerate(of("crm")) if g[0] == "m"]
            if several:
                target = torch.zeros_like(present[several])
                for row, i in enumerate(several):
                    target[row, of("crm")[i][3]] = 1.0
                one = F.binary_cross_entropy_with_logits(present[several], target, reduction="none")
                add("several", one[valid[several]].mean(), 0.3)
        if of("s"):
            spans = of("s")
            index, real = group_index(spans, place, device)
            logits, width = span_logits(result, index, real)
            gold = torch.zeros(logits.shape, dtype=torch.bool, device="cpu")
            for row, (_, _, _, target, _) in enumerate(spans):
                if not target:
                    gold[row, 0, :] = True
                for n, start, end in target:
                    gold[row, 1 + n * width + start, 0] = True
                    gold[row, 1 + n * width + end, 1] = True
            gold = gold.to(device)
            log = F.log_softmax(logits, 1)
            add("span", -torch.logsumexp(log.masked_fill(~gold, LOW), 1).mean(), 0.6)
        with_evidence = [p for p in numbers if batch.evidence[p]]
        if with_evidence:
            rows = torch.tensor([place[p] for p in with_evidence], device=device)
            logits = result["span"][rows][:, 1:, 2:]
            gold = torch.zeros(logits.shape, dtype=torch.bool)
            for row, p in enumerate(with_evidence):
                for start, end in batch.evidence[p]:
                    gold[row, start, 0] = True
                    gold[row, end, 1] = True
            log = F.log_softmax(logits, 1)
            add("evidence", -torch.logsumexp(log.masked_fill(~gold.to(device), LOW), 1).mean(), 0.12)
        grouped = [g for g in groups if g[2] > 1 and any(batch.evidence[g[1] + i] for i in range(g[2]))]
        if grouped:
            index, real = group_index(grouped, place, device)
            scores = (20 * result["pick"][index]).masked_fill(~real, LOW)
            gold = torch.zeros(scores.shape, dtype=torch.bool)
            for row, g in enumerate(grouped):
                for i in range(g[2]):
                    gold[row, i] = bool(batch.evidence[g[1] + i])
            log = F.log_softmax(scores, 1)
            add("pick", -torch.logsumexp(log.masked_fill(~gold.to(device), LOW), 1).mean(), 0.2)
    return total, parts
