package org.nearduplicate.elasticsearch.tuning;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** How far a request to tune is, as it travels; the request itself stays on its node. */
public class TuneWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                TuneStatus.class,
                () -> new TuneStatus(
                        randomFrom(TuneStatus.Phase.values()), between(0, 10_000),
                        between(0, 1_000), between(0, 1_000)),
                TuneStatus::new);
    }
}
