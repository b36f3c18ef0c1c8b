package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import org.nearduplicate.tuning.SampleDescription;

/**
 * The texts that settings are measured on.
 *
 * @param texts of each document, one for each value of the field
 * @param withoutText the documents that were drawn and have none, which are not in the sample
 * @param description how the sample was made
 */
record Sample(List<List<String>> texts, int withoutText, SampleDescription description) {

    /** Copies the list of documents. */
    Sample {
        texts = List.copyOf(texts);
    }
}
