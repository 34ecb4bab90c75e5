"""Labelled conversations → train.jsonl, dev.jsonl (calibration) and test.jsonl (reported figures), split by file; those whose questions
are put to several conversations (k-*.conv and *.slots) → train.jsonl, kits-dev.jsonl and kits-test.jsonl. Further questions
(*.more) join those of their conversations, in train.jsonl only: the other sets stay as they were measured before. Other wordings of a
kit's questions (kit-NAME.words) are kept beside each question, there too.

usage: build_data.py OUTDIR FILE.conv… FILE.slots… FILE.more… FILE.words…
Probes (CLASS.train.conv) → probes.jsonl, and the later half of each class's texts probes-choose.jsonl, to choose a model by.
A file belongs to one set as a whole: conversations of one author and trade are never on both sides. The kits (`kit-*.conv`: one set of questions, ten
calls) are split the same way: most train, some choose a model and calibrate it (kits-choose.jsonl), others are kept for the report (kits-report.jsonl)."""
import json
import os
import re
import sys

from conversations import read_conversations, read_more_questions, read_wordings
from slots import expand

DEV = {"a-03", "a-09", "b-03", "b-09", "c-03", "c-09", "batch1-d", "batch2-d", "batch3-d", "batch4-e-work", "batch6-b", "batch7-b", "batch8-b", "batch9-f", "batch10-e", "batch11-b", "batch12-b"}
TEST = {"a-05", "a-11", "b-05", "b-11", "c-05", "c-11", "batch1-h", "batch2-i", "batch3-h", "batch4-b-trades", "batch6-e", "batch7-e", "batch8-e", "batch9-d", "batch10-c", "batch11-e", "batch12-e"}

KITS_CHOOSE = {"telecom_saves", "phone_screen", "school_admissions", "restaurant_supply", "event_tickets", "garage_service"}
KITS_CHOOSE |= {"hotel_reservations", "furniture_delivery", "airline_changes", "driving_school", "credit_union", "debt_advice", "plumbing_dispatch"}
KITS_CHOOSE |= {"equipment_discovery", "home_care_visits", "solar_installers", "fashion_chat"}  # of an earlier report
KITS_CHOOSE |= {"appliance_repairs", "private_clinic_enquiries", "telehealth_nurse_line", "coworking_space_mail"}
KITS_CHOOSE |= {"self_storage", "taxi_bookings", "holiday_park", "flooring_shop", "solar_installer", "ferry_bookings", "mortgage_adviser"}  # of the report before
KITS_CHOOSE |= {"wealth_management_calls", "energy_broker_b2b", "university_clearing", "wholesale_flowers", "marketplace_sellers"}
KITS_REPORT = {"conveyancing_solicitor", "veterinary_hospital_emergency", "telecom_engineer_visits", "travel_agent_changes"}  # by an author of whom nothing is trained on
KITS_REPORT |= {"vineyard_tours", "music_lessons", "garden_centre_phone", "dog_grooming_chat", "letting_viewings", "hospital_discharge_line", "auction_house_enquiries", "interpreter_bookings"}
VARIANTS = 6


def set_of(name):
    if name.endswith(".train"):
        return "probes"
    if name.startswith("kit-"):
        return "kits-choose" if name[4:] in KITS_CHOOSE else "kits-report" if name[4:] in KITS_REPORT else "train"
    if name.startswith("k-") or name.startswith("s-"):
        number = int(name.rsplit("-", 1)[1])
        return "kits-dev" if number % 8 == 3 else "kits-test" if number % 8 == 6 else "train"
    return "test" if name in TEST else "dev" if name in DEV else "train"


def number_of_text(identity):
    return int(re.search(r"(\d+)[a-z]*$", identity)[1])


if __name__ == "__main__":
    out, paths = sys.argv[1], sorted(sys.argv[2:])
    more = read_more_questions([path for path in paths if path.endswith(".more")])
    wordings = read_wordings([path for path in paths if path.endswith(".words")])
    sets = {"train": [], "dev": [], "test": [], "kits-dev": [], "kits-test": [], "kits-choose": [], "kits-report": [], "probes": [], "probes-choose": []}
    for path in paths:
        name, ending = os.path.splitext(os.path.basename(path))
        if ending in (".more", ".words"):
            continue
        if ending == ".conv":
            found = read_conversations([path])
            if name.startswith(("kit-", "k-")):
                found = [{**c, "kit": f"{name}/{c['questions'][0]['key']}", "new": name.startswith("kit-")} for c in found]
        else:
            expanded = f"{out}/expanded.conv"
            origins = expand([path], VARIANTS, expanded)
            found = [{**c, "variant_of": origin} for c, origin in zip(read_conversations([expanded]), origins)]
            os.remove(expanded)
        if set_of(name) == "probes":
            # corrected-3a to corrected-3e are one text with other names: never on both sides
            texts = sorted({number_of_text(c["id"]) for c in found})
            kept = set(texts[: (len(texts) + 1) // 2])
            found = [{**c, "short": True} for c in found]
            sets["probes-choose"] += [c for c in found if number_of_text(c["id"]) not in kept]
            found = [c for c in found if number_of_text(c["id"]) in kept]
        sets[set_of(name)] += found
    for conversation in sets["train"]:
        of_kit = wordings.get(conversation.get("kit", "").split("/")[0], {})
        for question in conversation["questions"]:
            if question["key"] in of_kit:
                question["wordings"] = of_kit[question["key"]]
        conversation["questions"] += more.get(conversation["id"], [])
    for name, found in sets.items():
        with open(f"{out}/{name}.jsonl", "w", encoding="utf8") as lines:
            for conversation in found:
                lines.write(json.dumps(conversation, ensure_ascii=False) + "\n")
        print(name, len(found), "conversations,", sum(len(c["questions"]) for c in found), "questions")
