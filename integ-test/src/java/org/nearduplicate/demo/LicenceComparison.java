package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;

/**
 * What a text has in common with a licence.
 *
 * @param similarity how similar they are
 * @param shareOfText the share of the text that is in the licence
 * @param shareOfLicence the share of the licence that is in the text
 * @param passages the words that both have
 */
record LicenceComparison(
        double similarity, double shareOfText, double shareOfLicence, List<Passage> passages) {

    private static final int WIDTH = 96;

    /**
     * A passage.
     *
     * @param shingles how many shingles it has
     * @param words what the text says there
     */
    record Passage(int shingles, String words) {}

    /** Reads an answer about a text. */
    static LicenceComparison of(String text, Answer answer) throws IOException {
        List<Passage> passages = new ArrayList<>();
        for (Object each : (List<?>) answer.at("passages")) {
            Map<?, ?> passage = (Map<?, ?>) each;
            Map<?, ?> place = (Map<?, ?>) passage.get("a");
            int start = (int) place.get("start");
            passages.add(
                    new Passage(
                            (int) passage.get("shingles"),
                            text.substring(start, start + (int) place.get("length"))));
        }
        return new LicenceComparison(
                (double) answer.at("similarity"),
                (double) answer.at("a", "share_in_other"),
                (double) answer.at("b", "share_in_other"),
                passages);
    }

    /** Prints the shares and the passages. */
    void print(PrintStream out) {
        out.println(
                String.format(Locale.ROOT,
                        "  similarity %.1f%%: %.0f%% of the text is in the licence, %.0f%% of the licence in the text",
                        100 * similarity, 100 * shareOfText, 100 * shareOfLicence));
        out.println();
        out.println("  shingles  words that both have");
        for (Passage passage : passages) {
            out.println(
                    String.format(Locale.ROOT, "  %8d  %s",
                            passage.shingles(),
                            shortened(passage.words().replaceAll("\\s+", " "))));
        }
    }

    private static String shortened(String words) {
        if (words.length() <= WIDTH) {
            return words;
        }
        int half = WIDTH / 2;
        return words.substring(0, half) + " … " + words.substring(words.length() - half);
    }
}
