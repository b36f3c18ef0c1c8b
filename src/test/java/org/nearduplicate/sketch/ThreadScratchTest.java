package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** What a thread sketches with serves again, and is bounded. */
public class ThreadScratchTest {

    private final ThreadScratch scratch = new ThreadScratch();

    @Test
    public void aBufferServesTheNextField() {
        ShingleHashes first = scratch.takeHashes();
        ShingleHashes second = scratch.takeHashes();
        assertNotSame(first, second);
        first.accept(1);
        scratch.giveBack(first);
        assertSame(first, scratch.takeHashes());
        assertTrue(first.isEmpty());
    }

    @Test
    public void spareBuffersAreFew() {
        List<ShingleHashes> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(scratch.takeHashes());
        }
        all.forEach(scratch::giveBack);
        int kept = 0;
        for (int i = 0; i < 100; i++) {
            kept += all.contains(scratch.takeHashes()) ? 1 : 0;
        }
        assertEquals(4, kept);
    }

    @Test
    public void theToolsOfTheSchemesMetLastServeAgain() {
        List<ShingleHasher> hashers = new ArrayList<>();
        for (int seed = 0; seed < 40; seed++) {
            hashers.add(scratch.shingleHasher(seeded(seed)));
            // In use all the time, however many others come.
            assertSame(hashers.getFirst(), scratch.shingleHasher(seeded(0)));
        }
        for (int seed = 39; seed > 39 - 31; seed--) {
            assertSame(hashers.get(seed), scratch.shingleHasher(seeded(seed)));
        }
        assertNotSame(hashers.get(1), scratch.shingleHasher(seeded(1)));
    }

    private static Scheme seeded(int seed) {
        return scheme().hash(HashFunction.XXH3, seed).build();
    }
}
