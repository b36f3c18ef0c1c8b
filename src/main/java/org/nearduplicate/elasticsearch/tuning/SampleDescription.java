package org.nearduplicate.elasticsearch.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a sample was made.
 *
 * @param matching the documents that it was drawn from
 * @param drawn how many of them were drawn
 * @param withoutText how many of those have no text, and are not in it
 * @param random the documents of the sample that were drawn
 * @param neighbours the documents added because a random one has them as near duplicates
 * @param neighbourField the {@code minhash} field by which these were found, or null if there is none
 */
record SampleDescription(
        TuneParameters parameters,
        long matching,
        int drawn,
        int withoutText,
        int random,
        int neighbours,
        String neighbourField) {

    /** Returns the number of documents. */
    int size() {
        return random + neighbours;
    }

    /** Returns what the sample means for the figures, in sentences for a reader. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        boolean whole = random + withoutText == matching;
        if (whole) {
            notes.add(
                    say("The sample is all %d documents that match and have a text: its pairs are all"
                            + " pairs there are.", random));
        } else if (neighbours > 0) {
            addEnriched(notes);
        } else {
            addDrawn(notes);
        }
        if (withoutText > 0) {
            notes.add(
                    say("%d documents that were drawn have no text in [%s] and are not in the sample.",
                            withoutText, parameters.field()));
        }
        if (whole == false && size() < parameters.sampleSize()) {
            notes.add(
                    say("No more than %d documents were drawn: with a [query] for those that have a text"
                            + " the sample is as large as asked for.", drawn));
        }
        return notes;
    }

    private void addEnriched(List<String> notes) {
        notes.add(
                say("The sample has %d of %d documents that match: %d drawn at random, and %d of those"
                        + " that agree in two rows of a band of [%s] with one of these.",
                        size(), matching, random, neighbours, neighbourField));
        notes.add(
                "Near duplicates are more frequent in it than in the index: noise and candidates per"
                        + " document look higher than they are there.");
        notes.add(
                say("Pairs that the bands of [%s] miss are hardly in it: where these bands find few pairs,"
                        + " at low similarities, recall looks better than it is.", neighbourField));
    }

    private void addDrawn(List<String> notes) {
        // One over the probability that both documents of a pair are in the sample.
        double pairsForOne = (double) matching / random * (matching - 1) / Math.max(1, random - 1);
        notes.add(
                say("The sample has %d of %d documents that match, all drawn at random, and so about one"
                        + " in %.0f of the pairs of these: it holds few near duplicates, and figures"
                        + " about few [pairs] are uncertain.", random, matching, pairsForOne));
        notes.add(
                neighbourField == null
                        ? say("A [query] for documents among which there are near duplicates would find"
                                + " more of them, and so would a field of type [minhash] made from [%s]"
                                + " in all of the indices: none was found.", parameters.field())
                        : say("The bands of [%s] find no neighbours of these documents.",
                                neighbourField));
    }

    private static String say(String sentence, Object... values) {
        return String.format(Locale.ROOT, sentence, values);
    }
}
