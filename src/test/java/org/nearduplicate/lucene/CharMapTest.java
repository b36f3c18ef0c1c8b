package org.nearduplicate.lucene;

import org.apache.lucene.tests.util.LuceneTestCase;

/** A map says what its function says. */
public class CharMapTest extends LuceneTestCase {

    private static final int CHARACTERS = Character.MAX_VALUE + 1;

    public void testEveryCharacter() {
        int shift = random().nextInt(CHARACTERS);
        CharMap map = new CharMap(character -> (character + shift) % CHARACTERS);
        int first = random().nextInt(CHARACTERS);
        for (int i = 0; i < CHARACTERS; i++) {
            char character = (char) (first + 257 * i);
            int expected = Character.isSurrogate(character)
                    ? CharMap.NONE
                    : (character + shift) % CHARACTERS;
            assertEquals(Integer.toHexString(character), expected, map.get(character));
        }
    }
}
