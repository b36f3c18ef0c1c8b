package org.nearduplicate.groups.part;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * Near duplicates among texts that have a boilerplate in common are compared, though their buckets are far beyond the limit.
 * Texts and hashes are the same in every run, so nothing depends on chance.
 */
public class LimitedPairsTest extends LuceneTestCase {

    private static final int TEXTS = 10_000;
    private static final int PAIR_EVERY = 10;
    private static final int BOILERPLATE = 80;
    private static final int OWN = 40;
    private static final int COMMON = 27;

    /** The texts of no pair are alike by half. Estimates of those that are alike by .8 are above. */
    private static final GroupsOptions OPTIONS = new GroupsOptions(
            0.66, 5, Verify.SIGNATURE, Method.STAR, Keep.LONGEST, 2, 100, true, PeerFormat.NONE, 0);

    /**
     * What was compared of the pairs when buckets were sorted once, and cut into overlapping blocks of the limit's size, with
     * the same seeds and sixteen bands of six rows.
     */
    private static final double BEFORE = 0.9955;

    public void testPlantedPairsAreCompared() throws IOException {
        int found = 0;
        for (int seed : new int[] {0, 1}) {
            Set<String> whole = new HashSet<>();
            GroupsCounts counts = run(index(seed, 1), seed, Long.MAX_VALUE, whole);
            assertEquals(1, counts.get(Count.PARTS));
            assertTrue(counts.toString(),
                    counts.get(Count.LARGEST_BUCKET) > 30 * OPTIONS.maxBucketTexts());
            assertTrue(counts.toString(), counts.get(Count.LIMITED_BUCKETS) > 10);
            assertTrue(counts.toString(),
                    counts.get(Count.PAIRS_LEFT_OUT) > counts.get(Count.COMPARISONS));
            found += whole.size();
            Set<String> inParts = new HashSet<>();
            GroupsCounts ofParts = run(index(seed, 2), seed, 2 << 20, inParts);
            assertTrue(ofParts.toString(), ofParts.get(Count.PARTS) > 1);
            assertEquals(counts.get(Count.LIMITED_BUCKETS), ofParts.get(Count.LIMITED_BUCKETS));
            assertEquals(whole, inParts);
        }
        double share = (double) found / (2 * TEXTS / PAIR_EVERY);
        assertTrue("only " + share, share >= BEFORE);
    }

    /** Returns what was counted; planted pairs are added by the first of each. */
    private static GroupsCounts run(
            List<Shard> shards, int seed, long memory, Set<String> planted) {
        return new GroupsJob(shards, scheme(seed), OPTIONS, memory, GroupsProgress.NONE).run(
                part -> part.forEachPair(Long.MAX_VALUE, pair -> {
                    int a = Integer.parseInt(pair.pair().a().id());
                    int b = Integer.parseInt(pair.pair().b().id());
                    if (Math.min(a, b) % PAIR_EVERY == 0 && Math.abs(a - b) == 1) {
                        planted.add(Integer.toString(Math.min(a, b)));
                    }
                }), List.of(), null);
    }

    /** The default scheme, but that each word is a shingle. */
    private static Scheme scheme(int seed) {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 1, HashFunction.XXH3,
                seed, Parameters.SKETCH.defaultValue(), Parameters.HASH_COUNT.defaultValue(),
                Parameters.SIGNATURE_BITS.defaultValue(),
                new Banding(
                        Parameters.BANDS.defaultValue(), Parameters.ROWS.defaultValue()));
    }

    /** Indexes texts, of which two of a pair are far from each other. */
    private List<Shard> index(int seed, int shards) throws IOException {
        String[] texts = texts(seed);
        TextSketcher sketcher =
                new TextSketcher(LocalShard.FIELD, new WhitespaceAnalyzer(), scheme(seed));
        List<Shard> open = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            Directory directory = closeAfterTest(new ByteBuffersDirectory());
            try (IndexWriter writer = new IndexWriter(
                    directory, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
                for (int place = shard; place < TEXTS; place += shards) {
                    int number = (int) (place * 7_919L % TEXTS);
                    Document document = new Document();
                    document.add(
                            new StringField(LocalShard.ID, Integer.toString(number), Store.YES));
                    MinHashField field = new MinHashField(LocalShard.FIELD, sketcher);
                    field.addValue(texts[number]);
                    field.fields(false, null).forEach(document::add);
                    writer.addDocument(document);
                }
            }
            open.add(
                    new LocalShard(
                            "all", closeAfterTest(DirectoryReader.open(directory)),
                            Everything.QUERY, scheme(seed)));
        }
        return open;
    }

    /** Returns texts whose sets have a similarity of .5, and 80 + 27 of 80 + 27 + 2 · 13 words in common in a pair. */
    private static String[] texts(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder boilerplate = new StringBuilder();
        for (int i = 0; i < BOILERPLATE; i++) {
            boilerplate.append('b').append(i).append(' ');
        }
        String[] texts = new String[TEXTS];
        int[] own = new int[OWN];
        for (int i = 0; i < TEXTS; i++) {
            for (int j = i % PAIR_EVERY == 1 ? COMMON : 0; j < OWN; j++) {
                own[j] = random.nextInt();
            }
            StringBuilder text = new StringBuilder(boilerplate);
            for (int word : own) {
                text.append('w').append(word).append(' ');
            }
            texts[i] = text.toString();
        }
        return texts;
    }
}
