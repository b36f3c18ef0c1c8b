package org.nearduplicate.elasticsearch.request;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** What several requests send to shards. */
public class RequestWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(IgnoredTexts.class, RequestWireTests::ignored, IgnoredTexts::new);
    }

    private static IgnoredTexts ignored() {
        return new IgnoredTexts(
                randomList(0, 4, () -> "a word and " + randomUnicodeOfLengthBetween(0, 20)));
    }
}
