package org.nearduplicate.elasticsearch;

import org.nearduplicate.sketch.ChoiceParameter;

/** How the candidates of a query are verified. */
enum Verify {

    /** By their signatures: an estimate. */
    SIGNATURE,

    /** By their shingle sets, which the field has to store with {@code exact}. */
    EXACT;

    static final ChoiceParameter<Verify> PARAMETER = new ChoiceParameter<>("verify", SIGNATURE);
}
