package org.nearduplicate.elasticsearch.ingest;

import org.nearduplicate.sketch.ChoiceParameter;

/** What becomes of a document that has near duplicates. */
public enum OnMatch {

    /** It is indexed, and names its near duplicates. */
    TAG,
    /** It is dropped. */
    DROP,
    /** It is indexed in another index, and names its near duplicates. */
    REROUTE,
    /** It is an error. */
    FAIL;

    /** The parameter as users write it. */
    static final ChoiceParameter<OnMatch> PARAMETER = new ChoiceParameter<>("action", TAG);

    /** Returns whether the document is indexed, and names its near duplicates. */
    boolean admits() {
        return this == TAG || this == REROUTE;
    }
}
