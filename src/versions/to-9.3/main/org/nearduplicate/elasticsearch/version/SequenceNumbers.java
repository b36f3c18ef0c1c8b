package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.common.settings.Settings;

/** Reads whether an index keeps the sequence numbers of its documents. */
public final class SequenceNumbers {

    private SequenceNumbers() {}

    /** Every index has them. */
    public static boolean areDisabled(Settings index) {
        return false;
    }
}
