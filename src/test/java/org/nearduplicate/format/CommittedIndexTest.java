package org.nearduplicate.format;

import static org.nearduplicate.format.FormatFixture.entries;
import static org.nearduplicate.format.FormatFixture.map;
import static org.nearduplicate.format.FormatFixture.texts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/** Indices that earlier versions wrote hold the bytes of the recipe, and give the answers they gave. */
@SuppressFileSystems("ExtrasFS")
public class CommittedIndexTest extends LuceneTestCase {

    public void testEveryVersionIsThere() throws IOException {
        List<String> lines = List.of(
                "0.1.0-es8.19.21", "0.1.0-es9.0.8", "0.1.0-es9.1.10", "0.1.0-es9.2.8",
                "0.1.0-es9.3.2", "0.1.0-es9.5.4");
        assertEquals(lines, writers(FormatFixture.INDEX));
        assertEquals(lines, writers(FormatFixture.SNAPSHOT));
        assertEquals(
                List.of("0.1.0-es8.19.21", "0.1.0-es9.0.8", "0.1.0-es9.5.4"),
                writers(FormatFixture.UNKNOWN_SNAPSHOT));
    }

    private static List<String> writers(String kind) throws IOException {
        return FormatFixture.committed(kind).stream().map(FormatFixture::writer).toList();
    }

    public void testAnswers() throws IOException {
        forEachFixture((fixture, manifest, reader) -> {
            IndexSearcher searcher = newSearcher(reader);
            int hits = 0;
            for (Map.Entry<String, ?> field : map(manifest.get("answers")).entrySet()) {
                for (Map.Entry<String, ?> verify : entries(field.getValue())) {
                    for (Map.Entry<String, ?> like : entries(verify.getValue())) {
                        Map<String, Float> expected = new TreeMap<>();
                        entries(like.getValue()).forEach(
                                hit -> expected.put(
                                        hit.getKey(), ((Number) hit.getValue()).floatValue()));
                        String asked = String.join(" ", fixture.toString(), field.getKey(),
                                verify.getKey(), like.getKey());
                        assertEquals(
                                asked,
                                expected,
                                search(
                                        searcher,
                                        query(manifest, field.getKey(), verify.getKey(),
                                                like.getKey())));
                        hits += expected.size();
                    }
                }
            }
            assertTrue("" + hits, hits > 1000);
        });
    }

    public void testStoredBytes() throws IOException {
        // All that one version of the plugin wrote have one manifest.
        Map<Map<String, Object>, Map<String, Map<String, Output>>> expected = new HashMap<>();
        forEachFixture((fixture, manifest, reader) -> {
            assertTrue(fixture.toString(), reader.leaves().size() > 1);
            assertEquals(texts(manifest.get("deleted")).size(), reader.numDeletedDocs());
            assertEquals(map(manifest.get("documents")).size(), reader.maxDoc());
            for (Map.Entry<String, Map<String, Output>> field : expected
                    .computeIfAbsent(manifest, CommittedIndexTest::outputs)
                    .entrySet()) {
                assertEquals(
                        fixture + " " + field.getKey(), field.getValue(),
                        stored(reader, field.getKey()));
            }
        });
    }

    /** Returns what has to be stored of each document in each field. */
    private static Map<String, Map<String, Output>> outputs(Map<String, Object> manifest) {
        Map<String, Map<String, Output>> fields = new TreeMap<>();
        map(manifest.get("fields")).forEach((name, field) -> {
            FormatOracle oracle =
                    new FormatOracle(FormatFields.scheme(map(field)), documents(manifest));
            boolean exact = (boolean) map(field).get(FormatFields.EXACT);
            Map<String, Output> outputs = new TreeMap<>();
            oracle.documents().forEach((id, known) -> outputs.put(
                    id,
                    new Output(
                            known.output().terms(),
                            count(known.shingles().size()) + known.output().signature(),
                            exact ? known.output().shingles() : "")));
            fields.put(name, outputs);
        });
        return fields;
    }

    /** A fixture is never replaced: answers of the oracle to its texts are those that it came with. */
    public void testAnswersAreThoseOfBruteForce() throws IOException {
        // All that one version of the plugin wrote have one manifest.
        Map<Map<String, Object>, FormatFixture> manifests = new LinkedHashMap<>();
        for (FormatFixture fixture : FormatFixture.readable(FormatFixture.INDEX)) {
            manifests.put(fixture.manifest(), fixture);
        }
        manifests.forEach((manifest, fixture) -> {
            Map<String, Map<String, Object>> fields = new LinkedHashMap<>();
            map(manifest.get("fields")).forEach(
                    (name, field) -> fields.put(name, new LinkedHashMap<>(map(field))));
            Set<String> deleted = new HashSet<>(texts(manifest.get("deleted")));
            assertEquals(
                    fixture.toString(),
                    manifest.get("answers"),
                    FormatAnswers.all(fields, documents(manifest), deleted));
        });
    }

    private interface Check {

        void check(FormatFixture fixture, Map<String, Object> manifest, DirectoryReader reader)
                throws IOException;
    }

    /** The directory checks the whole index when it is closed. */
    private static void forEachFixture(Check check) throws IOException {
        for (FormatFixture fixture : FormatFixture.readable(FormatFixture.INDEX)) {
            Path files = createTempDir().resolve("index");
            fixture.unpack(files);
            try (Directory directory = newDirectory()) {
                try (Directory unpacked = FSDirectory.open(files)) {
                    for (String file : unpacked.listAll()) {
                        directory.copyFrom(unpacked, file, file, IOContext.DEFAULT);
                    }
                }
                directory.sync(List.of(directory.listAll()));
                directory.syncMetaData();
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    check.check(fixture, fixture.manifest(), reader);
                }
            }
        }
    }

    private static Query query(
            Map<String, Object> manifest, String field, String verify, String like) {
        Scheme scheme = FormatFields.scheme(map(map(manifest.get("fields")).get(field)));
        TextSketcher sketcher = new TextSketcher(field, IndexFixtureWriter.ANALYZER, scheme);
        int rows = CurveGoal.find(FormatAnswers.MIN_SIMILARITY, FormatOracle.RECALL)
                .taken(scheme.banding())
                .rows();
        ShingleHashes hashes = new ShingleHashes();
        documents(manifest).get(like).forEach(value -> sketcher.shingle(value, hashes));
        SketchedText text = SketchedText.of(sketcher.sketch(hashes), hashes);
        return verify.equals("exact")
                ? NearDuplicateQuery.exact(field, text, rows, FormatAnswers.MIN_SIMILARITY, null,
                        IgnoredShingles.NONE)
                : NearDuplicateQuery.bySignature(
                        field, text.keys(), text.signature(), rows, FormatAnswers.MIN_SIMILARITY);
    }

    private static Map<String, Float> search(IndexSearcher searcher, Query query)
            throws IOException {
        Map<String, Float> hits = new TreeMap<>();
        StoredFields stored = searcher.storedFields();
        for (ScoreDoc hit : searcher.search(query, 100).scoreDocs) {
            hits.put(stored.document(hit.doc).get(IndexFixtureWriter.ID), hit.score);
        }
        return hits;
    }

    /** Returns the bytes that an index holds of a field, of deleted documents too. */
    private static Map<String, Output> stored(DirectoryReader reader, String field)
            throws IOException {
        Map<String, Output> stored = new TreeMap<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            StoredFields fields = leaf.reader().storedFields();
            Map<Integer, Set<String>> terms = terms(leaf, field);
            for (int doc : terms.keySet()) {
                stored.put(
                        fields.document(doc).get(IndexFixtureWriter.ID),
                        new Output(
                                new ArrayList<>(terms.get(doc)),
                                value(leaf, field, doc),
                                value(leaf, field + "._shingles", doc)));
            }
        }
        return stored;
    }

    private static Map<Integer, Set<String>> terms(LeafReaderContext leaf, String field)
            throws IOException {
        Map<Integer, Set<String>> terms = new TreeMap<>();
        TermsEnum all = leaf.reader().terms(field).iterator();
        for (BytesRef term = all.next(); term != null; term = all.next()) {
            PostingsEnum postings = all.postings(null, PostingsEnum.NONE);
            while (postings.nextDoc() != PostingsEnum.NO_MORE_DOCS) {
                terms.computeIfAbsent(postings.docID(), doc -> new TreeSet<>())
                        .add(term.utf8ToString());
            }
        }
        return terms;
    }

    private static String value(LeafReaderContext leaf, String field, int doc) throws IOException {
        BinaryDocValues values = leaf.reader().getBinaryDocValues(field);
        if (values == null || values.advanceExact(doc) == false) {
            return "";
        }
        BytesRef value = values.binaryValue();
        return HexFormat.of().formatHex(value.bytes, value.offset, value.offset + value.length);
    }

    private static String count(int shingles) {
        return HexFormat.of().toHexDigits(shingles);
    }

    private static Map<String, List<String>> documents(Map<String, Object> manifest) {
        Map<String, List<String>> documents = new LinkedHashMap<>();
        map(manifest.get("documents")).forEach((id, values) -> documents.put(id, texts(values)));
        return documents;
    }
}
