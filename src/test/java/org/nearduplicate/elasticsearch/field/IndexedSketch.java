package org.nearduplicate.elasticsearch.field;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.LuceneDocument;

/**
 * Everything that a parsed document gives to Lucene for one {@code minhash} field.
 *
 * @param terms the band terms, none if there is no text
 * @param signature the signature, or null if there is no text
 * @param shingles the shingle set, or null if none is stored
 */
public record IndexedSketch(List<String> terms, BytesRef signature, BytesRef shingles) {

    /** What a field without any token has: nothing. */
    public static final IndexedSketch NONE = new IndexedSketch(List.of(), null, null);

    private static final String SHINGLES = "._shingles";

    public static IndexedSketch of(LuceneDocument document, String field) {
        List<String> terms = new ArrayList<>();
        for (IndexableField indexed : document.getFields(field)) {
            assertEquals(IndexOptions.DOCS, indexed.fieldType().indexOptions());
            assertNotEquals(
                    "no stored fields", true, indexed.fieldType().stored());
            terms.addAll(terms(indexed.tokenStream(null, null)));
        }
        return new IndexedSketch(
                terms, docValue(document, field), docValue(document, field + SHINGLES));
    }

    /** Returns the number of distinct shingles, as the signature has it. */
    public int shingleCount() {
        byte[] bytes = signature.bytes;
        int count = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            count = count << Byte.SIZE | bytes[signature.offset + i] & 0xFF;
        }
        return count;
    }

    public static List<String> terms(TokenStream tokens) {
        List<String> terms = new ArrayList<>();
        try (tokens) {
            CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                terms.add(term.toString());
            }
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return terms;
    }

    private static BytesRef docValue(LuceneDocument document, String field) {
        BytesRef value = null;
        for (IndexableField indexed : document.getFields(field)) {
            assertEquals(DocValuesType.BINARY, indexed.fieldType().docValuesType());
            assertEquals("one value a document", null, value);
            value = indexed.binaryValue();
        }
        return value;
    }
}
