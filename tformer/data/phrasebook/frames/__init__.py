"""The forms of sentences: each frame draws words from a Speaker and says one thing twice.

A frame returns its German and its English without capital and full stop (a question or an
exclamation carries its mark), or None where the words drawn do not go together. Its docstring
begins with a sentence that it says.
"""

from collections.abc import Callable

from tformer.data.phrasebook.frames import (
    belongings,
    describing,
    feelings,
    infinitives,
    liking,
    linked,
    people,
    places,
    questions,
    requests,
    statements,
    times,
)
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.speaker import Speaker

Frame = Callable[[Speaker], Pair | None]

# (how often, which frame). The order counts: another one draws other sentences from a seed.
FRAMES: tuple[tuple[float, Frame], ...] = (
    (10, statements.present),
    (7, statements.present_with_time),
    (2.5, statements.often),
    (6, statements.negated),
    (6, questions.question),
    (6, questions.w_question),
    (1.5, questions.w_question_past),
    (2, questions.what_doing),
    (9, statements.past),
    (2.5, statements.past_negated),
    (2.5, questions.past_question),
    (1.5, statements.preterite),
    (1.5, statements.already),
    (8, statements.modal),
    (4, questions.modal_question),
    (2, questions.modal_w_question),
    (2.5, statements.modal_past),
    (2.5, statements.future),
    (5, statements.gladly),
    (2, statements.since),
    (1, questions.how_long),
    (3, linked.that),
    (3.5, linked.because),
    (2.5, linked.when),
    (1.5, linked.whether),
    (2, infinitives.to_do),
    (1.2, infinitives.in_order_to),
    (3.5, requests.imperative),
    (2, linked.and_),
    (6, describing.person_is),
    (4.5, describing.thing_is),
    (2, describing.food_is),
    (2.5, describing.place_is),
    (2, describing.matter_is),
    (2.5, people.job_is),
    (1.2, people.origin),
    (4, places.is_where),
    (4.5, places.where_is),
    (3.5, places.lies_where),
    (4, belongings.this_is),
    (1.5, belongings.whose),
    (10, belongings.has),
    (2, feelings.feels),
    (1.5, feelings.hurts),
    (1, feelings.state_of),
    (4, liking.likes),
    (2.5, liking.pleases),
    (4, requests.would_like),
    (2, describing.finds),
    (2.5, people.called),
    (2.5, people.age),
    (2.5, belongings.price),
    (1.5, belongings.how_many),
    (2, times.clock_time),
    (2, times.weather),
    (1, times.weather_past),
    (2.5, places.there_is),
    (2, describing.compares),
    (1.5, feelings.looks),
    (1.5, feelings.becomes),
    (1.5, describing.two_sentences),
    (1.2, questions.who_what),
    (1, statements.one_does),
    (1.5, places.never_been),
    (1.5, linked.relative_clause),
    (1.2, places.direction),
    (1, people.language_skill),
    (1, linked.as_child),
)
