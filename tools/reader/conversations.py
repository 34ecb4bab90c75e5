"""Labelled conversations (*.conv), cut into windows and turned into questions: the same cutting and wording that the
service uses (packages/engine/src/evaluation/reader). Change both together, then train again."""
import re

WINDOW_WORDS = 150  # words in a window
OVERLAP_WORDS = 40  # words that the next window repeats
LONG_TURN_WORDS = 90  # longer turns are cut at sentence ends


def read_conversations(paths):
    """Every conversation of the files, with turns (tag, text) and questions."""
    conversations = []
    for path in paths:
        current, part = None, None
        for line in open(path, encoding="utf8").read().split("\n"):
            if line.startswith("==="):
                head = dict(p.strip().split(":", 1) for p in line.strip("= ").split("|") if ":" in p)
                head = {k.strip(): v.strip() for k, v in head.items()}
                current = None
                if "id" in head:
                    current = {"id": head["id"], "trade": head.get("trade", ""), "channel": head.get("channel", ""), "sides": {}, "turns": [], "questions": []}
                    conversations.append(current)
                part = "turns"
                continue
            if not line.strip() or current is None:
                continue
            if line.strip() == "---":
                part = "questions"
                continue
            if part == "turns":
                m = re.match(r"^([^:@]{1,40})(?:@(agent|customer|other))?: (.+)$", line)
                if m:
                    who, side, text = m.groups()
                    if side:
                        current["sides"][who] = side
                    current["turns"].append((who, text))
                continue
            m = re.match(r"^\? ([bctnrm]) ([a-z][a-z0-9_]*) \| (.+?) = (.+?)(?: :: (.+))?$", line)
            if m:
                current["questions"].append(labelled(*m.groups()))
    return conversations


def labelled(kind, key, ask, value, quotes):
    """One labelled question of what its line says."""
    question, *bits = [bit.strip() for bit in ask.split(" | ")]
    extra = {name.strip(): rest.strip() for name, _, rest in (bit.partition(":") for bit in bits)}
    return {"kind": kind, "key": key, "question": question, "extra": extra, "value": value.strip(), "evidence": re.findall(r'"([^"]+)"', quotes or "")}


def read_more_questions(paths):
    """{id of a conversation: further questions about it}, from files of `== id` and lines such as `t | question = value :: "quote"`."""
    found = {}
    for path in paths:
        current = []
        for line in open(path, encoding="utf8").read().split("\n"):
            if line.startswith("=="):
                current = found.setdefault(line.strip("= "), [])
                continue
            m = re.match(r"^([bctn]) \| (.+?) = (.+?)(?: :: (.+))?$", line)
            if m:
                kind, ask, value, quotes = m.groups()
                current.append(labelled(kind, "more", ask, value, quotes))
    return found


def read_wordings(paths):
    """{name of a kit: {key: [(question, extra)]}}: other wordings of its questions, from files of lines `key | question | categories: value=description; …`."""
    found = {}
    for path in paths:
        of_kit = found.setdefault(re.split(r"[/\\]", path)[-1].removesuffix(".words"), {})
        for line in open(path, encoding="utf8").read().split("\n"):
            if line.strip():
                key, ask = line.strip().split(" | ", 1)
                other = labelled("", key, ask, "", "")
                of_kit.setdefault(key, []).append((other["question"], other["extra"]))
    return found


def tagged_turns(conversation, unnamed=False):
    """Turns as the model reads them: 'Agent' and 'Customer' where the side is known, else the speaker's own name."""
    tags, turns = {}, []
    for who, text in conversation["turns"]:
        if who not in tags:
            base = None if unnamed else {"agent": "Agent", "customer": "Customer"}.get(conversation["sides"].get(who))
            if base is None:
                base = who
            elif base in tags.values():
                base = f"{base} {who}"
            tags[who] = base
        turns.append((tags[who], text))
    return turns


def count_words(text):
    return len(text.split())


def pieces_of(turns):
    """(tag, text) with long turns cut at sentence ends, so that a piece never fills a window alone."""
    out = []
    for tag, text in turns:
        if count_words(text) <= LONG_TURN_WORDS:
            out.append((tag, text))
            continue
        current = ""
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            words = sentence.split()
            while len(words) > LONG_TURN_WORDS:  # speech without punctuation
                if current:
                    out.append((tag, current))
                    current = ""
                out.append((tag, " ".join(words[:LONG_TURN_WORDS])))
                words = words[LONG_TURN_WORDS:]
            sentence = " ".join(words)
            if current and count_words(current) + len(words) > LONG_TURN_WORDS:
                out.append((tag, current))
                current = sentence
            else:
                current = (current + " " + sentence).strip()
        if current:
            out.append((tag, current))
    return out


def windows_of(pieces, size=WINDOW_WORDS, overlap=OVERLAP_WORDS):
    """Ranges [first, last) of pieces; each begins within the last `overlap` words of the one before."""
    ranges, first = [], 0
    while first < len(pieces):
        last, words = first, 0
        while last < len(pieces) and (last == first or words + count_words(pieces[last][1]) + 1 <= size):
            words += count_words(pieces[last][1]) + 1
            last += 1
        ranges.append((first, last))
        if last >= len(pieces):
            break
        back, kept = last, 0
        while back - 1 > first and kept + count_words(pieces[back - 1][1]) <= overlap:
            back -= 1
            kept += count_words(pieces[back][1])
        first = back
    return ranges


def window_text(pieces, first, last):
    return "\n".join(f"{tag}: {text}" for tag, text in pieces[first:last])


def question_text(question):
    text = question["question"]
    extra = question["extra"]
    if question["kind"] == "b":
        if "true_when" in extra:
            text += " Yes if: " + extra["true_when"]
        if "false_when" in extra:
            text += " No if: " + extra["false_when"]
    return text


def options_of(question):
    """(value, wording) of each option of a categorical question, or of each step of a rating."""
    if question["kind"] == "r":
        low, high = rating_scale(question["question"])
        return [(str(n), str(n)) for n in range(low, high + 1)]
    out = []
    for option in question["extra"]["categories"].split(";"):
        if not option.strip():
            continue
        value, _, description = option.partition("=")
        value, description = value.strip(), description.strip()
        name = value.replace("_", " ")
        # The values of kits in other languages stay English: there the description alone tells the options apart.
        plain = question.get("plain") and description
        out.append((value, description if plain else f"{name}: {description}" if description else name))
    return out


def rating_scale(question):
    numbers = [int(n) for n in re.findall(r"-?\d+", question)][:2]
    low, high = (min(numbers), max(numbers)) if len(numbers) == 2 else (1, 5)
    return (low, high) if 1 <= high - low <= 10 else (1, 5)


NUMBER_WORDS = {w: n for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split())}
NUMBER_WORDS |= {w: 10 * (n + 2) for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())}
NUMBER_WORDS |= {"a": 1, "an": 1, "hundred": 100, "thousand": 1000, "million": 1_000_000, "k": 1000, "dozen": 12, "once": 1, "twice": 2, "couple": 2, "first": 1, "second": 2, "third": 3, "half": 0.5, "grand": 1000, "single": 1, "both": 2, "none": 0, "no": 0, "fortnight": 2, "pair": 2}


def number_of(text):
    """The number that a short phrase says, or None."""
    text = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text.lower().replace("-", " "))
    tokens = re.findall(r"\d[\d,]*(?:\.\d+)?|[a-z]+", text)
    total, current, seen = 0.0, 0.0, False
    for token in tokens:
        if token[0].isdigit():
            if seen:
                return None
            current, seen = float(token.replace(",", "")), True
        elif token in ("and", "of") or (seen and token in ("a", "an")):
            continue
        elif token in NUMBER_WORDS:
            value = NUMBER_WORDS[token]
            if token in ("hundred", "dozen") and seen:
                current *= value
            elif value >= 1000:
                total, current = total + (current or 1) * value, 0
            else:
                current += value
            seen = True
        else:
            return None
    return total + current if seen else None


def price_of(text):
    """The prices that two numbers in a row may say: "twenty-three pounds forty" 23.40, "nineteen fifty" 19.50 or 1950."""
    words = re.sub(r"\b(?:pounds?|dollars?|euros?|quid|bucks|and)\b", " ", text.lower().replace("-", " ")).split()
    for at in range(1, len(words)):
        whole, rest = number_of(" ".join(words[:at])), number_of(" ".join(words[at:]))
        if whole is not None and rest is not None and whole == int(whole) and 10 <= rest <= 99 and rest == int(rest):
            yield round(whole + rest / 100, 2)
            if 10 <= whole <= 99:
                yield whole * 100 + rest


def says_number(phrase, wanted):
    values = [] if phrase.lower() in ("a", "an") else [number_of(phrase), *price_of(phrase)]
    return any(value is not None and abs(value - wanted) < 1e-9 for value in values)


def number_span(text, start, end, wanted):
    """The shortest run of words within text[start:end] that says the wanted number, or None."""
    words = [(m.start() + start, m.end() + start) for m in re.finditer(r"[A-Za-z0-9.,]*[A-Za-z0-9]", text[start:end])]
    for length in range(1, 7):
        for i in range(len(words) - length + 1):
            phrase = text[words[i][0] : words[i + length - 1][1]]
            if says_number(phrase, wanted):
                return words[i][0], words[i + length - 1][1]
    return None


def answer_spans(text, question):
    """Character ranges in a window's text that answer a text or number question."""
    spans, value = [], question["value"]
    for quote in question["evidence"]:
        at = text.find(quote)
        if at < 0:
            continue
        end = at + len(quote)
        if question["kind"] == "t":
            inside = quote.lower().find(value.lower())
            spans.append((at + inside, at + inside + len(value)) if inside >= 0 else None)
        elif "said" in question:  # how the number is said, found when the data was built (languages.py)
            inside = quote.find(question["said"])
            spans.append((at + inside, at + inside + len(question["said"])) if inside >= 0 else None)
        else:
            wanted = re.sub(r"[^\d.-]", "", value)
            spans.append(number_span(text, at, end, float(wanted)) if wanted not in ("", "-", ".") else None)
        if spans[-1] is None:
            spans[-1] = (at, end)
    if question["kind"] == "t" and len(spans) > 1:  # prefer the quotes that hold the answer itself
        exact = [s for s in spans if text[s[0] : s[1]].lower() == value.lower()]
        spans = exact or spans
    return spans


COMMON = set("the and for with that this from have has had was were are did does will would can could should what which who when where how many much why whose customer customers agent caller company person somebody there their they any one".split())


def content_overlap(one, other):
    """Words of four letters or more that both texts have, by their first five letters."""
    found = [{w[:5] for w in re.findall(r"[a-z]{4,}", text.lower()) if w not in COMMON} for text in (one, other)]
    return found[0] & found[1]


def evidence_spans(text, question):
    return [(text.find(q), text.find(q) + len(q)) for q in question["evidence"] if q in text]
