package org.nearduplicate.lucene;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Name and length of a stored shingle set; its bytes are in {@link MinHashFieldTest}. */
public class ShingleSetFieldTest extends LuceneTestCase {

    public void testNameIsBesideTheField() {
        assertEquals("body.near._shingles", ShingleSetField.nameFor("body.near"));
    }

    public void testSixBytesAShingle() {
        for (int count = 1; count < 100; count++) {
            BytesRef value = new BytesRef(new byte[700], 50, 6 * count);
            assertEquals(count, ShingleSetField.shingleCount(value));
        }
    }

    public void testEveryOtherLengthIsCorrupt() {
        for (int length = 0; length < 100; length++) {
            BytesRef value = new BytesRef(new byte[length]);
            if (length == 0 || length % 6 != 0) {
                IllegalStateException e = expectThrows(
                        IllegalStateException.class, () -> ShingleSetField.shingleCount(value));
                assertEquals(
                        "possible corruption: a shingle set has 6 bytes a shingle and at least one, got "
                                + length + " bytes",
                        e.getMessage());
            }
        }
    }
}
