package org.nearduplicate.elasticsearch.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the way a sample was made means for its figures.
 *
 * @param parameters what was asked for
 * @param matching the documents that it was drawn from
 * @param drawn how many of them were drawn
 * @param withoutText how many of those have no text
 * @param random the documents of the sample that were drawn
 * @param neighbours those that are neighbours of one
 * @param neighbourField the field by which they were found, or null if there is none
 */
record SampleNotes(
        TuneParameters parameters,
        long matching,
        int drawn,
        int withoutText,
        int random,
        int neighbours,
        String neighbourField) {

    /** Returns it, in sentences for a reader. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        boolean whole = random + withoutText == matching;
        if (whole) {
            sentences.add(
                    say("The sample is all %d documents that match and have a text: its pairs are all"
                            + " pairs there are.", random));
        } else if (neighbours > 0) {
            enriched(sentences);
        } else {
            drawn(sentences);
        }
        if (withoutText > 0) {
            sentences.add(
                    say("%d documents that were drawn have no text in [%s] and are not in the sample.",
                            withoutText, parameters.field()));
        }
        if (whole == false && random + neighbours < parameters.sampleSize()) {
            sentences.add(
                    say("No more than %d documents were drawn: with a [query] for those that have a text"
                            + " the sample is as large as asked for.", drawn));
        }
        return sentences;
    }

    private void enriched(List<String> sentences) {
        sentences.add(
                say("The sample has %d of %d documents that match: %d drawn at random, and %d of those"
                        + " that agree in two rows of a band of [%s] with one of these.",
                        random + neighbours, matching, random, neighbours, neighbourField));
        sentences.add(
                "Near duplicates are more frequent in it than in the index: noise and candidates per"
                        + " document look higher than they are there.");
        sentences.add(
                say("Pairs that the bands of [%s] miss are hardly in it: where these bands find few pairs,"
                        + " at low similarities, recall looks better than it is.", neighbourField));
    }

    private void drawn(List<String> sentences) {
        sentences.add(
                say("The sample has %d of %d documents that match, all drawn at random, and so about one"
                        + " in %.0f of the pairs of these: it holds few near duplicates, and figures"
                        + " about few [pairs] are uncertain.",
                        random, matching, pairsForOne()));
        sentences.add(
                neighbourField == null
                        ? say("A [query] for documents among which there are near duplicates would find"
                                + " more of them, and so would a field of type [minhash] made from [%s]"
                                + " in all of the indices: none was found.", parameters.field())
                        : say("The bands of [%s] find no neighbours of these documents.",
                                neighbourField));
    }

    /** One over the probability that both documents of a pair are in the sample. */
    private double pairsForOne() {
        return (double) matching / random * (matching - 1) / Math.max(1, random - 1);
    }

    private static String say(String sentence, Object... values) {
        return String.format(Locale.ROOT, sentence, values);
    }
}
