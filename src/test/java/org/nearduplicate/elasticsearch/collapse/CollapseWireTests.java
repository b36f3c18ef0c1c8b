package org.nearduplicate.elasticsearch.collapse;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.lucene.Verify;

/** What the searches for a window ask of shards, as it travels. */
public class CollapseWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                WindowRequest.class,
                () -> {
                    CollapseOptions options = new CollapseOptions(
                            randomIdentifier(), null,
                            randomBoolean() ? null : randomFrom(Verify.values()), 10, 3);
                    return randomBoolean()
                            ? WindowRequest.signatures(options)
                            : WindowRequest.sets(options);
                },
                WindowRequest::new);
    }
}
