package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.groups.shard.ShardReader;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.sets.IgnoredShingles;
/** A shard in the same process, which answers in the thread that asks. */
record LocalShard(
        String index,
        DirectoryReader lucene,
        ShardReader reader,
        ShardDocuments documents,
        ShardTimes times,
        JobMonitor monitor)
        implements Shard {

    static LocalShard open(
            String index,
            DirectoryReader lucene,
            ShardTimes times,
            JobMonitor monitor)
            throws IOException {
        ShardReader reader = new ShardReader(
                Participants.find(new IndexSearcher(lucene), Everything.QUERY, monitor),
                Settings.FIELD,
                Settings.scheme(),
                StoredValues.storedSets(Settings.FIELD), IgnoredShingles.NONE);
        return new LocalShard(index, lucene, reader, reader.documents(monitor), times, monitor);
    }

    @Override
    public int maxDoc() {
        return lucene.maxDoc();
    }

    @Override
    public CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options) {
        return times.answer(
                ShardTimes.Call.SCAN, () -> {
                    BandBlock block = reader.scan(start, options, monitor);
                    times.sent(ShardTimes.Call.SCAN, block.bytes());
                    return block;
                });
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return times.answer(
                ShardTimes.Call.SIGNATURES,
                () -> times.sent(
                        ShardTimes.Call.SIGNATURES, reader.signatures(documents, monitor)));
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return times.answer(
                ShardTimes.Call.SHINGLE_SETS, () -> reader.shingleSets(documents, monitor));
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return CompletableFuture.completedFuture(
                new LocalShard(
                        index, lucene, reader.only(documents, monitor), this.documents, times,
                        monitor));
    }

    @Override
    public void close() {}

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return times.answer(ShardTimes.Call.NAMES, () -> readNames(documents));
    }

    private List<DocumentName> readNames(int[] documents) throws IOException {
        return Stream.of(new IdReader(lucene).read(documents))
                .map(id -> new DocumentName(id, null, null))
                .toList();
    }
}
