"""The mutants of the references that come out right in every case, and why: they are equal.

For each reason the exercises, and after their names the slugs (without ``as-if-``), one for each
such mutant. All others are killed by a case; ``test_mutants`` asks that both is so.
"""

EQUAL = {
    "All tensors of a case are on one device.": """
        additive_mask: without-device
        attend_with_cache: without-device without-device k-for-q v-for-q past-k-for-q
            past-v-for-q keys-for-q values-for-q k-for-q v-for-q past-k-for-q past-v-for-q
            keys-for-q values-for-q row-for-q
        attention_rollout: without-device 1-for-0 1-for-0 1-for-0
        next_token_batch: without-device starts-for-ids
        rotary: without-device
    """,
    (
        "Rounding one argument to float32 stays within the tolerance, which allows a root taken "
        "in float32; ids are small enough to be exact."
    ): """
        bigram_conditionals: counts-in-float32
        padding_mask: token-ids-in-float32
        decoder_mask: token-ids-in-float32
        feed_forward: b1-in-float32 b2-in-float32
        layer_norm: x-in-float32 gamma-in-float32 beta-in-float32
        adamw_step: param-in-float32 grad-in-float32 m-in-float32 v-in-float32
        attend_with_cache: k-in-float32 v-in-float32 past-k-in-float32 past-v-in-float32
        rms_norm: x-in-float32 gain-in-float32
        rotary: positions-in-float32 without-double
    """,
    (
        "min, max and the two axes of a transpose have no order; an equal number of items is "
        "zipped."
    ): """
        attend_all: swapped-transpose
        cross_attention: swapped-transpose
        attention: swapped-transpose
        split_heads: swapped-transpose
        merge_heads: swapped-transpose
        multi_head_attention: swapped-transpose swapped-transpose swapped-transpose
        scale_micro_batch_losses: swapped-zip
        noam_lr: swapped-min
        top_k_filter: swapped-min
        beam_search: swapped-min
        attend_with_cache: swapped-transpose
        modified_precision: swapped-min
        bleu: swapped-min swapped-min
        grouped_query_attention: swapped-transpose
        online_softmax_attention: swapped-maximum
    """,
    "Neither of the two steps needs the other one.": """
        bigram_conditionals: steps-swapped
        learn_merges: steps-swapped steps-swapped
        mean_pool: steps-swapped
        shift_matrix: steps-swapped steps-swapped
        sinusoidal_positions: steps-swapped steps-swapped steps-swapped
        decoder_mask: steps-swapped steps-swapped
        adamw_step: steps-swapped steps-swapped steps-swapped
        beam_search: steps-swapped
        penalised_beam_search: steps-swapped
        attend_with_cache: steps-swapped steps-swapped steps-swapped
        bleu: steps-swapped
        rotary: steps-swapped
        grouped_query_attention: steps-swapped steps-swapped
        online_softmax_attention: steps-swapped steps-swapped steps-swapped steps-swapped
            steps-swapped
    """,
    "Adding the same to all scores of a row, or to all features, changes nothing.": """
        sequence_log_prob: logits-one-more logits-one-less
        softmax: x-one-more x-one-less
        cross_entropy: logits-one-more logits-one-less
        cross_entropy_masked: logits-one-more logits-one-less
        attend_one: keys-one-more keys-one-less
        attend_all: k-one-more k-one-less
        attention: k-one-more k-one-less
        layer_norm: x-one-more x-one-less
        grouped_query_attention: k-one-more k-one-less
        online_softmax_attention: k-one-more k-one-less
    """,
    "Another name of the same axis: so many axes and no more are given.": """
        shares: sum-dim-1
        leak_table: shape-minus-1
        bigram_conditionals: sum-dim-1
        sequence_log_prob: squeeze-dim-minus-2 squeeze-dim-0 squeeze-dim-1 logsumexp-dim-1
            gather-dim-1 unsqueeze-dim-1
        cross_entropy: squeeze-dim-minus-2 squeeze-dim-0 squeeze-dim-1
        cross_entropy_masked: logsumexp-dim-1 gather-dim-1 unsqueeze-dim-1
        one_hot_lookup: shape-minus-2
        scaled_embedding: shape-minus-1
        mean_pool: sum-dim-minus-2 sum-dim-minus-1
        attend_one: softmax-dim-0 shape-0
        cross_attention: transpose-dim-1
        decoder_mask: shape-minus-1
        split_heads: transpose-dim-minus-2
        merge_heads: transpose-dim-minus-2
        multi_head_attention: transpose-dim-minus-2 transpose-dim-minus-2 shape-minus-2
        greedy_decode: shape-minus-1 argmax-dim-1 cat-dim-minus-1 argmax-without-1
        attend_with_cache: cat-dim-minus-2 cat-dim-minus-2 shape-minus-2 shape-minus-2
        online_softmax_attention: shape-minus-1 amax-dim-minus-1 sum-dim-minus-1 shape-minus-1
        top_k_filter: without-dim
        top_p_filter: without-dim
        nearest_rows: normalize-dim-minus-1 without-dim
    """,
    "Two tensors whose sizes there are the same by what the exercise says.": """
        leak_table: before-for-ids changed-for-ids
        bigram_conditionals: shape-minus-2 shape-0 shape-1 totals-for-counts
        attend_one: keys-for-query
        attend_all: k-for-q
        cross_attention: w-q-for-q w-k-for-q k-for-q
        attention: k-for-q
        multi_head_attention: k-for-q v-for-q
        top_p_filter: probs-for-logits mass-before-for-logits ranked-for-logits order-for-logits
        attend_with_cache: past-v-for-past-k values-for-keys k-for-q v-for-q past-k-for-q
            past-v-for-q keys-for-q values-for-q
        rotary: positions-for-x
        grouped_query_attention: v-for-k k-for-q v-for-q keys-for-q values-for-q
        online_softmax_attention: k-for-q v-for-q k-for-q v-for-q top-for-q top-for-q k-for-q
            v-for-q top-for-q total-for-q top-for-q total-for-q v-for-k top-for-v total-for-v
            k-for-q
    """,
    (
        "Numbers are spread over the shape that they meet, and an axis of one more changes no "
        "mean or sum."
    ): """
        bigram_conditionals: without-full-like
        sequence_log_prob: without-squeeze squeeze-without-1
        cross_entropy: without-squeeze squeeze-without-1
        smooth_labels: without-float
        online_softmax_attention: new-zeros-without-len-q new-zeros-without-len-q
    """,
    (
        "No score of a case comes near: torch's own kernels round larger ones too coarsely to be "
        "compared."
    ): """
        attention: -1e+09-for-infinity
        multi_head_attention: -1e+09-for-infinity
        attend_with_cache: -1e+09-for-infinity -10000-for-infinity
        grouped_query_attention: -1e+09-for-infinity
        online_softmax_attention: -1e+09-for-infinity -10000-for-infinity
    """,
    "Any block gives the same: that is what makes it exact.": """
        online_softmax_attention: block-always-1 block-always-2 block-one-more block-squared
    """,
    "At the bound itself both sides give the same, and beyond it nothing lies.": """
        clip_by_global_norm: less-for-at-most
        brevity_penalty: at-most-for-equal greater-for-at-least
        bleu: at-most-for-equal
        penalised_beam_search: at-least-for-equal at-least-for-equal
    """,
    "As many of one as of the other are given.": """
        scale_micro_batch_losses: without-strict false
        beam_search: without-strict false
    """,
    "A yes or no stays what it is when it is squared, rooted or given a minus.": """
        first_std: after-relu-negative after-relu-rooted after-relu-squared
    """,
    "Signs cancel out: of a quotient, of a square, of a size; and a comparison has no order.": """
        leak_table: swapped-minus
        shares: numbers-negative
        slope: h-negative
        layer_norm: swapped-minus
        padding_mask: token-ids-and-pad-id-swapped
    """,
    "An empty sentence is not compared with an empty reference.": """
        brevity_penalty: steps-swapped
    """,
    "No cosine is below -1; and it stays when both rows turn round.": """
        nearest_rows: -1e+09-for-infinity -10000-for-infinity -100-for-infinity
            table-negative table-backwards
    """,
    "The list that was given has the same values as a copy of it.": """
        clip_by_global_norm: without-list
    """,
    "A tensor of one number does what the number does.": """
        greedy_decode: without-item
        beam_search: without-tolist
        penalised_beam_search: without-tolist without-item
        greedy_with_cache: without-item
    """,
    "No two candidates are equally likely, so that what comes after the score never counts.": """
        beam_search: without-key without-index
        penalised_beam_search: less-for-at-most
    """,
    "bos is not eos, so that the first round has no finished beam.": """
        beam_search: at-least-for-greater 0-for-1 max-len-for-length
    """,
    "The cases take a list of rows for a tensor, and answer a batch of one with one row.": """
        beam_search: without-tensor 1-for-0
        penalised_beam_search: without-tensor 1-for-0
        greedy_with_cache: 1-for-0 0-for-1 without-index
    """,
    "All scores are higher or lower by one.": """
        beam_search: 1-for-0 1-for-0
    """,
    (
        "What follows a finished beam is less likely than that beam, so it never stands before "
        "it; nor does a child before num_beams better ones."
    ): """
        beam_search: without-step-2 without-min
        penalised_beam_search: 2-for-1 without-index max-len-for-num-beams
    """,
    "Shorter n-grams at the end of the reference are like none of the candidate's.": """
        bleu: plus-for-minus without-minus-n 2-for-1
    """,
    (
        "The loss reads no gradient, so they may be cleared before it or behind it; and a model "
        "clears those of all its parameters."
    ): """
        training_step: steps-swapped model-for-optimizer
    """,
    "Every column is filled afterwards.": """
        sinusoidal_positions: ones-for-zeros
    """,
    "After the loop n is max_n.": """
        bleu: n-for-max-n
    """,
    "UTF-8 is what decode takes by itself.": """
        ids_to_text: decode-without-utf-8
    """,
    "There the two are the same bytes: the line before has compared them.": """
        apply_merges: part-for-right
    """,
    "Each pair's count begins higher by the same, and the two hold the same words.": """
        learn_merges: 1-for-0 1-for-0 2-for-0 parts-for-words
    """,
    "The values are right; that its argument is changed is judged beside them.": """
        ablate_head: without-clone
    """,
}
