package org.nearduplicate.groups;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.BaseDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.lucene.RandomTexts;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/** Shards of texts, many of them near duplicates, that are added, changed and deleted, and shards that come and go. */
final class ChangingShards implements Closeable {

    private static final int TAGS = 3;

    private final Random random;
    private final Scheme scheme;
    private final TextSketcher sketcher;
    private final RandomTexts texts;
    private final List<ChangingShard> shards = new ArrayList<>();
    private int names;
    private int ids;

    ChangingShards(Random random, Scheme scheme, int count) throws IOException {
        this.random = random;
        this.scheme = scheme;
        this.sketcher = new TextSketcher(LocalShard.FIELD, new WhitespaceAnalyzer(), scheme);
        this.texts = new RandomTexts(random);
        for (int i = 0; i < count; i++) {
            addShard();
        }
    }

    /** Adds texts. */
    void fill(int documents) throws IOException {
        for (int i = 0; i < documents; i++) {
            randomFrom(random, shards).add();
        }
    }

    /** Makes some operations: few, or many. */
    void change() throws IOException {
        for (int i = TestUtil.nextInt(random, 0, random.nextBoolean() ? 3 : 30); i > 0; i--) {
            ChangingShard shard = randomFrom(random, shards);
            switch (random.nextInt(4)) {
                case 0, 1 -> shard.add();
                case 2 -> shard.update();
                default -> shard.delete();
            }
        }
        ChangingShard shard = randomFrom(random, shards);
        switch (random.nextInt(12)) {
            case 0 -> shard.writer.forceMerge(1);
            case 1 -> {
                shard.history += "'";
                shard.closeCopies();
            }
            case 4, 5 -> shard.failOver();
            case 2 -> addShard();
            case 3 -> {
                if (shards.size() > 1) {
                    shards.remove(shard);
                    shard.close();
                }
            }
            default -> {
            }
        }
    }

    /** Opens views of all shards, until the next change; some of copies that lag behind. */
    List<Shard> open(Query query) throws IOException {
        List<Shard> opened = new ArrayList<>();
        for (ChangingShard shard : shards) {
            Copy copy = shard.copy();
            LocalShard local = new LocalShard(
                    shard.name, copy.reader, query, scheme, JobMonitor.NONE,
                    StoredValues.storedSets(LocalShard.FIELD))
                    .withHistory(
                            copy.shown, query, TestUtil.nextInt(random, 1, 20));
            opened.add(random.nextBoolean() ? local : local.endingWalks(random));
        }
        return opened;
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(shards);
    }

    private void addShard() throws IOException {
        shards.add(new ChangingShard("shard" + names++));
    }

    /** What a copy of a shard shows. */
    private record Copy(DirectoryReader reader, ShardVersion shown) {}

    /** What wrote a text, or deleted it if that is null. */
    private record Operation(long number, String id, Text text) {}

    private final class ChangingShard implements Closeable {

        private final String name;
        private final Directory directory;
        private final IndexWriter writer;
        private final TreeMap<String, Text> live = new TreeMap<>();
        private String history = "history";
        private final List<Operation> operations = new ArrayList<>();
        private long next;
        private long term;
        private long checkpoint = ShardVersion.NOTHING;

        private final List<Copy> copies = new ArrayList<>();

        ChangingShard(String name) throws IOException {
            this.name = name;
            BaseDirectoryWrapper wrapper = LuceneTestCase.newDirectory(random);
            wrapper.setCheckIndexOnClose(false);
            this.directory = wrapper;
            this.writer = new IndexWriter(directory, LuceneTestCase.newIndexWriterConfig());
        }

        void add() throws IOException {
            index(Integer.toString(ids++));
        }

        void update() throws IOException {
            if (live.isEmpty() == false) {
                index(randomFrom(random, live.keySet()));
            }
        }

        void delete() throws IOException {
            if (live.isEmpty() == false) {
                apply(new Operation(next, randomFrom(random, live.keySet()), null));
            }
        }

        private void index(String id) throws IOException {
            Text text = new Text(
                    name, id, random.nextInt(4) == 0 ? null : "key" + random.nextInt(5),
                    "tag" + random.nextInt(TAGS), new Sample(sketcher, texts.next()));
            apply(new Operation(next, id, text));
        }

        private void apply(Operation operation) throws IOException {
            operations.add(operation);
            next = operation.number + 1;
            Term id = new Term(LocalShard.ID, operation.id);
            if (operation.text == null) {
                live.remove(operation.id);
                writer.deleteDocuments(id);
            } else {
                live.put(operation.id, operation.text);
                org.apache.lucene.document.Document document = operation.text.indexed();
                document.add(
                        new NumericDocValuesField(
                                LocalShard.SEQUENCE_NUMBER, operation.number));
                writer.updateDocument(id, document);
            }
        }

        /** Another copy becomes the primary, which may lack operations behind the checkpoint. */
        void failOver() throws IOException {
            long last = next == checkpoint + 1 ? checkpoint : random.nextLong(checkpoint, next);
            List<Operation> left = operations.stream()
                    .filter(operation -> operation.number <= last)
                    .toList();
            operations.clear();
            live.clear();
            writer.deleteAll();
            closeCopies();
            next = 0;
            term++;
            for (Operation operation : left) {
                apply(operation);
            }
        }

        /** Returns a copy: one that has caught up, and may show some operations behind the checkpoint, or one that lags. */
        Copy copy() throws IOException {
            if (copies.isEmpty() == false && random.nextInt(8) == 0) {
                return randomFrom(random, copies);
            }
            checkpoint = Math.max(checkpoint, next - 1 - random.nextInt(6));
            long shown = random.nextInt(4) > 0 ? next - 1 : random.nextLong(checkpoint, next);
            Copy copy = new Copy(
                    DirectoryReader.open(writer),
                    new ShardVersion(name, history, term, shown, checkpoint, next - 1));
            copies.add(copy);
            return copy;
        }

        private void closeCopies() throws IOException {
            for (Copy copy : copies) {
                copy.reader.close();
            }
            copies.clear();
        }

        @Override
        public void close() throws IOException {
            closeCopies();
            IOUtils.close(writer, directory);
        }
    }
}
