package org.nearduplicate.tuning.plot;

import org.apache.lucene.tests.util.LuceneTestCase;

/** Figures are short, and never say none or all where that is not so. */
public class FiguresTest extends LuceneTestCase {

    public void testShares() {
        assertShare("0%", "0.00%", 0);
        assertShare("100%", "100.00%", 1);
        assertShare("50%", "50.00%", 0.5);
        assertShare("99.63%", "99.63%", 0.996331);
        assertShare("99.6%", "99.60%", 0.996);
        assertShare("0.01%", "0.01%", 0.0001);
        assertShare("0.003%", "0.003%", 0.0000314);
        assertShare("0.000005%", "0.000005%", 0.00000005);
        assertShare("<0.000001%", "<0.000001%", 1e-30);
        assertShare("99.99%", "99.99%", 0.9999);
        assertShare("99.997%", "99.997%", 0.9999697);
        assertShare(">99.999999%", ">99.999999%", Math.nextDown(1.0));
        assertShare("–", "–", Double.NaN);
    }

    public void testOnlyNoneIsNoneAndOnlyAllIsAll() {
        for (int i = 0; i < 10_000; i++) {
            double small = Math.pow(10, -16 * random().nextDouble());
            for (double share : new double[] {small, 1 - small}) {
                String written = Figures.share(share);
                assertEquals(share == 0, written.equals("0%"));
                assertEquals(share == 1, written.equals("100%"));
                double read = Double.parseDouble(written.replaceAll("[<>%]", "")) / 100;
                double toNearerEnd = Math.min(share, 1 - share);
                assertEquals(share, read, Math.max(2e-8, Math.min(0.51e-4, 0.51 * toNearerEnd)));
                assertEquals(read, Double.parseDouble(
                        Figures.shareInColumn(share).replaceAll("[<>%]", "")) / 100, 1e-12);
            }
        }
    }

    public void testCountsAndQuantities() {
        assertEquals("0", Figures.count(0));
        assertEquals("1,234,567", Figures.count(1_234_567));
        assertEquals("0", Figures.quantity(0));
        assertEquals("12.3", Figures.quantity(12.34));
        assertEquals("0.00123", Figures.quantity(0.0012345));
        assertEquals("100", Figures.quantity(100));
        assertEquals("999", Figures.quantity(999.4));
        assertEquals("1,000", Figures.quantity(999.9));
        assertEquals("12,346", Figures.quantity(12_345.6));
        assertEquals("–", Figures.quantity(Double.NaN));
    }

    public void testDifferencesAndSimilarities() {
        assertEquals("-0.0123", Figures.difference(-0.01234));
        assertEquals("0.0000", Figures.difference(-1e-17));
        assertEquals("–", Figures.difference(Double.NaN));
        assertEquals("0.8", Figures.similarity(0.8));
        assertEquals("1", Figures.similarity(1));
        assertEquals("0.333333", Figures.similarity(1.0 / 3));
    }

    private static void assertShare(String words, String column, double share) {
        assertEquals(words, Figures.share(share));
        assertEquals(column, Figures.shareInColumn(share));
    }
}
