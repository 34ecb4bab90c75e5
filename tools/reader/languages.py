"""Kits in other languages → languages-train, -choose and -report.jsonl, beside what build_data.py writes; -en asks the same in English.

usage: languages.py OUTDIR FILE.conv… [FILE.words…]      (Debian's python3-num2words)
`de-car_workshop.words` has other wordings of its questions in the language (conversations.py), for training. A file is `de-car_workshop.conv`; `de-car_workshop.en` beside it has its questions in English, a line each: `key | question | categories: value=description; …`.
Kits are split as a whole. The labels of numbers are digits: how a number is said is looked up here by writing it out in the language."""
import json
import os
import re
import sys
import unicodedata

from num2words import num2words

from conversations import read_conversations, read_wordings

# Two kits a language to choose and calibrate by, one for one look at the end.
CHOOSE = {"de-furniture_delivery", "es-hotel", "fr-car_rental", "it-energy", "nl-housing", "pt-rentals"}
CHOOSE |= {"de-bank_branch", "es-bank_cards", "fr-opticians", "it-online_electronics", "nl-bank_mortgage", "pt-condo_repairs"}  # of an earlier report
REPORT = {"de-telefonanbieter", "es-compania_electrica", "fr-operateur_internet", "it-officina_auto", "nl-verhuisbedrijf", "pt-seguro_saude"}
ONE = {"de": "ein eine einen einem einer eins", "es": "un una uno", "fr": "un une", "it": "un una uno", "nl": "een één", "pt": "um uma"}
FEMALE = {"es": [("cientos", "cientas"), ("veintiuno", "veintiún"), ("veintiuno", "veintiuna")], "pt": [("dois", "duas"), ("entos", "entas")], "fr": [("un", "une")]}


def folded(text):
    """Letters and digits only, lower case, without accents; with the place of each in the text."""
    out, places = "", []
    for at, character in enumerate(text):
        for c in unicodedata.normalize("NFKD", character.lower().replace("ß", "ss")):
            if c.isalnum():
                out += c
                places.append(at)
    return out, places


def spellings(number, language):
    whole = int(number)
    forms = {str(whole)} | {w for w in (ONE[language].split() if whole == 1 else ())}
    parts = []
    for tongue in (language, "pt_BR") if language == "pt" else (language,):
        for value in {whole, round((number - whole) * 100)}:
            words = num2words(value, lang=tongue)
            variants = {words, re.sub(r"^ein(?=hundert|tausend)", "", words), words.replace(",", "")}
            for old, new in FEMALE.get(language, ()):
                variants |= {w.replace(old, new) for w in variants}
            if language == "pt":
                variants |= {w.replace(" e ", " ") for w in variants}
            if language in ("nl", "de") and 1100 <= value < 2000:
                variants.add(num2words(value // 100, lang=tongue) + ("honderd" if language == "nl" else "hundert") + (num2words(value % 100, lang=tongue) if value % 100 else ""))
            parts.append((value == whole, variants))
    for of_whole, variants in parts:
        if of_whole:
            forms |= variants
    if number != whole:
        cents = round((number - whole) * 100)
        tails = {f"{cents:02d}"} | ({str(cents // 10)} if cents % 10 == 0 else set()) | {w for of_whole, variants in parts if not of_whole for w in variants}
        forms = {head + join + tail for head in forms for tail in tails for join in ("", "euro", "euros", "komma", "coma", "virgule", "virgola", "virgula", "con", "e", "et", "y", "en")}
    return {folded(form)[0] for form in forms if form}


def how_said(quotes, value, language):
    """The words of a quote that say the number, or None."""
    best = None
    for quote in quotes:
        letters, places = folded(quote)
        for form in spellings(value, language):
            for found in re.finditer(re.escape(form), letters):
                first, last = places[found.start()], places[found.end() - 1]
                if (first and quote[first - 1].isalnum()) or (last + 1 < len(quote) and quote[last + 1].isalnum()):
                    continue
                if best is None or last + 1 - first > len(best):
                    best = quote[first : last + 1]
    return best


def english(path):
    """{key: (question, extra)} of a file of translated questions."""
    found = {}
    if os.path.exists(path):
        for line in open(path, encoding="utf8"):
            bits = [bit.strip() for bit in line.strip().split(" | ")]
            if len(bits) >= 2:
                found[bits[0]] = (bits[1], {k.strip(): v.strip() for k, _, v in (bit.partition(":") for bit in bits[2:])})
    return found


def prepared(path, missed, wordings):
    name = os.path.basename(path)[:-5]
    language, asked, out = name[:2], english(path[:-5] + ".en"), []
    for conversation in read_conversations([path]):
        for question in conversation["questions"]:
            question["plain"] = True
            if question["key"] in wordings.get(name, {}):
                question["wordings"] = wordings[name][question["key"]]
            if question["kind"] == "n" and question["value"] != "(none)":
                digits = re.sub(r"[^\d.-]", "", question["value"])
                said = how_said(question["evidence"], abs(float(digits)), language)
                missed.append(said is None)
                if said:
                    question["said"] = said
        one = {**conversation, "kit": f"{name}/{conversation['questions'][0]['key']}", "new": True, "language": language}
        if asked:
            one["english"] = [{**q, "question": asked[q["key"]][0], "extra": {**q["extra"], **asked[q["key"]][1]}, "wordings": []} for q in conversation["questions"] if q["key"] in asked]
        out.append(one)
    return name, out


if __name__ == "__main__":
    folder, *paths = sys.argv[1:]
    sets, missed = {"languages-train": [], "languages-choose": [], "languages-report": []}, []
    wordings = read_wordings([path for path in paths if path.endswith(".words")])
    for path in sorted(path for path in paths if path.endswith(".conv")):
        name, found = prepared(path, missed, wordings)
        sets["languages-choose" if name in CHOOSE else "languages-report" if name in REPORT else "languages-train"] += found
    for name in ("languages-choose", "languages-report"):
        sets[name + "-en"] = [{**c, "questions": c["english"]} for c in sets[name] if c.get("english")]
    for name, found in sets.items():
        with open(f"{folder}/{name}.jsonl", "w", encoding="utf8") as lines:
            for conversation in found:
                lines.write(json.dumps(conversation, ensure_ascii=False) + "\n")
        print(name, len(found), "conversations,", sum(len(c["questions"]) for c in found), "questions")
    print(f"numbers whose words were not found: {sum(missed)} of {len(missed)}")
