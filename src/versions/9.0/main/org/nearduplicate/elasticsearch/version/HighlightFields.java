package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.common.text.Text;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;

/** Makes the answers of a highlighter. */
public final class HighlightFields {

    private HighlightFields() {}

    /** Returns the answer for a field, with its fragments. */
    public static HighlightField of(String name, String[] fragments) {
        return new HighlightField(name, Text.convertFromStringArray(fragments));
    }
}
