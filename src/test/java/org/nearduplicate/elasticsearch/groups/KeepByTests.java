package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.groups.Keep;

/** Which document is kept, as users write it: every combination means something, or is refused. */
public class KeepByTests extends ESTestCase {

    private static final String NEED_BY_FIELD =
            "[keep.field] and [keep.order] need [keep.by] [field], got [longest]";

    public void testLongest() throws IOException {
        assertThat(parse("{}"), equalTo(KeepBy.DEFAULT));
        assertThat(parse("{\"by\": \"longest\"}"), equalTo(new KeepBy(Keep.LONGEST, null)));
        assertThat(KeepBy.DEFAULT.toMap(), equalTo(Map.of("by", "longest")));
    }

    public void testField() throws IOException {
        KeepBy lowest = new KeepBy(Keep.LOWEST, "rank");
        KeepBy highest = new KeepBy(Keep.HIGHEST, "rank");
        assertThat(parse("{\"by\": \"field\", \"field\": \"rank\"}"), equalTo(lowest));
        assertThat(
                parse("{\"order\": \"asc\", \"field\": \"rank\", \"by\": \"field\"}"),
                equalTo(lowest));
        assertThat(
                parse("{\"by\": \"field\", \"field\": \"rank\", \"order\": \"desc\"}"),
                equalTo(highest));
        assertThat(
                lowest.toMap(),
                equalTo(Map.of("by", "field", "field", "rank", "order", "asc")));
        assertThat(
                highest.toMap(),
                equalTo(Map.of("by", "field", "field", "rank", "order", "desc")));
    }

    public void testFieldAndOrderNeedByField() {
        assertRefused("{\"field\": \"rank\"}", NEED_BY_FIELD);
        assertRefused("{\"order\": \"asc\"}", NEED_BY_FIELD);
        assertRefused("{\"by\": \"longest\", \"field\": \"rank\"}", NEED_BY_FIELD);
        assertRefused("{\"by\": \"longest\", \"order\": \"desc\"}", NEED_BY_FIELD);
    }

    public void testByFieldNeedsField() {
        assertRefused("{\"by\": \"field\"}", "[keep.by] [field] needs [keep.field], got [null]");
        assertRefused(
                "{\"by\": \"field\", \"order\": \"desc\"}",
                "[keep.by] [field] needs [keep.field], got [null]");
        assertRefused(
                "{\"by\": \"field\", \"field\": \"\"}",
                "[keep.by] [field] needs [keep.field], got []");
    }

    public void testWrongValues() {
        assertRefused(
                "{\"by\": \"shortest\"}",
                "[keep.by] must be one of [longest, field], got [shortest]");
        assertRefused("{\"by\": null}", "[keep.by] must be one of [longest, field], got [null]");
        assertRefused(
                "{\"by\": \"field\", \"field\": \"rank\", \"order\": \"up\"}",
                "[keep.order] must be one of [asc, desc], got [up]");
        assertRefused(
                "{\"by\": \"field\", \"field\": \"rank\", \"order\": null}",
                "[keep.order] must be one of [asc, desc], got [null]");
        assertRefused("{\"by\": \"field\", \"field\": 7}", "[keep.field] must be a text, got [7]");
        assertRefused("{\"sort\": \"rank\"}", "[keep] unknown field [sort]");
    }

    private void assertRefused(String json, String message) {
        Exception refusal = expectThrows(IllegalArgumentException.class, () -> parse(json));
        assertThat(ExceptionsHelper.stackTrace(refusal), containsString(message));
    }

    private KeepBy parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return KeepBy.parse(parser);
        }
    }
}
