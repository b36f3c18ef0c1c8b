package org.nearduplicate.elasticsearch.tuning;

import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;

/** An index may do without what gives a sample its order. */
public class SequenceNumbersTests extends TuneNodeTestCase {

    public void testAreNeeded() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.disable_sequence_numbers", true)
                                        .put("index.seq_no.index_options", "doc_values_only"))
                        .setMapping(TEXT_MAPPING));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[index.disable_sequence_numbers] must be [false], as sequence numbers give documents"
                        + " their random order, got [true] in [articles]",
                "", INDEX);
    }
}
