"""The numbered rules of the Lab Test Interface; the sections are those of docs/lab-test-interface.md."""

from __future__ import annotations

from labharness.reason import Code, note


class LtiRule(Code, area="lti_rule"):
    """A rule that ``labharness lti check`` tests."""

    R_2_1 = note()
    R_2_2 = note()
    R_2_3 = note()
    R_2_4 = note()
    R_2_5 = note()
    R_3_1 = note()
    R_3_2 = note()
    R_3_3 = note()
    R_3_4 = note()
    R_3_5 = note()
    R_3_6 = note()
    R_3_7 = note()
    R_3_8 = note()
    R_3_9 = note()
    R_4_1 = note()
    R_4_2 = note()
    R_4_3 = note()
    R_4_4 = note()
    R_4_5 = note()
    R_4_6 = note()
    R_4_7 = note()
    R_4_8 = note()
    R_4_9 = note()
    R_4_10 = note()
    R_4_11 = note()
    R_4_12 = note()
    R_4_13 = note()
    R_4_14 = note()
    R_4_15 = note()
    R_4_16 = note()
    R_4_17 = note()
    R_5_1 = note()
    R_5_2 = note()
    R_5_3 = note()
    R_5_4 = note()
    R_5_5 = note()
    R_5_6 = note()
    R_5_7 = note()
    R_5_8 = note()
    R_5_9 = note()
    R_5_10 = note()
    R_5_11 = note()
    R_5_12 = note()
    R_5_13 = note()
    R_5_14 = note()
    R_5_15 = note()
    R_5_16 = note()
    R_5_17 = note()
    R_5_18 = note()
    R_5_19 = note()
    R_5_20 = note()
    R_5_21 = note()
    R_5_22 = note()
    R_5_23 = note()
    R_5_24 = note()
    R_5_25 = note()
    R_5_26 = note()
    R_5_27 = note()
    R_5_28 = note()
    R_5_29 = note()
    R_5_30 = note()
    R_5_31 = note()
    R_5_32 = note()
    R_5_33 = note()
    R_5_34 = note()
    R_5_35 = note()
    R_5_36 = note()
    R_5_37 = note()
    R_5_38 = note()

    @property
    def id(self) -> str:
        """The rule's number in the document.

        Examples
        --------
        >>> LtiRule.R_4_10.id
        'R-4.10'
        """
        return "R-" + self.name[2:].replace("_", ".")
