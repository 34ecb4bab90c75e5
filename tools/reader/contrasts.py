#!/usr/bin/env python3
"""Short passages in two or more versions that differ in what changes the answer (contrasts/*.txt), and short labelled conversations (*.train.conv of
the probes): what the model is trained on beside whole conversations, because there a word that occurs usually is the answer.

usage: contrasts.py FILE.txt…      checks every version of every passage

Passages are separated by empty lines:

  A: I've put you down for {day1}.
  a> C: Lovely, see you then.
  b> C: Could we make that {day2}?
  ? t On which day is the visit?
  a= {day1} :: I've put you down for {day1}
  b= {day2} :: Could we make that {day2}?

A is the agent, C the customer. Lines with `a>` belong to version a only. After a question (kind, wording, for `c` options after ` | `) each version has an answer and, after
`::`, its evidence, verbatim in one turn. {day1}, {day2} are two different days; numbers are written in digits in answers and in either form in turns."""
import random
import re
import sys

from conversations import content_overlap, labelled

NAMES = "Dana Theo Lena Sipho Priya Marek Joan Callum Aisha Bea Hugo Nadia Owen Rosa Tariq Vera Will Yuki Zoe Ines Ken Laura Milo Petra".split()
LAST = "Alder Brook Castell Dunmore Eze Farrow Grieg Halloran Ito Jarvis Kowal Lindqvist Mbeki Nolan Okafor Price Quist Rahman Sorel Tranter Usher Vance Whitlock Young".split()
LISTS = {
    "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "month": "January February March April May June July August September October November December".split(),
    "time": ["nine", "half past nine", "ten o'clock", "eleven", "noon", "quarter past two", "three", "half past three", "4 pm", "five", "5.30", "six o'clock", "8 am", "10:15"],
    "name": NAMES,
    "last": LAST,
    "rel": ["sister", "mother", "daughter", "aunt", "wife", "niece", "gran", "friend"],
    "thing": ["washing machine", "broadband", "kettle", "sofa", "lawnmower", "phone", "printer", "mattress", "bike rack", "freezer", "toaster", "desk lamp", "television", "pushchair", "parking permit", "magazine"],
    "food": ["soup", "fish pie", "omelette", "lasagne", "curry", "burger", "tart", "pancakes", "risotto"],
    "town": ["Leeds", "Dover", "Bristol", "Perth", "Cardiff", "Luton", "Truro", "Exeter", "Derby", "York", "Oban", "Hull"],
    "brand": ["Norvik", "Halden", "Brightline", "Tessel", "Orbita", "Kestrel", "Maple and Sons", "Voltair", "Penrose", "Quantock"],
    "price": [12, 15, 18, 19, 22, 25, 28, 30, 34, 36, 40, 45, 48, 55, 60, 65, 72, 80, 85, 90, 110, 120, 140, 150, 175, 220, 250, 300, 480, 950],
    "n": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 20, 21, 24, 25, 30],
    "age": [4, 7, 9, 12, 16, 19, 23, 31, 38, 41, 47, 55, 62, 70, 84],
}
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
OPENINGS = [
    ["A: Good morning, how can I help?", "C: Morning."],
    ["A: Hello, you're through to {name8}."],
    ["C: Hi there, can you hear me all right?", "A: Loud and clear."],
    ["A: Sorry to keep you.", "C: That's all right."],
    ["A: Thanks for holding. I've got your file in front of me now.", "C: Good."],
    ["C: Is that still you?", "A: Still me."],
]
CLOSINGS = [
    ["A: Right. Thank you for calling.", "C: Bye now."],
    ["A: I've made a note of that."],
    ["C: Okay.", "A: Okay, take care."],
    ["A: Give me a second to type that in.", "C: Take your time."],
    ["C: Right you are.", "A: Bye then."],
]
FILLER = re.compile(r"\{([a-z]+)(\d)\}")


class Fault(Exception):
    pass


def read_contrasts(paths):
    """[{lines: [(versions or None, line)], questions: [(kind, ask, {version: (value, quote)})], versions}]"""
    found = []
    for path in paths:
        for block in re.split(r"\n\s*\n", open(path, encoding="utf8").read().strip()):
            lines, questions = [], []
            for line in block.split("\n"):
                version, answer, question = re.match(r"^([a-d])> (.+)$", line), re.match(r"^([a-d])= (.+?)(?: :: (.+))?$", line), re.match(r"^\? ([bctn]) (.+)$", line)
                if question:
                    questions.append((question[1], question[2], {}))
                elif answer:
                    questions[-1][2][answer[1]] = (answer[2], answer[3])
                elif re.match(r"^(?:[a-d]> )?[AC]: ", line):
                    lines.append((version[1], version[2]) if version else (None, line))
                else:
                    raise Fault(f"{path}: not a line of a passage: {line}")
            versions = sorted({v for v, _ in lines if v} or {"a"})
            for _, ask, answers in questions:
                if sorted(answers) != versions:
                    raise Fault(f"{path}: {ask}: answers of {sorted(answers)}, versions {versions}")
            found.append({"lines": lines, "questions": questions, "versions": versions, "of": path})
    return found


def in_words(number):
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + ("-" + ONES[number % 10] if number % 10 else "")
    rest = number % 100
    return f"{ONES[number // 100]} hundred" + (f" and {in_words(rest)}" if rest else "")


class Filling:
    """One choice for every {filler} of a passage, the same in all its versions."""

    def __init__(self, rng):
        self.rng, self.taken, self.words = rng, {}, rng.random() < 0.3

    def value(self, kind, number):
        key = (kind, number)
        if key not in self.taken:
            used = {v for (k, _), v in self.taken.items() if k == kind or (kind in ("n", "price", "age") and k in ("n", "price", "age"))}
            while True:
                made = self.made(kind)
                if made not in used:
                    break
            self.taken[key] = made
        return self.taken[key]

    def made(self, kind):
        rng = self.rng
        if kind == "full":
            return f"{rng.choice(NAMES)} {rng.choice(LAST)}"
        if kind == "ref":
            return "".join(rng.choice("ABDFKLMPRTX") for _ in range(rng.randrange(0, 3))) + "".join(rng.choice("23456789") for _ in range(rng.randrange(4, 7)))
        if kind == "code":
            return f"{rng.choice('BLMSNE')}{rng.choice('LSEWN')}{rng.randrange(1, 20)} {rng.randrange(1, 9)}{rng.choice('ABDEFH')}{rng.choice('JLNPQR')}"
        return rng.choice(LISTS[kind])

    def fill(self, text, is_answer=False):
        def put(match):
            value = self.value(match[1], match[2])
            if isinstance(value, int):
                return in_words(value) if self.words and not is_answer and not text[match.end() :].startswith("th") else str(value)
            return value

        filled = FILLER.sub(put, text)
        return filled[0].upper() + filled[1:] if filled else filled


def rendered(passage, rng, hosts=()):
    """Every version with the same fillings, as labelled conversations: bare, between greetings, or within a conversation that does not speak of it."""
    filling, agent, customer = Filling(rng), rng.choice(NAMES), rng.choice(["Customer", "Caller", "Mr " + rng.choice(LAST), "Ms " + rng.choice(LAST)])
    way = rng.random()
    before = rng.choice(OPENINGS) if way < 0.45 else []
    after = rng.choice(CLOSINGS) if 0.25 < way < 0.6 else []
    host = host_of(passage, rng, hosts) if way > 0.65 and hosts else None
    out = []
    for version in passage["versions"]:
        turns = [(agent if line[0] == "A" else customer, spoken(filling, line)) for v, line in [*((None, l) for l in before), *passage["lines"], *((None, l) for l in after)] if v in (None, version)]
        sides = {agent: "agent", customer: "customer"}
        questions = []
        for kind, ask, answers in passage["questions"]:
            value, quote = answers[version]
            asked, _, options = ask.partition(" | ")
            wording = filling.fill(asked) + (f" | categories: {options_filled(filling, options)}" if options else "")
            answer = filling.fill(value, is_answer=True) if "{" in value else value
            questions.append(labelled(kind, "contrast", wording, answer, quoted(filling, quote, turns)))
        if host:
            first, last, sides, names = host
            renamed = {agent: names["agent"], customer: names["customer"]}
            turns = [*first, *((renamed[who], text) for who, text in turns), *last]
        out.append({"id": "contrast", "sides": sides, "turns": turns, "questions": questions, "short": True})
    return out


def spoken(filling, line):
    return filling.fill(line[3:])


def options_filled(filling, options):
    return "; ".join(filling.fill(option.strip(), is_answer=True) if "{" in option else option.strip() for option in options.split(";"))


def quoted(filling, quote, turns):
    """The evidence as it stands in a turn: at its start, its first letter is a capital."""
    if quote is None:
        return None
    filled = filling.fill(quote)
    for one in (filled, filled[0].lower() + filled[1:]):
        for _, text in turns:
            if one in text:
                return f'"{one}"'
    raise Fault(f"evidence is not verbatim in one turn: {quote}")


def host_of(passage, rng, hosts):
    """A stretch of a conversation, before and after, that shares no rare word with the questions; or None."""
    asked = " ".join(ask for _, ask, _ in passage["questions"])
    for _ in range(6):
        host = rng.choice(hosts)
        names = {side: who for who, side in reversed(host["sides"].items())}
        if "agent" not in names or "customer" not in names or len(host["turns"]) < 6:
            continue
        at = rng.randrange(2, len(host["turns"]) - 1)
        first, last = host["turns"][max(0, at - rng.randrange(2, 9)) : at], host["turns"][at : at + rng.randrange(0, 7)]
        said = " ".join(text for _, text in [*first, *last])
        if not content_overlap(asked, said):
            return [tuple(t) for t in first], [tuple(t) for t in last], host["sides"], names
    return None


if __name__ == "__main__":
    passages = read_contrasts(sys.argv[1:])
    rng, count = random.Random(1), 0
    for passage in passages:
        for _ in range(4):
            count += sum(len(c["questions"]) for c in rendered(passage, rng)) / 4
    versions = sum(len(p["versions"]) for p in passages)
    print(f"{len(passages)} passages, {versions} versions, {count:.0f} answers")
