package org.nearduplicate.lucene;

import org.nearduplicate.sketch.ChoiceParameter;

/** How candidates are verified. */
public enum Verify {

    /** By their signatures: an estimate. */
    SIGNATURE,

    /** By their shingle sets, which the field has to store with {@code exact}. */
    EXACT;

    /** The parameter as users write it. */
    public static final ChoiceParameter<Verify> PARAMETER = new ChoiceParameter<>("verify",
            SIGNATURE);
}
