package org.nearduplicate.elasticsearch.collapse;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.collapse.WindowPhase.WindowRequest;
import org.nearduplicate.lucene.Verify;

/** What the searches for a window ask of shards, as it travels. */
public class CollapseWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                WindowRequest.class,
                () -> new WindowRequest(
                        randomIdentifier(), randomBoolean() ? null : randomFrom(Verify.values()),
                        randomBoolean()),
                WindowRequest::new);
    }
}
