"""Who may do what, where the window has it, and by which rule it is refused: one line an act.

The generated tests of acts take roles and rules from the acts themselves; this golden is what they are compared with.
"""

import inspect
from dataclasses import replace

from labharness.acts.declaring import WindowControl, act
from tests.support.every_act import every_act
from tests.support.goldens import GOLDENS, hold

NO_RULE = inspect.signature(act).parameters["why_not"].default


def rule_of(act):
    """Return the name of an act's rule, of one without a name what it reads; "" where the act has no rule."""
    rule = act.why_not
    if rule is NO_RULE:
        return ""
    return rule.__name__ if rule.__name__ != "<lambda>" else " ".join(rule.__code__.co_names)


def line(act):
    """Return what an act declares."""
    gate, window = act.gate, act.window
    nobody = "no role" if gate.acts else "everybody"
    roles = ", ".join(sorted(role.value for role in gate.roles)) or nobody
    rule = rule_of(act)
    where = f"{window.room}: {window.text}" if isinstance(window, WindowControl) else window
    parameters = ", ".join(each.name for each in act.parameters)
    asked, rule = gate.asks and f"asked by {gate.asks}", rule and f"rule {rule}"
    return " | ".join(filter(None, (act.name, roles, asked, rule, where, parameters)))


def test_every_act_declares_what_it_did():
    hold("acts.txt", "\n".join(map(line, every_act())))


def mutations(act):
    """Yield an act without a role, without its rule, without its place in the window, and that anybody may do."""
    gate = act.gate
    for role in gate.roles:
        yield replace(act, gate=replace(gate, roles=tuple(each for each in gate.roles if each is not role)))
    if gate.acts:
        yield replace(act, gate=replace(gate, roles=(), acts=False))
    if rule_of(act):
        yield replace(act, why_not=NO_RULE)
    yield replace(act, window="")


def test_a_role_a_rule_or_a_control_that_is_taken_away_is_seen():
    kept = (GOLDENS / "acts.txt").read_text("utf-8").splitlines()
    assert [each for each in map(line, every_act()) if each not in kept] == []
    changed = [line(each) for act in every_act() for each in mutations(act)]
    assert [each for each in changed if each in kept] == []
