package org.nearduplicate.lucene;

import org.nearduplicate.sketch.ChoiceParameter;

/** How candidates are verified. */
public enum Verify {

    /** By their signatures: an estimate. */
    SIGNATURE,

    /** By their shingle sets, which the field stores with {@code exact}, or {@code _source} gives back. */
    EXACT;

    /** The parameter as users write it. Where they do not, signatures stand in for sets that none has. */
    public static final ChoiceParameter<Verify> PARAMETER = new ChoiceParameter<>("verify", EXACT);
}
