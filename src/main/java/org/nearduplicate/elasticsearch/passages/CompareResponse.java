package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.Extent;

/** The answer to a request to compare. Immutable. */
public final class CompareResponse extends LocalResponse {

    private final Side a;
    private final Side b;
    private final Comparison comparison;
    private final boolean withTexts;
    private final long tookMillis;

    /**
     * One side of a comparison.
     *
     * @param document the stored document, or null if texts were given
     */
    record Side(DocumentReference document, List<String> values) {}

    CompareResponse(
            Side a, Side b, Comparison comparison, boolean withTexts, long tookMillis) {
        this.a = a;
        this.b = b;
        this.comparison = comparison;
        this.withTexts = withTexts;
        this.tookMillis = tookMillis;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        builder.field("similarity", (float) comparison.similarity());
        builder.field("estimated_similarity", (float) comparison.estimate());
        side(builder, CompareOptions.A, a, comparison.shinglesOfA(), comparison.ignoredOfA());
        side(builder, CompareOptions.B, b, comparison.shinglesOfB(), comparison.ignoredOfB());
        builder.startObject("counts");
        builder.field("shingles_in_common", comparison.common());
        builder.field("passages", comparison.passages().total());
        builder.endObject();
        array(builder, "passages", comparison.passages().first(), passage -> {
            builder.field("shingles", passage.shingles());
            place(builder, CompareOptions.A, a, passage.a());
            place(builder, CompareOptions.B, b, passage.b());
        });
        return builder.endObject();
    }

    private void side(
            XContentBuilder builder, String name, Side side, int shingles, int ignored)
            throws IOException {
        builder.startObject(name);
        DocumentReference document = side.document();
        if (document != null) {
            builder.field("document", document);
        }
        builder.field(
                "characters", side.values().stream().mapToLong(String::length).sum());
        builder.field("shingles", shingles);
        builder.field("ignored_shingles", ignored);
        // Of copies of which nothing counts all is in the other one.
        builder.field(
                "share_in_other",
                shingles == 0
                        ? (float) comparison.similarity()
                        : comparison.common() / (float) shingles);
        if (withTexts) {
            builder.stringListField(CompareOptions.TEXTS, side.values());
        }
        builder.endObject();
    }

    /** Writes where a passage stands; with several values, also in which. */
    private static void place(
            XContentBuilder builder, String name, Side side, Extent extent)
            throws IOException {
        builder.startObject(name);
        if (side.values().size() > 1) {
            builder.field("value", extent.text());
        }
        builder.field("start", extent.start());
        builder.field("length", extent.end() - extent.start());
        builder.endObject();
    }
}
