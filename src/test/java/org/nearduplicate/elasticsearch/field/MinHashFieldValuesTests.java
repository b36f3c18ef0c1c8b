package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.StoredShingles;

/** What becomes of the values of a field in one document. */
public class MinHashFieldValuesTests extends MinHashMapperTestCase {

    private static final int DEFAULT_BANDS = 12;
    private static final int DEFAULT_SIGNATURE = 4 + 192 * 2 / 8 + 8;

    public void testOneBandTermPerBandAndOneSignature() throws IOException {
        IndexedSketch sketch =
                indexValue(createDocumentMapper(minimal()), "one two three four five");
        assertThat(sketch.terms(), hasSize(DEFAULT_BANDS));
        assertThat(Set.copyOf(sketch.terms()), hasSize(DEFAULT_BANDS));
        assertThat(sketch.signature().length, equalTo(DEFAULT_SIGNATURE));
        assertThat(sketch.shingleCount(), equalTo(3));
        assertNull(sketch.shingles());
    }

    /** Each such value would otherwise cost the thread a buffer that it keeps for the next document. */
    public void testAFieldWithoutTokensGivesItsBufferBack() throws IOException {
        DocumentMapper mapper = createDocumentMapper(minimal());
        ShingleHashes kept = ThreadScratch.get().takeHashes();
        ThreadScratch.get().giveBack(kept);
        for (String value : List.of("", "…")) {
            mapper.parse(source(b -> b.field("field", value)));
            ShingleHashes next = ThreadScratch.get().takeHashes();
            assertSame(kept, next);
            ThreadScratch.get().giveBack(next);
        }
    }

    public void testExactStoresTheShingleSetToo() throws IOException {
        DocumentMapper exact = createDocumentMapper(minHash(b -> b.field("exact", true)));
        IndexedSketch sketch = indexValue(exact, "one two three four five");
        assertThat(sketch.shingles().length, equalTo(StoredShingles.length(3)));
        IndexedSketch without = indexValue(createDocumentMapper(minimal()),
                "one two three four five");
        assertThat(sketch.terms(), equalTo(without.terms()));
        assertThat(sketch.signature(), equalTo(without.signature()));
    }

    public void testDefaultAnalyzerFoldsWhatReadersDoNotSee() throws IOException {
        DocumentMapper mapper = createDocumentMapper(minimal());
        assertThat(
                indexValue(mapper, "ﬁne Café, it’s a NAÏVE idea"),
                equalTo(indexValue(mapper, "fine cafe it's a naive idea!")));
    }

    /** No shingle reaches across two values. */
    public void testArrayIsTheUnionOfItsValues() throws IOException {
        DocumentMapper mapper = createDocumentMapper(exactMapping());
        List<String> values = Arrays.asList("c d e f", "a b c d", "", null, "?!");
        Collections.shuffle(values, random());
        IndexedSketch union = indexValue(mapper, "a b c d e f");
        assertThat(values.toString(), indexValue(mapper, values), equalTo(union));
        IndexedSketch sketch = indexValue(mapper, List.of("a b c", "d e f"));
        assertThat(sketch.shingleCount(), equalTo(2));
        assertThat(sketch, not(equalTo(union)));
        DocumentMapper ofObjects =
                createDocumentMapper(mapping(b -> objectWithField(b, "object")));
        assertThat(
                index(
                        ofObjects, "o.field",
                        b -> b.field(
                                "o",
                                List.of(
                                        Map.of("field", List.of("a b c d")),
                                        Map.of("field", "c d e f")))),
                equalTo(index(ofObjects, "o.field", b -> b.field("o.field", "a b c d e f"))));
    }

    public void testFieldWithoutTokensIsNotIndexed() throws IOException {
        DocumentMapper mapper = createDocumentMapper(exactMapping());
        Object value =
                randomFrom(
                        "", " \t\n", "…!?", List.of(), List.of("", "—"),
                        Collections.singletonList(null));
        assertThat(indexValue(mapper, value), equalTo(IndexedSketch.NONE));
        assertThat(index(mapper, FIELD, b -> b.nullField(FIELD)), equalTo(IndexedSketch.NONE));
        assertThat(index(mapper, FIELD, b -> {}), equalTo(IndexedSketch.NONE));
    }

    public void testNumbersAndBooleansAreTheirTexts() throws IOException {
        DocumentMapper mapper = createDocumentMapper(exactMapping());
        int number = randomInt();
        assertThat(
                indexValue(mapper, number),
                equalTo(indexValue(mapper, Integer.toString(number))));
        assertThat(indexValue(mapper, true), equalTo(indexValue(mapper, "true")));
        assertThat(indexValue(mapper, 1.5), equalTo(indexValue(mapper, "1.5")));
    }

    public void testLoneSurrogatesAreCharactersLikeOthers() throws IOException {
        DocumentMapper mapper =
                createDocumentMapper(
                        minHash(
                                b -> b.field("analyzer", "whitespace")
                                        .field("shingle_unit", "character")));
        IndexedSketch lone = indexJson(mapper, "{\"field\":\"ab \\ud83d cd\"}");
        assertThat(lone.terms(), hasSize(not(0)));
        assertThat(lone, equalTo(indexJson(mapper, "{\"field\":\"ab \\ud83d cd\"}")));
        assertThat(lone, not(equalTo(indexJson(mapper, "{\"field\":\"ab \\ude00 cd\"}"))));
        assertThat(lone, not(equalTo(indexJson(mapper, "{\"field\":\"ab ? cd\"}"))));
    }

    private IndexedSketch indexJson(DocumentMapper mapper, String json) throws IOException {
        return IndexedSketch.of(mapper.parse(source(json)).rootDoc(), FIELD);
    }
}
