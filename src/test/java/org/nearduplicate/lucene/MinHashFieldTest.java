package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceOutput;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShingleSet;

/** What a document's values become in the index, down to the bytes. */
public class MinHashFieldTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String SHINGLES = "near._shingles";
    private static final String SAMPLED = "near._prints";
    private static final String ID = "id";

    private final TextSketcher sketcher = new TextSketcher(
            FIELD, new WhitespaceAnalyzer(),
            Schemes.words(3, 64, 16, 4));

    public void testIndexHoldsWhatTheArchitecturePageSays() throws IOException {
        List<Sample> samples = SampleIndex.randomSamples(random(), atLeast(100), sketcher);
        try (Directory directory = newDirectory();
                DirectoryReader reader = index(directory, samples)) {
            Set<Integer> withTerms = new HashSet<>();
            Set<Integer> withValues = new HashSet<>();
            for (LeafReaderContext context : reader.leaves()) {
                LeafReader leaf = context.reader();
                int[] ids = ids(leaf);
                terms(leaf, FIELD, ids).forEach((id, terms) -> {
                    withTerms.add(id);
                    assertEquals(Set.copyOf(expected(samples.get(id)).terms()), terms);
                });
                values(leaf, FIELD, ids).forEach((id, bytes) -> {
                    withValues.add(id);
                    Output expected = expected(samples.get(id));
                    int shingles = ReferenceSet
                            .shingles(HexFormat.of().parseHex(expected.shingles()))
                            .size();
                    assertEquals(
                            HexFormat.of().toHexDigits(shingles) + expected.signature(),
                            hex(bytes));
                });
                values(leaf, SHINGLES, ids).forEach((id, bytes) -> assertEquals(
                        expected(samples.get(id)).shingles(), hex(bytes)));
            }
            assertEquals(notEmpty(samples), withTerms);
            assertEquals(notEmpty(samples), withValues);
        }
    }

    public void testOnlyDocumentsAreIndexedNoFrequenciesNoNorms() throws IOException {
        Sample sample = new Sample(sketcher, "one two three");
        try (Directory directory = newDirectory();
                DirectoryReader reader = index(directory, List.of(sample))) {
            FieldInfo info = reader.leaves().getFirst().reader().getFieldInfos().fieldInfo(FIELD);
            assertEquals(IndexOptions.DOCS, info.getIndexOptions());
            assertEquals(DocValuesType.BINARY, info.getDocValuesType());
            assertFalse(info.hasNorms());
            assertNull(reader.termVectors().get(0));
        }
    }

    public void testReadsMayBeRepeated() throws IOException {
        MinHashField field = field("a b c d", "e f");
        List<IndexableField> fields = field.fields(true, null);
        BytesRef signature = field.binaryValue();
        BytesRef shingles = fields.get(1).binaryValue();
        assertFalse(field.isEmpty());
        assertEquals(signature, field.binaryValue());
        assertEquals(shingles, fields.get(1).binaryValue());
        assertEquals(3, shingleCount(signature));
        assertEquals(3, ShingleSet.read(BytesRef.deepCopyOf(shingles).bytes).size());
    }

    public void testNothingMayBeAddedAfterARead() {
        MinHashField field = field("a b c");
        assertEquals(1, shingleCount(field.binaryValue()));
        for (Runnable change : List.<Runnable>of(
                () -> field.addValue("d e f"), () -> field.fields(true, null))) {
            IllegalStateException e = expectThrows(IllegalStateException.class, change::run);
            assertEquals("field [near] was read, and takes no more values", e.getMessage());
        }
    }

    public void testEmptyUntilAValueHasAToken() {
        MinHashField field = field("", "  ", "\n");
        assertTrue(field.isEmpty());
        field.addValue("a");
        assertFalse(field.isEmpty());
    }

    public void testEmptyFieldIsRefused() {
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class, () -> field("").binaryValue());
        assertEquals("a text without shingles has no sketch", e.getMessage());
        expectThrows(IllegalArgumentException.class, () -> field().tokenStream(null, null));
    }

    public void testSampledShinglesAreTermsAndTheirNumber() throws IOException {
        SampledShingles sampled = new SampledShingles(2 + random().nextInt(63));
        List<Sample> samples = SampleIndex.randomSamples(random(), atLeast(100), sketcher);
        try (Directory directory = newDirectory();
                DirectoryReader reader = index(directory, samples, sampled)) {
            int documents = 0;
            for (LeafReaderContext context : reader.leaves()) {
                LeafReader leaf = context.reader();
                int[] ids = ids(leaf);
                Map<Integer, Set<String>> terms = terms(leaf, SAMPLED, ids);
                NumericDocValues counts = DocValues.getNumeric(leaf, SAMPLED);
                while (counts.nextDoc() != NumericDocValues.NO_MORE_DOCS) {
                    int id = ids[counts.docID()];
                    Set<String> expected = terms(samples.get(id).sampledKeys(sampled));
                    assertEquals(expected, terms.getOrDefault(id, Set.of()));
                    assertEquals(expected.size(), counts.longValue());
                    documents++;
                }
                FieldInfo info = leaf.getFieldInfos().fieldInfo(SAMPLED);
                assertTrue(info == null || info.getIndexOptions() == IndexOptions.DOCS);
                assertTrue(info == null || info.hasNorms() == false);
            }
            assertEquals(notEmpty(samples).size(), documents);
        }
    }

    private static Set<String> terms(Set<Long> keys) {
        return keys.stream()
                .map(key -> TermKeys.whole(new long[] {key}).first(0).utf8ToString())
                .collect(Collectors.toSet());
    }

    public void testShingleSetAndSampledShinglesAreOptional() {
        assertEquals(List.of(FIELD), names(field("a b c").fields(false, null)));
        assertEquals(List.of(FIELD, SHINGLES), names(field("a b c").fields(true, null)));
        SampledShingles sampled = new SampledShingles(16);
        assertEquals(List.of(FIELD, SAMPLED), names(field("a b c").fields(false, sampled)));
        assertEquals(List.of(FIELD, SHINGLES, SAMPLED),
                names(field("a b c").fields(true, sampled)));
    }

    private MinHashField field(String... values) {
        MinHashField field = new MinHashField(FIELD, sketcher);
        List.of(values).forEach(field::addValue);
        return field;
    }

    private int shingleCount(BytesRef signature) {
        return sketcher.scheme().signatureFormat()
                .shingleCount(signature.bytes, signature.offset, signature.length);
    }

    private static List<String> names(List<IndexableField> fields) {
        return fields.stream().map(IndexableField::name).toList();
    }

    /** By the slow second recipe. Some values have too few words for a shingle, or none. */
    private static Output expected(Sample sample) {
        return ReferenceOutput.of(
                sample.sketcher().scheme(), sample.values().stream().map(Sample::tokens).toList());
    }

    private static String hex(BytesRef bytes) {
        return HexFormat.of()
                .formatHex(bytes.bytes, bytes.offset, bytes.offset + bytes.length);
    }

    private static Set<Integer> notEmpty(List<Sample> samples) {
        Set<Integer> ids = new HashSet<>();
        for (int id = 0; id < samples.size(); id++) {
            if (samples.get(id).isEmpty() == false) {
                ids.add(id);
            }
        }
        return ids;
    }

    private static DirectoryReader index(Directory directory, List<Sample> samples)
            throws IOException {
        return index(directory, samples, null);
    }

    private static DirectoryReader index(
            Directory directory, List<Sample> samples, SampledShingles sampled) throws IOException {
        try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int id = 0; id < samples.size(); id++) {
                Document document = new Document();
                document.add(new NumericDocValuesField(ID, id));
                samples.get(id).fields(FIELD, true, sampled).forEach(document::add);
                writer.addDocument(document);
            }
            return writer.getReader();
        }
    }

    private static int[] ids(LeafReader leaf) throws IOException {
        NumericDocValues values = leaf.getNumericDocValues(ID);
        int[] ids = new int[leaf.maxDoc()];
        for (int doc = 0; doc < ids.length; doc++) {
            assertTrue(values.advanceExact(doc));
            ids[doc] = (int) values.longValue();
        }
        return ids;
    }

    private static Map<Integer, BytesRef> values(LeafReader leaf, String field, int[] ids)
            throws IOException {
        Map<Integer, BytesRef> values = new HashMap<>();
        BinaryDocValues stored = leaf.getBinaryDocValues(field);
        while (stored != null && stored.nextDoc() != BinaryDocValues.NO_MORE_DOCS) {
            values.put(ids[stored.docID()], BytesRef.deepCopyOf(stored.binaryValue()));
        }
        return values;
    }

    private static Map<Integer, Set<String>> terms(LeafReader leaf, String field, int[] ids)
            throws IOException {
        Map<Integer, Set<String>> terms = new HashMap<>();
        if (leaf.terms(field) == null) {
            return terms;
        }
        TermsEnum all = leaf.terms(field).iterator();
        for (BytesRef term = all.next(); term != null; term = all.next()) {
            PostingsEnum bucket = all.postings(null, PostingsEnum.NONE);
            while (bucket.nextDoc() != PostingsEnum.NO_MORE_DOCS) {
                terms.computeIfAbsent(ids[bucket.docID()], id -> new HashSet<>())
                        .add(term.utf8ToString());
            }
        }
        return terms;
    }
}
