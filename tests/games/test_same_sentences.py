"""Chapters that say the same sentence of a device ask the same of it: read from the chapters, not from the game files.

Each row is one sentence of 58 Pa. Code, Subpart K, with the section of every chapter that has it, and what the game
file of that chapter must say in its obligations.
"""

import re

from labharness.games.game import game_ids, packaged_game

GAMES = {packaged_game(name).chapter: packaged_game(name) for name in game_ids()}
SHAKER, SYSTEM = "dice_shaker", "progressive_system"
AUTOMATED, MANUAL = "automated_dealing_shoe", "manual_shoe"
READER, BATCH = "card_reader", "batch_shuffler"
SENTENCES = [
    ("a die that is cocked or falls out makes no roll", SHAKER, r"no roll|roll is invalid",
     "535.12(a) 645.14(a) 588.13(a) 585.3(f) 593.4(b)"),
    ("dice stay on a table for 24 hours at most", SHAKER, r"24 hours",
     "535.5(c) 645a.2(c)(1)(i) 588.2(d)(1)(i) 585.3(b)(1) 593.3(b)(1)"),
    ("the shaker is approved", SHAKER, r"approved", "535.2(d) 645a.2(c)(1) 588.2(d)(1) 585.3(b) 593.3(b)"),
    ("the total finds the position", SHAKER, r"total is counted", "535.8(b) 645a.5(i)(1) 588.5(i)(1)"),
    ("a device at each position acknowledges or accepts the wager", SYSTEM, r"acknowledges or accepts",
     "587.2(c)(1) 588.2(c)(1) 593.1(c)(1) 633a.2(d)(1) 645a.2(d)(1)"),
    ("late wagers are locked out", SYSTEM, r"locked out|locks out|refused",
     "587.2(c)(2) 588.2(c)(2) 593.1(c)(2) 633a.2(d)(2) 645a.2(d)(2)"),
    ("the meter starts at 1,000 dollars or more", SYSTEM, r"1,000 dollars", "587.12(e)(3) 633a.13(l)(2)"),
    ("the meter starts at 2,000 dollars or more", SYSTEM, r"2,000 dollars", "645a.13(e)(2)"),
    ("the meter starts at 5,000 dollars or more", SYSTEM, r"5,000 dollars", "588.12(d)(2) 633a.13(j)(2)"),
    ("accepted wagers equal the chips", SYSTEM, r"chips collected", "587.8(b) 588.8(b)(2) 645a.8(b)(2)"),
    ("a light shows a winner", SYSTEM, r"light",
     "587.11(i)(3)(i)(B) 588.11(h)(3)(i)(B)(2) 645a.11(h)(4)(ii)(B)"),
    ("stacks leave face down", AUTOMATED, r"face down",
     "583.10(b) 587.10(b) 588.10(b) 589.10(b) 592.10(b) 645a.10(b)"),
    ("a wrong number of cards voids all hands", AUTOMATED, r"incorrect number of cards",
     "583.13(c) 587.13(c) 588.13(h) 589.13(c) 592.13(c) 645.14(h)"),
    ("more than one card face up voids all hands", AUTOMATED, r"face up; one is not used",
     "583.13(a) 587.13(a) 588.13(f) 589.13(a) 592.13(a) 645.14(f)"),
    ("a jam of the automated shoe voids the round", AUTOMATED, r"round is void",
     "583.13(f) 587.13(f) 588.13(m) 589.13(f) 592.13(f) 645.14(m)"),
    ("nothing leaves before no more bets", AUTOMATED, r"before no more bets",
     "583.10(a) 587.10(a)(2) 588.10(a)(2) 589.10(a) 592.10(a) 645a.10(a)(2)"),
    ("the stub has another number", AUTOMATED, r"stub has no other number", "588.10(e) 645a.10(e)"),
    ("the flat button moves by one position a round", AUTOMATED, r"flat button", "645a.5(i)(3)"),
    ("a card found face up is not used in that round", MANUAL, r"face up",
     ("541.14(d) 543.14(d) 545.15(d) 551.16(a) 581.13(a) 583.13(a) 587.13(a) 588.13(f) 589.13(a) "
      "590.13(a) 591.13(a) 592.13(a) 629a.13(d) 633a.14(a) 645.14(f) 681a.9(a)")),
    ("after a jam the cards are reshuffled", BATCH, r"[Aa]fter a jam",
     ("551.16(j) 581.13(k) 583.13(e) 587.13(e) 588.13(l) 589.13(e) 590.13(k) 591.13(k) 592.13(e) "
      "633a.14(l) 645.14(l) 681a.9(c)")),
    ("a reader that fails stops the deal", READER, r"fails|repaired",
     "551.16(l) 581.13(j) 590.13(j) 591.13(j) 633a.14(k)"),
]  # fmt: skip


def duties(chapter, device):
    return [obligation for obligation in GAMES[chapter].obligations if device in obligation.devices]


CASES = [(device, words, section) for _, device, words, sections in SENTENCES for section in sections.split()]


def test_the_game_file_has_the_sentence_of_its_chapter_and_counts_the_tiles_of_pai_gow():
    for device, words, section in CASES:
        chapter = section.split(".")[0]
        chapter = "645a" if chapter == "645" else chapter  # § 645.14, as Chapter 645a numbers it
        result = [obligation for obligation in duties(chapter, device) if re.search(words, obligation.text)]
        assert result, f"§ {section} asks this of the {device}"
        assert any(re.match(r"§ (\d+a?)", each.citation)[1] in (chapter, "645") for each in result), section
    texts = {obligation.id: obligation for obligation in duties("535", SHAKER)}
    assert "32 tiles" in texts["tiles-counted"].text
    assert "§ 535.6(a)(1)" in texts["tiles-counted"].citation
    assert "§ 535.3(a)" in texts["tiles-inspected"].citation
