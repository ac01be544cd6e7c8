"""Wrong devices: each breaks one rule of the Lab Test Interface visibly, a line for each.

Contract tests hold that the conformance check fails each of them on its rule, and that no rule is without one.
"""

from labharness.simulators.lti_wrong.cards import CARDS
from labharness.simulators.lti_wrong.exchange import EXCHANGE
from labharness.simulators.lti_wrong.facts import FACTS
from labharness.simulators.lti_wrong.frames import FRAMES
from labharness.simulators.lti_wrong.kit import RuleBreaker
from labharness.simulators.lti_wrong.numbers import NUMBERS

WRONG: tuple[RuleBreaker, ...] = (*FRAMES, *EXCHANGE, *FACTS, *CARDS, *NUMBERS)
"""Every wrong device; some rules have several."""
