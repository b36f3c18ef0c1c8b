package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SketchedText;

/**
 * The texts of a lookup as indices of one mapping sketch them. Immutable.
 *
 * @param scheme that of the field
 * @param texts the texts
 */
record SketchedTexts(Scheme scheme, List<SoughtText> texts) {

    /**
     * Sketches texts.
     *
     * @param field the field
     * @param index one of the indices that have it
     * @param texts the texts
     * @param budget is asked for the memory of large texts meanwhile, and for that of all sketches
     * @return the sketches
     * @throws IllegalArgumentException if a text is too long
     */
    static SketchedTexts of(
            MinHashFieldType field, IndexMetadata index, List<LookupText> texts,
            MemoryBudget budget) {
        TextSketcher sketcher = field.sketcher();
        int maxLength = QuerySettings.MAX_LIKE_LENGTH.get(index.getSettings());
        return new SketchedTexts(
                sketcher.scheme(),
                texts.stream()
                        .map(text -> {
                            QuerySettings.requireLength("field", text.values(), maxLength);
                            return new SoughtText(
                                    sketch(sketcher, text.values(), budget),
                                    Objects.requireNonNullElse(
                                            text.minSimilarity(), field.bandChoice().similarity()),
                                    text.size());
                        })
                        .toList());
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
