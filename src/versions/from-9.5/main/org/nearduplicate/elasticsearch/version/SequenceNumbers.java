package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;

/** Reads whether an index keeps the sequence numbers of its documents. */
public final class SequenceNumbers {

    private SequenceNumbers() {}

    /** Returns whether an index has none, by its settings or its mode. */
    public static boolean areDisabled(Settings index) {
        return IndexSettings.DISABLE_SEQUENCE_NUMBERS.get(index);
    }
}
