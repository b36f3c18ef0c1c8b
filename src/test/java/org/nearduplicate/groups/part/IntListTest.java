package org.nearduplicate.groups.part;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.groups.request.TooLargeException;

/** A list grows as far as an array does, and says what that means beyond. */
public class IntListTest extends LuceneTestCase {

    public void testGrowsUpToTheLongestArray() {
        int last = ArrayUtil.MAX_ARRAY_LENGTH - 1;
        assertEquals(ArrayUtil.MAX_ARRAY_LENGTH, IntList.grownLength(last));
        for (int size : new int[] {ArrayUtil.MAX_ARRAY_LENGTH, Integer.MAX_VALUE}) {
            TooLargeException refusal = expectThrows(
                    TooLargeException.class, () -> IntList.grownLength(size));
            assertTrue(refusal.getMessage(), refusal.getMessage().contains("ask about fewer"));
        }
    }
}
