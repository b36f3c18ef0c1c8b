package org.nearduplicate.elasticsearch.chain;

import org.elasticsearch.action.support.IndicesOptions;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** A request for a chain and its answer, as they travel. */
public class ChainWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(ChainEnd.class, RandomChains::end, ChainEnd::new);
        message(ChainOptions.class, RandomChains::options, ChainOptions::new);
        message(
                ChainRequest.class,
                () -> new ChainRequest(
                        RandomChains.options(), IndicesOptions.strictExpandHidden(), "one", "two*"),
                ChainRequest::new);
        message(
                ChainResponse.class,
                () -> new ChainResponse(
                        RandomChains.chain(),
                        randomBoolean() ? null : randomFloat(),
                        between(1, 100),
                        randomNonNegativeLong()),
                ChainResponse::new);
    }
}
