package org.nearduplicate.elasticsearch.lookup;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SketchedText;

/** The texts of a lookup as indices of one mapping sketch them, with the name of the field and its scheme. Immutable. */
record SketchedTexts(String field, Scheme scheme, List<SoughtText> texts) {

    /**
     * Sketches texts. One that cannot be sketched is refused, and does not keep the others back.
     *
     * @param refusals why a text is refused, null for each that is not; those found here are added
     * @param budget is asked for the memory of large texts meanwhile, and for that of all sketches
     * @return the sketches, of refused texts as of such without words
     */
    static SketchedTexts of(
            MinHashFieldType field, List<LookupText> texts, RuntimeException[] refusals,
            MemoryBudget budget) {
        List<SoughtText> sketched = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            LookupText text = texts.get(i);
            SketchedText sketch = null;
            try {
                sketch = refusals[i] == null
                        ? sketch(field.sketcher(), text.values(), budget)
                        : null;
            } catch (RuntimeException e) {
                refusals[i] = e;
            }
            double minSimilarity = Objects.requireNonNullElse(
                    text.minSimilarity(), field.bandChoice().similarity());
            int rows = field.bandChoice().taken(minSimilarity, text.recall()).rows();
            sketched.add(new SoughtText(sketch, rows, minSimilarity, text.size()));
        }
        return new SketchedTexts(field.name(), field.sketcher().scheme(), List.copyOf(sketched));
    }

    private static SketchedText sketch(
            TextSketcher sketcher, List<String> values, MemoryBudget budget) {
        ShingleHashes hashes = new ShingleHashes(budget);
        try {
            values.forEach(value -> sketcher.shingle(value, hashes));
            if (hashes.isEmpty()) {
                return null;
            }
            SketchedText sketched = SketchedText.of(sketcher.sketch(hashes), hashes);
            budget.reserve(sketched.ramBytesUsed());
            return sketched;
        } finally {
            hashes.clear();
        }
    }
}
