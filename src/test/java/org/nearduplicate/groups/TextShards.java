package org.nearduplicate.groups;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.codecs.asserting.AssertingCodec;
import org.apache.lucene.tests.store.BaseDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredTexts;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.Scheme;

/** The texts of a corpus in some shards of each of their indices, in random order, sorted or not. */
public final class TextShards implements Closeable {

    private final Corpus corpus;
    private final Random random;
    private final boolean merged;
    private final boolean storesSets;
    private final List<String> indices = new ArrayList<>();
    private final List<Directory> directories = new ArrayList<>();
    private final List<DirectoryReader> readers = new ArrayList<>();

    /**
     * @param perIndex how many shards an index has; some may be empty
     * @param merged whether every shard has but one segment, and no deleted document
     */
    public TextShards(Corpus corpus, Random random, int perIndex, boolean merged)
            throws IOException {
        this(corpus, random, perIndex, merged, true);
    }

    /**
     * @param perIndex how many shards an index has; some may be empty
     * @param merged whether every shard has but one segment, and no deleted document
     * @param storesSets whether shingle sets are stored, and not made from the texts
     */
    public TextShards(Corpus corpus, Random random, int perIndex, boolean merged,
            boolean storesSets)
            throws IOException {
        this.corpus = corpus;
        this.random = random;
        this.merged = merged;
        this.storesSets = storesSets;
        Map<String, List<List<Text>>> shards = new TreeMap<>();
        List<Text> shuffled = new ArrayList<>(corpus.texts());
        Collections.shuffle(shuffled, random);
        for (Text text : shuffled) {
            shards.computeIfAbsent(text.index(), index -> emptyShards(perIndex))
                    .get(random.nextInt(perIndex))
                    .add(text);
        }
        for (Map.Entry<String, List<List<Text>>> entry : shards.entrySet()) {
            for (List<Text> texts : entry.getValue()) {
                indices.add(entry.getKey());
                BaseDirectoryWrapper directory = LuceneTestCase.newDirectory(random);
                directory.setCheckIndexOnClose(false);
                directories.add(directory);
                readers.add(write(directory, texts));
            }
        }
    }

    /** Opens the shards for a job, in any order, whatever their indices are called. */
    public List<Shard> open(Query query) throws IOException {
        return open(query, JobMonitor.NONE);
    }

    /** Opens the shards for a job, with a monitor for each shard. */
    public List<Shard> open(Query query, JobMonitor monitor) throws IOException {
        return open(query, PeerFormat.NONE, monitor);
    }

    /** Opens the shards for a job that compares peers. */
    public List<Shard> open(Query query, PeerFormat peers) throws IOException {
        return open(query, peers, JobMonitor.NONE);
    }

    private List<Shard> open(Query query, PeerFormat peers, JobMonitor monitor)
            throws IOException {
        Scheme scheme = corpus.scheme();
        List<Shard> shards = new ArrayList<>();
        for (int i = 0; i < readers.size(); i++) {
            LocalShard shard = new LocalShard(
                    indices.get(i), readers.get(i), query, scheme, monitor, sets(),
                    corpus.ignored(), peers);
            shards.add(random.nextBoolean() ? shard : shard.endingWalks(random));
        }
        Collections.shuffle(shards, random);
        return shards;
    }

    /** Returns the readers of the shards of each index, by its name. */
    public Map<String, List<DirectoryReader>> readers() {
        Map<String, List<DirectoryReader>> byIndex = new TreeMap<>();
        for (int i = 0; i < readers.size(); i++) {
            byIndex.computeIfAbsent(indices.get(i), index -> new ArrayList<>()).add(readers.get(i));
        }
        return byIndex;
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(readers);
        IOUtils.close(directories);
    }

    /** For failure messages. */
    @Override
    public String toString() {
        return readers.stream()
                .map(reader -> reader.leaves().size() + " segments")
                .collect(Collectors.joining(", "));
    }

    private DocumentSource<BytesRef> sets() {
        return storesSets
                ? StoredValues.storedSets(LocalShard.FIELD)
                : new TextSets(
                        LocalShard.FIELD,
                        corpus.texts().getFirst().sample().sketcher(),
                        new StoredTexts(),
                        JobMonitor.NONE);
    }

    private static List<List<Text>> emptyShards(int count) {
        List<List<Text>> shards = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shards.add(new ArrayList<>());
        }
        return shards;
    }

    private DirectoryReader write(Directory directory, List<Text> texts) throws IOException {
        IndexWriterConfig config = LuceneTestCase.newIndexWriterConfig()
                .setCodec(random.nextBoolean() ? TestUtil.getDefaultCodec() : new AssertingCodec());
        if (random.nextBoolean()) {
            config.setIndexSort(
                    new Sort(
                            new SortField(
                                    LocalShard.SORT, SortField.Type.LONG, random.nextBoolean())));
        }
        if (merged == false) {
            config.setMergePolicy(NoMergePolicy.INSTANCE);
        }
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (Text text : texts) {
                writer.addDocument(text.indexed(storesSets));
                if (random.nextInt(30) == 0) {
                    writer.flush();
                }
            }
            for (Text text : texts) {
                if (corpus.isDeleted(text)) {
                    writer.deleteDocuments(new Term(LocalShard.ID, text.id()));
                }
            }
            if (merged) {
                writer.forceMerge(1);
            }
        }
        return DirectoryReader.open(directory);
    }
}
