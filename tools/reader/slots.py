#!/usr/bin/env python3
"""Conversations with slots (*.slots) → ordinary labelled conversations (*.conv), several of each: the same questions, other answers.

usage: slots.py FILE.slots… [--each N] [--out FILE.conv]     without --out it only checks

A file holds conversations like those of check.py, with two additions. A slot is a passage of which there are alternatives:

  <<price
  [a]
  Mia: It is forty pounds a month.
  [b]
  Mia: There is nothing to pay.
  >>

and a question says its answer for each alternative of the one slot that decides it, or once where the fixed text decides it:

  ? b pays | Does the customer pay for the service?
  price.a = yes :: "forty pounds a month"
  price.b = no :: "There is nothing to pay."
  ? b greeted | Did the agent say her name?
  = yes :: "Mia speaking"
"""
import argparse
import hashlib
import random
import re
from collections import Counter

TURN = re.compile(r"^([^:@<>\[\]]{1,40})(?:@(agent|customer|other))?: (.+)$")
QUESTION = re.compile(r"^\? ([bctnrm]) ([a-z][a-z0-9_]*) \| (.+)$")
ANSWER = re.compile(r"^(?:([a-z][a-z0-9_]*)\.([a-z]) )?= (.+?)(?: :: (.+))?$")


class Fault(Exception):
    pass


def read_slots(path):
    found, current, part, slot, alternative = [], None, None, None, None
    for number, line in enumerate(open(path, encoding="utf8").read().split("\n"), 1):
        line = line.rstrip()
        where = f"{path}:{number}"
        if line.startswith("==="):
            head = {k.strip(): v.strip() for k, v in (p.split(":", 1) for p in line.strip("= ").split("|") if ":" in p)}
            current = None
            if "id" in head:
                current = {**head, "where": where, "parts": [], "slots": {}, "questions": []}
                found.append(current)
                part = "turns"
        elif not line or current is None:
            continue
        elif line == "---":
            part = "questions"
        elif part == "turns":
            if line.startswith("<<"):
                slot = line[2:].strip()
                if not re.fullmatch(r"[a-z][a-z0-9_]*", slot) or slot in current["slots"]:
                    raise Fault(f"{where}: slot name wrong or twice: {slot}")
                current["slots"][slot] = {}
                current["parts"].append(("slot", slot))
            elif line == ">>":
                slot = alternative = None
            elif slot and re.fullmatch(r"\[[a-z]\]", line):
                alternative = line[1]
                current["slots"][slot][alternative] = []
            else:
                m = TURN.match(line)
                if not m:
                    raise Fault(f"{where}: not a turn: {line[:60]}")
                if slot and not alternative:
                    raise Fault(f"{where}: a turn in a slot before its first [a]")
                if slot:
                    current["slots"][slot][alternative].append(line)
                else:
                    current["parts"].append(("turn", line))
        elif line.startswith("?"):
            m = QUESTION.match(line)
            if not m:
                raise Fault(f"{where}: not a question: {line[:80]}")
            current["questions"].append({"where": where, "kind": m[1], "key": m[2], "ask": m[3], "answers": {}})
        else:
            m = ANSWER.match(line)
            if not m or not current["questions"]:
                raise Fault(f"{where}: not an answer: {line[:80]}")
            current["questions"][-1]["answers"][(m[1], m[2])] = (m[3].strip(), m[4])
    return found


def faults_of(conversation):
    out = []
    for name, alternatives in conversation["slots"].items():
        if len(alternatives) < 2:
            out.append(f"{conversation['where']}: slot {name} has fewer than two alternatives")
    for question in conversation["questions"]:
        slots = {slot for slot, _ in question["answers"]}
        if len(slots) != 1:
            out.append(f"{question['where']}: {question['key']} depends on {len(slots)} slots, not one")
            continue
        slot = slots.pop()
        if slot is None:
            continue
        if slot not in conversation["slots"]:
            out.append(f"{question['where']}: no slot {slot}")
            continue
        missing = set(conversation["slots"][slot]) ^ {a for _, a in question["answers"]}
        if missing:
            out.append(f"{question['where']}: {question['key']}: answers and alternatives of {slot} differ: {sorted(missing)}")
        if len({value for value, _ in question["answers"].values()}) < 2:
            out.append(f"{question['where']}: {question['key']}: the same answer for every alternative")
    return out


def variants(conversation, each):
    """So many choices of alternatives that every alternative of every slot is taken about equally often."""
    rng = random.Random(int(hashlib.sha256(conversation["id"].encode()).hexdigest()[:8], 16))
    rows = {}
    for slot, alternatives in conversation["slots"].items():
        names = list(alternatives)
        rng.shuffle(names)
        row = [names[n % len(names)] for n in range(each)]
        rng.shuffle(row)
        rows[slot] = row
    for n in range(each):
        yield {slot: row[n] for slot, row in rows.items()}


def text_of(conversation, number, chosen):
    lines = [f"=== id: {conversation['id']}-{number} | channel: {conversation.get('channel', 'call')} | trade: {conversation.get('trade', '?')}"]
    sides, seen = {}, set()
    every = [line for kind, line in conversation["parts"] if kind == "turn"] + [l for slot in conversation["slots"].values() for a in slot.values() for l in a]
    for line in every:
        who, side, _ = TURN.match(line).groups()
        if side:
            sides[who] = side

    def turn(line):
        who, _, words = TURN.match(line).groups()
        mark = f"@{sides[who]}" if who in sides and who not in seen else ""
        seen.add(who)
        return f"{who}{mark}: {words}"

    for kind, what in conversation["parts"]:
        lines += [turn(what)] if kind == "turn" else [turn(line) for line in conversation["slots"][what][chosen[what]]]
    lines.append("---")
    for question in conversation["questions"]:
        slot = next(iter(question["answers"]))[0]
        value, quotes = question["answers"][(slot, chosen[slot] if slot else None)]
        lines.append(f"? {question['kind']} {question['key']} | {question['ask']} = {value}" + (f" :: {quotes}" if quotes else ""))
    return lines + ["=== end"]


def expand(paths, each, out=None):
    """Writes so many variants of every conversation to a file; returns the origin of each. Faults are printed and end it."""
    lines, origins, answers, bad = [], [], Counter(), 0
    for path in paths:
        try:
            conversations = read_slots(path)
        except Fault as fault:
            print(fault)
            bad += 1
            continue
        for conversation in conversations:
            faults = faults_of(conversation)
            bad += len(faults)
            for fault in faults:
                print(fault)
            for question in conversation["questions"]:
                if question["kind"] == "b":
                    answers.update(value for value, _ in question["answers"].values())
            if not faults:
                for number, chosen in enumerate(variants(conversation, each), 1):
                    lines += text_of(conversation, number, chosen)
                    origins.append(conversation["id"])
    if bad:
        raise SystemExit(f"{bad} faults")
    if out:
        open(out, "w", encoding="utf8").write("\n".join(lines) + "\n")
    else:
        print(f"{len(set(origins))} conversations with slots, boolean answers {dict(answers)}")
    return origins


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--out")
    options = parser.parse_args()
    expand(options.files, options.each, options.out)
