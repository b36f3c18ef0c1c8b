package org.nearduplicate.benchmark.groups;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;

/** Opened indices, and what is measured on them: the bare walk, and the job of all groups. */
final class OpenShards implements Closeable {

    private static final int MIN_GROUP_SIZE = 2;

    private final List<DirectoryReader> readers = new ArrayList<>();

    OpenShards(List<Path> paths) throws IOException {
        for (Path path : paths) {
            readers.add(DirectoryReader.open(FSDirectory.open(path)));
        }
    }

    /** Returns the number of documents. */
    int documents() {
        return readers.stream().mapToInt(DirectoryReader::numDocs).sum();
    }

    /** Returns the number of segments of all shards. */
    int segments() {
        return readers.stream().mapToInt(reader -> reader.leaves().size()).sum();
    }

    /** Walks the terms of all shards, one after the other, and does nothing with them. */
    long walkTerms() throws IOException {
        long terms = 0;
        for (DirectoryReader reader : readers) {
            TermsEnum scan = MultiTerms.getTerms(reader, Settings.FIELD).iterator();
            while (scan.next() != null) {
                terms++;
            }
        }
        return terms;
    }

    /**
     * Walks the terms of all shards and reads which documents share one, though not which share rows alone: what nobody
     * who looks for pairs can do without.
     */
    long walkBuckets() throws IOException {
        long shared = 0;
        PostingsEnum postings = null;
        for (DirectoryReader reader : readers) {
            TermsEnum scan = MultiTerms.getTerms(reader, Settings.FIELD).iterator();
            while (scan.next() != null) {
                if (scan.docFreq() > 1) {
                    postings = scan.postings(postings, PostingsEnum.NONE);
                    while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                        shared++;
                    }
                }
            }
        }
        return shared;
    }

    /** Opens a job on the shards: the documents that take part are found, nothing more. */
    GroupsJob job(
            Verify verify,
            int maxBucketTexts,
            boolean allPairs,
            long memory,
            ShardTimes times,
            GroupsProgress monitor)
            throws IOException {
        List<LocalShard> shards = new ArrayList<>();
        for (int i = 0; i < readers.size(); i++) {
            shards.add(LocalShard.open("index-" + i, readers.get(i), times, monitor));
        }
        GroupsOptions options = new GroupsOptions(
                Settings.MIN_SIMILARITY,
                Settings.CHOICE.taken(Settings.MIN_SIMILARITY, null).rows(),
                verify, Method.STAR, Keep.LONGEST, MIN_GROUP_SIZE, maxBucketTexts, allPairs,
                PeerFormat.NONE, 0);
        return new GroupsJob(
                shards, Settings.scheme(), options, memory, monitor);
    }

    @Override
    public void close() throws IOException {
        for (DirectoryReader reader : readers) {
            IOUtils.close(reader, reader.directory());
        }
    }
}
