package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.ParsedDocument;

/** Where in a mapping a {@code minhash} field can stand, always with the same terms for a text. */
public class MinHashFieldPlacesTests extends MinHashMapperTestCase {

    private static final String TEXT = "a text that stands in many places";

    public void testMultiFieldOfText() throws IOException {
        assertMultiField("text");
    }

    public void testMultiFieldOfKeyword() throws IOException {
        assertMultiField("keyword");
    }

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

    private void assertMultiField(String type) throws IOException {
        DocumentMapper mapper = createDocumentMapper(multiField(type));
        assertThat(
                index(mapper, "field.near", b -> b.field(FIELD, List.of(TEXT, "and more of it"))),
                equalTo(expected(TEXT, "and more of it")));
    }

    public void testTwoMultiFieldsWithParametersOfTheirOwn() throws IOException {
        DocumentMapper mapper =
                createDocumentMapper(
                        fieldMapping(
                                b -> b.field("type", "text")
                                        .startObject("fields")
                                        .startObject("words")
                                        .field("type", "minhash")
                                        .endObject()
                                        .startObject("letters")
                                        .field("type", "minhash")
                                        .field("shingle_unit", "character")
                                        .field("bands", 32)
                                        .field("rows", 4)
                                        .endObject()
                                        .endObject()));
        LuceneDocument document =
                mapper.parse(source(b -> b.field(FIELD, TEXT))).rootDoc();
        assertThat(IndexedSketch.of(document, "field.words"), equalTo(expected(TEXT)));
        assertThat(IndexedSketch.of(document, "field.letters").terms(), hasSize(32));
        assertThat(
                IndexedSketch.of(document, "field.letters").shingleCount(),
                equalTo(TEXT.length() - 2));
    }

    public void testCopyTo() throws IOException {
        DocumentMapper mapper =
                createDocumentMapper(
                        mapping(
                                b -> {
                                    property(b, "title", "text", "copy_to", "all");
                                    property(b, "body", "keyword", "copy_to", "all");
                                    property(b, "all", "minhash");
                                }));
        assertThat(
                index(mapper, "all", b -> b.field("title", TEXT).field("body", "and more of it")),
                equalTo(expected(TEXT, "and more of it")));
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

    public void testDotsInNamesOfObjects() throws IOException {
        DocumentMapper mapper = createDocumentMapper(mapping(b -> objectWithField(b, "object")));
        assertThat(index(mapper, "o.field", b -> b.field("o.field", TEXT)),
                equalTo(expected(TEXT)));
        assertThat(
                index(mapper, "o.field", b -> b.field("o", Map.of(FIELD, TEXT))),
                equalTo(expected(TEXT)));
    }

    public void testDotsInNamesWithoutSubobjects() throws IOException {
        DocumentMapper mapper =
                createDocumentMapper(
                        mappingNoSubobjects(b -> property(b, "o.field", "minhash")));
        assertThat(index(mapper, "o.field", b -> b.field("o.field", TEXT)),
                equalTo(expected(TEXT)));
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
                                + "\"scheme_version\":3}"));
    }

    public void testLogsIndexMode() throws IOException {
        DocumentMapper mapper =
                createLogsModeDocumentMapper(
                        mapping(
                                b -> {
                                    property(b, "@timestamp", "date", "ignore_malformed", "false");
                                    property(b, FIELD, "minhash");
                                }));
        assertThat(
                index(mapper, FIELD, b -> b.field("@timestamp", "2026-01-01").field(FIELD, TEXT)),
                equalTo(expected(TEXT)));
    }

    public void testFieldAliasLeadsToTheField() throws IOException {
        MapperService mappers =
                createMapperService(
                        mapping(
                                b -> {
                                    property(b, FIELD, "minhash");
                                    property(b, "other", "alias", "path", FIELD);
                                }));
        assertThat(mappers.fieldType("other").name(), equalTo(FIELD));
        assertThat(mappers.fieldType("other").typeName(), equalTo("minhash"));
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
