package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** What a text shares with documents of which the shingles are known, and not their order. */
public final class SharedPassages {

    private SharedPassages() {}

    /**
     * Returns the maximal runs of shingles that others have.
     *
     * @param others tells by its hash whether they have a shingle
     * @return the runs, in the order of the text. Those that are not far from each other overlap in it: the
     *     shingles between them are not shared, but words at their ends are
     */
    public static List<Extent> of(ShingledText text, LongPredicate others) {
        List<Extent> runs = new ArrayList<>();
        int from = 0;
        for (int position = 0; position < text.size(); position++) {
            if (text.isShingle(position) == false || others.test(text.hash(position)) == false) {
                if (from < position) {
                    runs.add(Extent.of(text, from, position));
                }
                from = position + 1;
            }
        }
        return runs;
    }
}
