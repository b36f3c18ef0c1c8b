package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.ParsedDocument;

/** Where in a mapping a {@code minhash} field can stand, always with the same terms for a text. */
public class MinHashFieldPlacesTests extends MinHashMapperTestCase {

    private static final String TEXT = "a text that stands in many places";

    /** Their sub-fields would index other texts than those by which stored documents are compared. */
    public void testMultiFieldOfWhatHandsDownOtherTextsIsRefused() {
        for (String type : List.of("completion", "geo_point")) {
            IllegalArgumentException refusal =
                    expectThrows(
                            IllegalArgumentException.class,
                            () -> createMapperService(multiField(type)));
            assertThat(
                    refusal.getMessage(),
                    containsString(
                            "field [field.near] of type [minhash] cannot be a sub-field of [field] of type ["
                                    + type + "]"));
        }
    }

    public void testEveryNestedDocumentHasItsOwnSketch() throws IOException {
        DocumentMapper mapper = createDocumentMapper(mapping(b -> objectWithField(b, "nested")));
        ParsedDocument parsed =
                mapper.parse(
                        source(
                                b -> b.field(
                                        "o",
                                        List.of(
                                                Map.of(FIELD, TEXT),
                                                Map.of(FIELD, ""),
                                                Map.of(FIELD, List.of("and more", "of it"))))));
        List<IndexedSketch> sketches =
                parsed.docs().stream().map(each -> IndexedSketch.of(each, "o.field")).toList();
        assertThat(
                sketches,
                equalTo(
                        List.of(
                                expected(TEXT),
                                IndexedSketch.NONE,
                                expected("and more", "of it"),
                                IndexedSketch.NONE)));
    }

    public void testDynamicTemplate() throws IOException {
        DocumentMapper mapper =
                createDocumentMapper(
                        topMapping(
                                b -> b.startArray("dynamic_templates")
                                        .startObject()
                                        .startObject("near")
                                        .field("match", "near_*")
                                        .startObject("mapping")
                                        .field("type", "minhash")
                                        .field("shingle_size", 2)
                                        .endObject()
                                        .endObject()
                                        .endObject()
                                        .endArray()));
        ParsedDocument parsed = mapper.parse(source(b -> b.field("near_body", TEXT)));
        assertThat(
                IndexedSketch.of(parsed.rootDoc(), "near_body").shingleCount(),
                equalTo(TEXT.split(" ").length - 1));
        assertThat(
                parsed.dynamicMappingsUpdate().toString(),
                containsString(
                        "\"near_body\":{\"type\":\"minhash\",\"shingle_size\":2,"
                                + "\"scheme_version\":4}"));
    }

    /** Returns what a plain field indexes for these values. */
    private IndexedSketch expected(String... values) throws IOException {
        return indexValue(createDocumentMapper(minimal()), List.of(values));
    }

    /** Lucene takes one signature a document, so the values of nested documents cannot be copied. */
    public void testNestedThatIsCopiedToItsParentIsRefused() {
        String copy = randomFrom("include_in_root", "include_in_parent");
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> createMapperService(
                                mapping(
                                        b -> {
                                            b.startObject("o").field("type", "nested");
                                            b.field(copy, true).startObject("properties");
                                            property(b, FIELD, "minhash");
                                            b.endObject().endObject();
                                        })));
        assertThat(
                refusal.getMessage(),
                containsString(
                        "field [o.field] of type [minhash] cannot be in nested object [o] with"
                                + " [include_in_parent] or [include_in_root]"));
    }
}
