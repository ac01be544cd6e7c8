"""Whether an automated dealing shoe deals stacks of the declared size."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Stacks and stub",
    observes=kit.Kind.DEAL,
    counting=True,
    reference="58 Pa. Code § 670a.10, § 684a.10",
    hypothesis="Every deal has the declared stacks and leaves the declared stub.",
    null_law="counting",
)
class StackSize:
    """Which deals have wrong stacks or a wrong stub.

    The number of stacks, the number of cards of each stack in order, and the number of cards left (four of
    53 after seven stacks of seven) must be as declared.

    References
    ----------
    58 Pa. Code § 670a.10 and § 684a.10: stacks of a fixed number of cards; the remainder is the stub.

    Examples
    --------
    >>> tally = kit.tally_violations(500, ['deal 7: stub has 3 cards instead of 4'])
    >>> StackSize().judge(tally, kit.Population(kit.Kind.DEAL)).violations
    1
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Measure every stack and stub."""
        lines = [
            kit.Details.IN_UNIT(unit=kit.Kind.DEAL, number=block.index + place + 1, problems=tuple(wrong))
            for place, deal in enumerate(block.observations)
            if isinstance(deal, kit.Deal) and (wrong := _wrong(deal, block.population))
        ]
        return kit.tally_violations(block.units, lines)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the violations."""
        return kit.judge_violations(tally, kit.OF_KIND[population.kind])


def _wrong(deal: kit.Deal, population: kit.Population) -> list[kit.Reason]:
    have, need = [len(stack) for stack in deal.stacks], population.stacks
    wrong = [] if len(have) == len(need) else [kit.Details.STACKS(stacks=len(have), needed=len(need))]
    wrong += [
        kit.Details.STACK_SIZE(stack=number, cards=size, needed=declared)
        for number, (size, declared) in enumerate(zip(have, need, strict=False), 1)
        if size != declared
    ]
    if len(deal.stub) != population.stub:
        wrong.append(kit.Details.STUB_SIZE(cards=len(deal.stub), needed=population.stub))
    return wrong
