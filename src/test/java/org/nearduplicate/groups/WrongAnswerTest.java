package org.nearduplicate.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.ChangedShard.Call;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.BlockWriter;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.Walks;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** A shard that answers other than it was asked, or whose bytes did not arrive as sent, fails the job. */
public class WrongAnswerTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 32, 16, 2);
    private static final GroupsOptions OPTIONS = JobAnswer.options(0.4, Verify.EXACT);

    private TextShards layout;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        Corpus corpus = Corpus.of(
                random(), SCHEME,
                List.of("a b c d", "a b c e", "a b c f", "a b c d", "a b c g", "a b d e", "x y z",
                        "x y z"));
        layout = new TextShards(corpus, random(), 1, false);
    }

    @Override
    public void tearDown() throws Exception {
        layout.close();
        super.tearDown();
    }

    public void testSignaturesOfAnotherLength() throws IOException {
        assertRefused("signatures have 44 bytes each", Call.SIGNATURES,
                (byte[] bytes) -> Arrays.copyOf(bytes, bytes.length - 1));
        assertRefused("signatures have 44 bytes each", Call.SIGNATURES,
                (byte[] bytes) -> new byte[0]);
        assertRefused("signatures have 44 bytes each", Call.SIGNATURES,
                (byte[] bytes) -> Arrays.copyOf(bytes, bytes.length + 44));
    }

    public void testSignatureWithoutShingles() throws IOException {
        assertRefused("a signature has at least 1 shingle, got -", Call.SIGNATURES,
                (byte[] bytes) -> {
                    byte[] wrong = bytes.clone();
                    wrong[0] |= (byte) 0x80;
                    return wrong;
                });
    }

    /** A set begins with its size. One of 127 does not end within the block, and the byte 128 is only the first of a size. */
    public void testSetsOfAnotherSize() throws IOException {
        for (int[] sizeAndRead : new int[][] {{0, 0}, {5, 5}, {127, -1}, {128, -1}}) {
            assertRefused("] bytes has " + sizeAndRead[1], Call.SHINGLE_SETS, (byte[] bytes) -> {
                byte[] wrong = bytes.clone();
                wrong[0] = (byte) sizeAndRead[0];
                return wrong;
            });
        }
    }

    public void testSetsOfAnotherLength() throws IOException {
        assertRefused("a set of 1 to 4 shingles in [", Call.SHINGLE_SETS,
                (byte[] bytes) -> Arrays.copyOf(bytes, bytes.length - 6));
        assertRefused("documents have ", Call.SHINGLE_SETS,
                (byte[] bytes) -> Arrays.copyOf(bytes, bytes.length + 6));
    }

    public void testNamesOfOtherDocuments() throws IOException {
        assertRefused("was asked for the names of ", Call.NAMES,
                (List<DocumentName> names) -> names.subList(1, names.size()));
        assertRefused("was asked for the names of ", Call.NAMES, (List<DocumentName> names) -> {
            List<DocumentName> more = new ArrayList<>(names);
            more.addAll(names);
            return more;
        });
    }

    public void testBlocksCutOff() throws IOException {
        assertRefused("a block of band terms", Call.SCAN, (BandBlock block) -> new BandBlock(
                block.leftOut(), block.next(),
                Arrays.copyOf(block.bytes(), block.bytes().length - 1)));
    }

    public void testTermsOfNoBand() throws IOException {
        assertRefused("a block of band terms lies between", Call.SCAN, (BandBlock block) -> {
            BlockWriter writer = new BlockWriter();
            writer.write(16L << 42, 1);
            return writer.finish(new ScanPosition(16L << 42, 0));
        });
    }

    public void testAWalkThatDoesNotGoOn() throws IOException {
        for (ScanPosition next : List.of(
                ScanPosition.START, new ScanPosition(16L << 42, 1), Walks.END)) {
            assertRefused("goes on after it", Call.SCAN,
                    (BandBlock block) -> new BandBlock(0, next, new byte[0]));
        }
    }

    public void testBucketsOfOtherDocumentsThanThoseSelected() throws IOException {
        String reason = "] documents that share terms, shards returned others, [";
        for (int more : new int[] {1, -1}) {
            assertRefused(reason, shard -> new ChangedShard(shard) {
                @Override
                public CompletableFuture<Shard> only(int[] documents) {
                    return shard.only(
                            more < 0
                                    ? Arrays.copyOf(documents, documents.length - 1)
                                    : IntStream.range(0, maxDoc()).toArray());
                }
            });
        }
    }

    /** Asserts that a job fails if the answers to a call are changed. */
    private <A> void assertRefused(String message, Call changed, UnaryOperator<A> change)
            throws IOException {
        assertRefused(message, shard -> new ChangedShard(shard) {
            @Override
            @SuppressWarnings("unchecked")
            <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> answer) {
                return call == changed
                        ? answer.get().thenApply(it -> (T) change.apply((A) it))
                        : answer.get();
            }
        });
    }

    private void assertRefused(String message, UnaryOperator<Shard> changed) throws IOException {
        List<Shard> shards = layout.open(Everything.QUERY).stream().map(changed).toList();
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> JobAnswer.of(shards, SCHEME, OPTIONS, 0, GroupsProgress.NONE));
        assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: "));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
    }
}
