package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.groups.Keep;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * Which document of a group is kept, as users write it.
 *
 * @param keep the order in which documents are kept
 * @param field the field whose values give that order, or null if none does
 */
public record KeepBy(Keep keep, String field) {

    /** What holds where a request says nothing. */
    static final KeepBy DEFAULT = new KeepBy(Keep.LONGEST, null);

    static final String NAME = "keep";

    private static final ChoiceParameter<By> BY = new ChoiceParameter<>("keep.by", By.LONGEST);
    private static final ChoiceParameter<Order> ORDER = new ChoiceParameter<>(
            "keep.order", Order.ASC);
    private static final ObjectParser<Written, Void> PARSER = new ObjectParser<>(
            NAME, Written::new);

    static {
        RequestBody.declare(PARSER, BY, (written, by) -> written.by = by);
        RequestBody.declareText(
                PARSER, NAME + ".field", (written, field) -> written.field = field);
        RequestBody.declare(PARSER, ORDER, (written, order) -> written.order = order);
    }

    private enum By {
        LONGEST, FIELD
    }

    private enum Order {
        ASC, DESC
    }

    /** What was written, complete or not. */
    private static final class Written {

        private By by = BY.defaultValue();
        private String field;
        private Order order;
    }

    static KeepBy parse(XContentParser parser) throws IOException {
        Written written = PARSER.parse(parser, null);
        if (written.by == By.LONGEST) {
            if (written.field != null || written.order != null) {
                throw new IllegalArgumentException(
                        "[keep.field] and [keep.order] need [keep.by] [field], got [longest]");
            }
            return DEFAULT;
        }
        if (written.field == null || written.field.isEmpty()) {
            throw new IllegalArgumentException(
                    "[keep.by] [field] needs [keep.field], got [" + written.field + "]");
        }
        return new KeepBy(
                written.order == Order.DESC ? Keep.HIGHEST : Keep.LOWEST, written.field);
    }

    /** Returns what a user would have written. */
    Map<String, Object> toMap() {
        return switch (keep) {
            case LONGEST -> Map.of("by", "longest");
            case LOWEST -> Map.of("by", "field", "field", field, "order", "asc");
            case HIGHEST -> Map.of("by", "field", "field", field, "order", "desc");
        };
    }
}
