"""Wrong devices: each breaks one rule of the Lab Test Interface visibly, a line for each.

Contract tests hold that the conformance check fails each of them on its rule, and that no rule is without one.
"""

from tests.support.lti.wrong.cards import CARDS
from tests.support.lti.wrong.exchange import EXCHANGE
from tests.support.lti.wrong.facts import FACTS
from tests.support.lti.wrong.frames import FRAMES
from tests.support.lti.wrong.kit import RuleBreaker
from tests.support.lti.wrong.numbers import NUMBERS

WRONG: tuple[RuleBreaker, ...] = (*FRAMES, *EXCHANGE, *FACTS, *CARDS, *NUMBERS)
"""Every wrong device; some rules have several."""
