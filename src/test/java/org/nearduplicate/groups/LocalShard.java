package org.nearduplicate.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.groups.shard.ShardReader;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShingleSet;

/** A shard that is an {@link IndexReader}, and that answers at once. Names are stored fields. */
public final class LocalShard implements Shard {

    public static final String FIELD = "near";
    public static final String ID = "id";
    static final String KEEP = "keep";
    static final String ROUTING = "routing";
    public static final String TAG = "tag";
    static final String SORT = "sort";

    private final String index;
    private final IndexReader reader;
    private final ShardReader shard;
    private final BandTermFormat terms;
    private final ShardDocuments documents;
    private final JobMonitor monitor;
    private int maxVisits = Integer.MAX_VALUE;
    private int maxBytes = Integer.MAX_VALUE;

    public LocalShard(
            String index, IndexReader reader, Query query, Scheme scheme)
            throws IOException {
        this(index, reader, query, scheme, JobMonitor.NONE, StoredValues.storedSets(FIELD),
                ShingleSet.EMPTY);
    }

    /**
     * @param monitor what the node of the shard watches it with
     * @param sets gives the shingle sets
     * @param ignored the shingles that are left out of these
     */
    public LocalShard(
            String index,
            IndexReader reader,
            Query query,
            Scheme scheme,
            JobMonitor monitor,
            DocumentSource<BytesRef> sets,
            ShingleSet ignored)
            throws IOException {
        this(index, reader, query, scheme, monitor, sets, ignored, PeerFormat.NONE);
    }

    LocalShard(
            String index,
            IndexReader reader,
            Query query,
            Scheme scheme,
            JobMonitor monitor,
            DocumentSource<BytesRef> sets,
            ShingleSet ignored,
            PeerFormat peers)
            throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        this.index = index;
        this.reader = reader;
        this.terms = scheme.bandTermFormat();
        ShardReader all = new ShardReader(
                Participants.find(searcher, query, monitor), FIELD, scheme, sets,
                new IgnoredShingles(ignored));
        this.shard = peers.equals(PeerFormat.NONE)
                ? all
                : all.withPeers(new TestPeers(peers), monitor);
        this.documents = shard.documents(monitor);
        this.monitor = monitor;
    }

    private LocalShard(LocalShard whole, ShardReader shard) {
        this.index = whole.index;
        this.reader = whole.reader;
        this.shard = shard;
        this.terms = whole.terms;
        this.documents = whole.documents;
        this.monitor = whole.monitor;
        this.maxVisits = whole.maxVisits;
        this.maxBytes = whole.maxBytes;
    }

    /** Lets it answer walks in up to a hundred parts, which end anywhere. */
    LocalShard endingWalks(Random random) {
        int postings = Math.toIntExact(documents.documents() * terms.bands());
        maxVisits = 1 + 2 * postings / TestUtil.nextInt(random, 1, 50);
        maxBytes = 1 + 7 * postings / TestUtil.nextInt(random, 1, 50);
        return this;
    }

    @Override
    public String index() {
        return index;
    }

    @Override
    public int maxDoc() {
        return reader.maxDoc();
    }

    @Override
    public ShardDocuments documents() {
        return documents;
    }

    @Override
    public CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options) {
        ScanOptions shorter = new ScanOptions(
                options.minDocuments(),
                options.rows(),
                Math.min(maxVisits, options.maxVisits()),
                Math.min(maxBytes, options.maxBytes()),
                options.endKey());
        return answer(() -> shard.scan(start, shorter, monitor));
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return answer(() -> shard.signatures(documents, monitor));
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return answer(() -> shard.shingleSets(documents, monitor));
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return answer(() -> new LocalShard(this, shard.only(documents, monitor)));
    }

    @Override
    public void close() {}

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return answer(() -> {
            StoredFields stored = reader.storedFields();
            List<DocumentName> names = new ArrayList<>();
            for (int document : documents) {
                names.add(name(stored.document(document)));
            }
            return names;
        });
    }

    private static DocumentName name(org.apache.lucene.document.Document stored) {
        String keepKey = stored.get(KEEP);
        return new DocumentName(
                stored.get(ID), stored.get(ROUTING),
                keepKey == null ? null : new BytesRef(keepKey));
    }

    private interface Answer<T> {

        T read() throws IOException;
    }

    private static <T> CompletableFuture<T> answer(Answer<T> answer) {
        try {
            return CompletableFuture.completedFuture(answer.read());
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
