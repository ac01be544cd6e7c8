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
    from labharness.analysis.identification import catalog as identification_catalog
    from labharness.analysis.identification import decks as identification_decks
    from labharness.analysis.identification.stream import Stream
    from labharness.analysis.identification.verdict import SampleReading
    from labharness.analysis.identification.verdict import judged as judge_identified_programs
    from labharness.analysis.laws import (
        alarm_limits,
        double_shoe_nulls,
        gain_bounds,
        hand_nulls,
        intervals,
        joint_minimum,
        mechanisms,
        multiset_laws,
        pair_tables,
        permutation_laws,
        segment_moments,
        spectrum,
    )
    from labharness.analysis.laws.alarm_limits import AlarmLimits
    from labharness.analysis.laws.double_shoe_nulls import rounds_of
    from labharness.analysis.laws.entropy import chi_square as entropy_chi_square
    from labharness.analysis.laws.entropy import estimates as entropy_estimates
    from labharness.analysis.laws.entropy import health as entropy_health
    from labharness.analysis.laws.entropy import permutation as entropy_permutation
    from labharness.analysis.laws.entropy import restart_matrix
    from labharness.analysis.laws.entropy.health import proportion_cutoff, repetition_cutoff
    from labharness.analysis.laws.entropy.restart_matrix import standard_cutoff
    from labharness.analysis.laws.fair_orders import FairOrders
    from labharness.analysis.laws.gain_bounds import (
        at_least_nothing,
        excess_bounds,
        largest_departure,
        mean_bound,
        predicted_bound,
    )
    from labharness.analysis.laws.intervals import clopper_pearson, effect_detail, mean_effect, root_effect
    from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma, SumLaw
    from labharness.analysis.laws.kernels.bits import (
        bit_counts,
        bit_distances,
        bit_walks,
        byte_counts,
        byte_relations,
        fips,
        long_registers,
        matrix_ranks,
        ones_runs,
        shift_registers,
        templates,
    )
    from labharness.analysis.laws.kernels.cards import card_tables, decks, neighbors, round_neighbors
    from labharness.analysis.laws.kernels.outcomes import draw_groups, draws, prediction
    from labharness.analysis.laws.monte_carlo import monte_carlo_tails, round_tables
    from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
    from labharness.analysis.laws.null_shuffles import (
        ENOUGH_SHUFFLES,
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
    )
    from labharness.analysis.laws.parameters import (
        SimulatedLaw,
        accept_choice,
        accept_least,
        accept_range,
        accept_simulation,
    )
    from labharness.analysis.laws.permutation_laws import kept_places, longest_increasing, longest_packet
    from labharness.analysis.laws.prediction import bettors, lags, sums
    from labharness.analysis.laws.prediction.bettors import Bets
    from labharness.analysis.laws.prediction.complexity import Complexity, least_likely
    from labharness.analysis.laws.prediction.lags import pair_statistic, pair_statistics
    from labharness.analysis.laws.segment_moments import segment_x2
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
    from labharness.analysis.laws.type_laws import type_matches, type_successions
    from labharness.analysis.laws.weighted_chi_square import weighted_chi_square_tails
    from labharness.analysis.sampling.bits import bits, entropy_units, leading_bytes
    from labharness.analysis.sampling.bits.bits import accept_length
    from labharness.analysis.sampling.bits.entropy_units import accept_claim
    from labharness.analysis.sampling.block import Block
    from labharness.analysis.sampling.cells import Cells
    from labharness.analysis.sampling.check import check
    from labharness.analysis.sampling.conditions import out_of_range, too_few, too_few_for_range
    from labharness.analysis.sampling.orders import (
        card_groups,
        contrasts,
        faces,
        first_cards,
        identity,
        unmarked,
    )
    from labharness.analysis.sampling.orders.card_groups import CardGroup
    from labharness.analysis.sampling.orders.contrasts import Contrast, Contrasts, fair_minima
    from labharness.analysis.sampling.orders.faces import Face, face_counts, face_names, tally_faces
    from labharness.analysis.sampling.orders.fair_statistics import fair_totals
    from labharness.analysis.sampling.orders.first_cards import FirstCards, Wager
    from labharness.analysis.sampling.orders.identified import judge_identified, tally_identified
    from labharness.analysis.sampling.orders.identity import (
        CodeReading,
        best_reading,
        identity_notes,
        tally_readings,
    )
    from labharness.analysis.sampling.orders.order_checks import (
        compare_sum,
        identity_line,
        judge_sum,
        not_distinct,
        tally_values,
    )
    from labharness.analysis.sampling.orders.seating import parse_served
    from labharness.analysis.sampling.orders.shuffle_cells import ShuffleCells
    from labharness.analysis.sampling.orders.unmarked import kind_counts
    from labharness.analysis.sampling.outcomes import leading_outcomes as leading
    from labharness.analysis.sampling.outcomes import outcome_counts, written_deals
    from labharness.analysis.sampling.outcomes import outcome_groups as outcomes
    from labharness.analysis.sampling.outcomes.leading_outcomes import prime_factors
    from labharness.analysis.sampling.outcomes.outcome_counts import OutcomeTotals, accept_law
    from labharness.analysis.sampling.outcomes.outcome_groups import unit_length
    from labharness.analysis.sampling.outcomes.written_deals import WrittenDeals
    from labharness.analysis.sampling.population import Population
    from labharness.analysis.sampling.rounds import near_and_far, round_ages, round_nulls, successive_rounds
    from labharness.analysis.sampling.rounds.near_and_far import simulated_sums
    from labharness.analysis.sampling.rounds.pair_scores import (
        Scored,
        ScoredMachine,
        alone_line,
        mean_score,
        tally_scores,
    )
    from labharness.analysis.sampling.rounds.round_ages import simulated_excess
    from labharness.analysis.sampling.rounds.round_nulls import pair_null, table_null
    from labharness.analysis.sampling.rounds.successive_rounds import Deck, Identity, Score
    from labharness.analysis.sampling.smallest_p import compare_smallest
    from labharness.analysis.sampling.tables import (
        accept_bins,
        group_names,
        groups_of,
        heatmap,
        histogram,
        place_table,
        themselves,
    )
    from labharness.analysis.sampling.tally import EARLIEST, Tally, count, left_out_line
    from labharness.analysis.sampling.violations import judge_violations, listed, tally_violations, with_more
    from labharness.errors import CardError, InputError
    from labharness.games.outcomes import double_shoe, hands
    from labharness.games.outcomes.double_shoe import decks_of_a_side, opened_by
    from labharness.games.outcomes.hands import Hands, written_hands
    from labharness.games.outcomes.registry import rule as outcome_rule
    from labharness.model.axis import Axis
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
    from labharness.model.counted import Counted, PerShuffle
    from labharness.model.events import EventKind
    from labharness.model.gains import GainBound, Gainer, GainUnit
    from labharness.model.observations import OF_KIND, Deal, InputKnown, Kind, Shuffle
    from labharness.model.reasons.detail import Details, Irregular, LimitedValue, Ordinal, Text
    from labharness.model.reasons.effect import Effects
    from labharness.model.reasons.gain import Gains
    from labharness.model.reasons.identification import Effort, Identifications
    from labharness.model.reasons.inputs import Inputs
    from labharness.model.reasons.law import Laws
    from labharness.model.reasons.parameter import Parameters
    from labharness.model.reasons.prediction import Predictions
    from labharness.model.reasons.sample import Sample
    from labharness.model.results import CheckResult, Effect, Picture, Tail
    from labharness.model.standards import FipsTest, FurtherTest, PermutationStatistic
    from labharness.reason import Code, Reason, note
else:
    __getattr__, __dir__ = lazy_names(__name__, __file__)
