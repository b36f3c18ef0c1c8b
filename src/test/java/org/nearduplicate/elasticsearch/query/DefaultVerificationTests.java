package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.ParsedDocument;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.field.MinHashMapperTestCase;

/** A query that does not say how to verify does it exactly where it can, and warns where it cannot. */
public class DefaultVerificationTests extends MinHashMapperTestCase {

    private static final String TEXT = "a text that every document of this index has";
    private static final String DISABLED = "[_source] is disabled";
    private static final String MISSING =
            "[_source] leaves the texts out, or field-level security hides them";

    public void testTextsOfSource() throws IOException {
        assertVerifiedBy("ByTexts[", b -> {}, false, TEXT);
    }

    public void testStoredSetsNeedNoSource() throws IOException {
        assertVerifiedBy("BySets[", b -> b.field("enabled", false), true, TEXT);
    }

    public void testSourceIsDisabled() throws IOException {
        assertVerifiedBySignature(DISABLED, b -> b.field("enabled", false));
    }

    public void testSourceLeavesTheTextOut() throws IOException {
        assertVerifiedBySignature(MISSING, b -> b.array("excludes", "fie*"));
        assertVerifiedBySignature(MISSING, b -> b.array("includes", "other"));
    }

    public void testSourceLeavesSomethingElseOut() throws IOException {
        assertVerifiedBy("ByTexts[", b -> b.array("excludes", "other"), false, TEXT);
        assertVerifiedBy("ByTexts[", b -> b.array("includes", FIELD), false, TEXT);
    }

    /** What no document has cannot be missing. */
    public void testNoDocumentHasAText() throws IOException {
        assertVerifiedBy("ByTexts[", b -> b.array("excludes", "f*"), false);
    }

    /** As a percolator makes it of a document. */
    public void testDocumentInMemory() throws IOException {
        MapperService mappers = createMapperService(mapping(b -> {}, false));
        ParsedDocument document = mappers.documentMapper()
                .parse(source("0", b -> b.field(FIELD, TEXT), null));
        IndexSearcher searcher = MemoryIndex
                .fromDocument(document.rootDoc(), new WhitespaceAnalyzer(), true, false)
                .createSearcher();
        assertThat(query(mappers, searcher).toString(), containsString("ByTexts["));
        assertThat(searcher.count(query(mappers, searcher)), equalTo(1));
        assertThat(
                (double) searcher.search(query(mappers, searcher), 1).scoreDocs[0].score,
                equalTo(1.0));
    }

    private void assertVerifiedBySignature(
            String lack, CheckedConsumer<XContentBuilder, IOException> source)
            throws IOException {
        assertVerifiedBy("BySignature[", source, false, TEXT);
        assertWarnings(
                "[verify] [signature] is used for [field], so similarities are estimates: [index] shows no"
                        + " shingle sets, and " + lack);
    }

    private void assertVerifiedBy(
            String verification, CheckedConsumer<XContentBuilder, IOException> source,
            boolean exact, String... texts)
            throws IOException {
        withIndex(
                createMapperService(mapping(source, exact)), List.of(texts),
                context -> assertThat(
                        Queries.near(FIELD, Queries.DEFAULT, TEXT).toQuery(context).toString(),
                        containsString(verification)));
    }

    private Query query(MapperService mappers, IndexSearcher searcher) throws IOException {
        return Queries.near(FIELD, Queries.DEFAULT, TEXT)
                .toQuery(createSearchExecutionContext(mappers, searcher));
    }

    private static XContentBuilder mapping(
            CheckedConsumer<XContentBuilder, IOException> source, boolean exact)
            throws IOException {
        return topMapping(b -> {
            b.startObject("_source");
            source.accept(b);
            b.endObject();
            b.startObject("properties");
            b.startObject(FIELD).field("type", "minhash").field("exact", exact).endObject();
            b.startObject("other").field("type", "long").endObject();
            b.endObject();
        });
    }
}
