package org.nearduplicate.tuning.plot;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.w3c.dom.Element;

/** Whatever is written is read back, and never as markup. */
public class MarkupTest extends LuceneTestCase {

    public void testTextsAndAttributesAreReadBack() {
        for (int i = 0; i < 200; i++) {
            String text = randomText();
            Element root = Xml.parse(new Markup()
                    .open("a", "b", text)
                    .element("c", text)
                    .empty("d", "e", text, "f", 1.0)
                    .close()
                    .toString());
            assertEquals(text, Xml.elements(root, "c").getFirst().getTextContent());
            assertEquals(text, root.getAttribute("b"));
            assertEquals(text, Xml.elements(root, "d").getFirst().getAttribute("e"));
        }
    }

    public void testCharactersThatXmlCannotHoldAreReplaced() {
        String text = "a\u0000b\u001f\ufffe\ud800\udc00c\udfff";
        Element root = Xml.parse(new Markup().element("a", text).toString());
        assertEquals("a\ufffdb\ufffd\ufffd\ud800\udc00c\ufffd", root.getTextContent());
    }

    public void testNumbersAreRounded() {
        assertEquals("\n<a b=\"12.35\" c=\"-3\" d=\"0\" e=\"7\"/>", new Markup()
                .empty("a", "b", 12.3456, "c", -3.0001, "d", -0.0, "e", 7).toString());
    }

    /**
     * Returns a text of characters that XML can hold, without the line ends that parsers replace.
     */
    private static String randomText() {
        String special = "<>&\"' ]]>--\u00e9\u4e2d\ud83d\ude00";
        return TestUtil.randomRealisticUnicodeString(random())
                .replaceAll("[^\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "")
                + special.substring(random().nextInt(special.length() - 2));
    }
}
