package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * Which document of a group is kept, as users write it.
 *
 * @param keep the order in which documents are kept
 * @param field the field whose values give that order, or null if none does
 */
record KeepBy(Keep keep, String field) {

    /** What holds where a request says nothing. */
    static final KeepBy DEFAULT = new KeepBy(Keep.LONGEST, null);

    static final String NAME = "keep";

    /** What it must be, for a message: many ask for the oldest. */
    static final String WHAT =
            "an object, {\"by\": \"longest\"} or {\"by\": \"field\", \"field\": \"published\", \"order\": \"asc\"} for the oldest";

    private static final ChoiceParameter<By> BY = new ChoiceParameter<>("keep.by", By.LONGEST);
    private static final ChoiceParameter<Order> ORDER = new ChoiceParameter<>(
            "keep.order", Order.ASC);
    private static final String FIELD = NAME + ".field";
    private static final RequestBody OBJECT =
            new RequestBody(NAME).parameters(BY, ORDER).text(FIELD);

    private enum By {
        LONGEST, FIELD
    }

    private enum Order {
        ASC, DESC
    }

    static KeepBy parse(XContentParser parser) throws IOException {
        RequestBody.Values said = OBJECT.read(parser, null);
        String field = said.get(FIELD);
        Order order = said.get(ORDER);
        if (said.orDefault(BY) == By.LONGEST) {
            if (field != null || order != null) {
                throw new IllegalArgumentException(
                        "[keep.field] and [keep.order] need [keep.by] [field], got [longest]");
            }
            return DEFAULT;
        }
        if (field == null || field.isEmpty()) {
            throw new IllegalArgumentException(
                    "[keep.by] [field] needs [keep.field], got [" + field + "]");
        }
        return new KeepBy(order == Order.DESC ? Keep.HIGHEST : Keep.LOWEST, field);
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
