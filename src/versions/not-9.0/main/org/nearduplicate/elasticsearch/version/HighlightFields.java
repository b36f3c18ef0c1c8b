package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.elasticsearch.xcontent.Text;

/** What a highlighter answers for a field. */
public final class HighlightFields {

    private HighlightFields() {}

    /**
     * Returns the answer for a field.
     *
     * @param name its name
     * @param fragments what is shown of it
     * @return the answer
     */
    public static HighlightField of(String name, String[] fragments) {
        return new HighlightField(name, Text.convertFromStringArray(fragments));
    }
}
