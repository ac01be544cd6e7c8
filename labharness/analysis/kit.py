"""What a check is written with: the one import of its file.

Version 1.  Within a version a name keeps its meaning and its parameters, and only new names come; a name that leaves
or changes raises ``VERSION``.  ``docs/kits.md`` lists the names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labharness.lazy_names import lazy_names

VERSION = 1

if TYPE_CHECKING:
    from labharness.analysis.decision.families import holm
    from labharness.analysis.identification import decks as identification_decks
    from labharness.analysis.identification import generator as identification_catalog
    from labharness.analysis.identification.stream import Stream
    from labharness.analysis.identification.verdict import SampleReading, longest_stretch
    from labharness.analysis.identification.verdict import judged as judge_identified_programs
    from labharness.analysis.laws import (
        gain_bounds,
        intervals,
        joint_minimum,
        mechanisms,
        multiset_laws,
        pair_tables,
        permutation_laws,
        spectrum,
    )
    from labharness.analysis.laws import multinomial_x2 as segment_moments
    from labharness.analysis.laws import null_samples as hand_nulls
    from labharness.analysis.laws import pair_tables as double_shoe_nulls
    from labharness.analysis.laws import permutation_laws as alarm_limits
    from labharness.analysis.laws.entropy import chi_square as entropy_chi_square
    from labharness.analysis.laws.entropy import estimates as entropy_estimates
    from labharness.analysis.laws.entropy import estimates as restart_matrix
    from labharness.analysis.laws.entropy import health as entropy_health
    from labharness.analysis.laws.entropy import permutation as entropy_permutation
    from labharness.analysis.laws.entropy.estimates import standard_cutoff
    from labharness.analysis.laws.entropy.health import proportion_cutoff, repetition_cutoff
    from labharness.analysis.laws.gain_bounds import (
        at_least_nothing,
        excess_bounds,
        largest_departure,
        mean_bound,
        predicted_bound,
    )
    from labharness.analysis.laws.intervals import (
        SimulatedLaw,
        accept_least,
        accept_range,
        accept_simulation,
        accepted,
        among,
        at_least,
        clopper_pearson,
        effect_detail,
        mean_effect,
        root_effect,
        within,
    )
    from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma, SumLaw
    from labharness.analysis.laws.kernels.bits import (
        bit_counts,
        bit_walks,
        byte_counts,
        fips,
        shift_registers,
    )
    from labharness.analysis.laws.kernels.bits import bit_counts as ones_runs
    from labharness.analysis.laws.kernels.bits import byte_counts as byte_relations
    from labharness.analysis.laws.kernels.bits import patterns as bit_distances
    from labharness.analysis.laws.kernels.bits import patterns as templates
    from labharness.analysis.laws.kernels.bits import shift_registers as long_registers
    from labharness.analysis.laws.kernels.bits import shift_registers as matrix_ranks
    from labharness.analysis.laws.kernels.cards import card_tables, decks, neighbors
    from labharness.analysis.laws.kernels.cards import neighbors as round_neighbors
    from labharness.analysis.laws.kernels.outcomes import draw_groups, draws, prediction
    from labharness.analysis.laws.multinomial_x2 import exact_x2_tails, segment_x2, weighted_chi_square_tails
    from labharness.analysis.laws.multiset_laws import type_matches, type_successions
    from labharness.analysis.laws.null_samples import (
        ENOUGH_SHUFFLES,
        FairOrders,
        monte_carlo_tails,
        round_tables,
        shuffle_null,
        simulated_law,
    )
    from labharness.analysis.laws.order_statistics import (
        Direction,
        Extremum,
        Packet,
        Reading,
        Strategy,
        count_cycles,
        count_fixed,
        count_guessed,
        count_inversions,
        count_kept,
        count_rising,
        count_successions,
        count_undone,
        count_valleys,
        longest_rise,
        packet_length,
        quotients_of,
    )
    from labharness.analysis.laws.pair_tables import (
        interaction_tails,
        interaction_without_repeats,
        largest_tails,
        rounds_of,
    )
    from labharness.analysis.laws.permutation_laws import (
        AlarmLimits,
        kept_places,
        longest_increasing,
        longest_packet,
    )
    from labharness.analysis.laws.prediction import bettors
    from labharness.analysis.laws.prediction import complexity as lags
    from labharness.analysis.laws.prediction import learned_laws as sums
    from labharness.analysis.laws.prediction.bettors import Bets
    from labharness.analysis.laws.prediction.complexity import (
        Complexity,
        least_likely,
        pair_statistic,
        pair_statistics,
    )
    from labharness.analysis.laws.tails import (
        LEAST_EXPECTED,
        LEFT,
        RIGHT,
        SMALLEST_P,
        TWO_SIDED,
        Lattice,
        both_tails,
        chi_square_tails,
        counted_law,
        counted_tails,
        equal_chances_tails,
        kept_neighbours,
        normal_tails,
        pearson,
        rising_sequences,
    )
    from labharness.analysis.sampling import bits
    from labharness.analysis.sampling import bits as entropy_units
    from labharness.analysis.sampling import bits as leading_bytes
    from labharness.analysis.sampling.bits import accept_claim, accept_length, bit_length
    from labharness.analysis.sampling.check import (
        EARLIEST,
        Tally,
        check,
        count,
        counts,
        left_out_line,
        out_of_range,
        refuse,
        refuse_if,
        too_few,
        too_few_for_range,
    )
    from labharness.analysis.sampling.judging import (
        Cells,
        compare_smallest,
        judge_violations,
        listed,
        tally_violations,
        with_more,
    )
    from labharness.analysis.sampling.orders import card_groups, contrasts, faces, first_cards
    from labharness.analysis.sampling.orders import order_checks as identity
    from labharness.analysis.sampling.orders import shuffle_cells as unmarked
    from labharness.analysis.sampling.orders.card_groups import CardGroup
    from labharness.analysis.sampling.orders.contrasts import Contrast, Contrasts, fair_minima, parse_served
    from labharness.analysis.sampling.orders.faces import Face, face_counts, face_names, tally_faces
    from labharness.analysis.sampling.orders.first_cards import FirstCards, Wager
    from labharness.analysis.sampling.orders.order_checks import (
        CodeReading,
        best_reading,
        compare_sum,
        identity_line,
        identity_notes,
        judge_identified,
        judge_sum,
        not_distinct,
        tally_identified,
        tally_readings,
        tally_values,
    )
    from labharness.analysis.sampling.orders.shuffle_cells import ShuffleCells, fair_totals, kind_counts
    from labharness.analysis.sampling.outcomes import outcome_counts, written_deals
    from labharness.analysis.sampling.outcomes import outcome_groups as leading
    from labharness.analysis.sampling.outcomes import outcome_groups as outcomes
    from labharness.analysis.sampling.outcomes.outcome_counts import OutcomeTotals, accept_law
    from labharness.analysis.sampling.outcomes.outcome_groups import prime_factors, unit_length
    from labharness.analysis.sampling.outcomes.written_deals import WrittenDeals
    from labharness.analysis.sampling.rounds import near_and_far, round_nulls, successive_rounds
    from labharness.analysis.sampling.rounds import pair_scores as round_ages
    from labharness.analysis.sampling.rounds.near_and_far import simulated_sums
    from labharness.analysis.sampling.rounds.pair_scores import (
        Scored,
        ScoredMachine,
        alone_line,
        mean_score,
        simulated_excess,
        tally_scores,
    )
    from labharness.analysis.sampling.rounds.round_nulls import pair_null, table_null
    from labharness.analysis.sampling.rounds.successive_rounds import Deck, Identity, Score
    from labharness.analysis.sampling.tables import (
        Block,
        Population,
        accept_bins,
        group_names,
        groups_of,
        heatmap,
        histogram,
        place_table,
        themselves,
    )
    from labharness.errors import CardError, InputError
    from labharness.games.outcomes import double_shoe, hands
    from labharness.games.outcomes.double_shoe import decks_of_a_side, opened_by
    from labharness.games.outcomes.hands import Hands, written_hands
    from labharness.games.outcomes.registry import rule as outcome_rule
    from labharness.model.cards import (
        FOREIGN_BACK,
        JOKER,
        RANKS,
        UNREAD,
        CardSet,
        Order,
        SetDifference,
        format_card,
        types,
    )
    from labharness.model.observations import OF_KIND, Deal, EventKind, InputKnown, Kind, Shuffle
    from labharness.model.reasons.decision import Details, Irregular, LimitedValue, Ordinal, Sample, Text
    from labharness.model.reasons.game import Effort, Gains, Identifications, Predictions
    from labharness.model.reasons.inputs import Inputs
    from labharness.model.reasons.plan import Parameters
    from labharness.model.reasons.register import Laws
    from labharness.model.reasons.run import Effects
    from labharness.model.results import (
        Axis,
        CheckResult,
        Counted,
        Effect,
        GainBound,
        Gainer,
        GainUnit,
        PerShuffle,
        Picture,
        Tail,
    )
    from labharness.model.stages import FipsTest, FurtherTest, PermutationStatistic
    from labharness.reason import Code, Reason, note
else:
    __getattr__, __dir__ = lazy_names(__name__, __file__)
