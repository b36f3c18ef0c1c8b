package org.nearduplicate.groups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.BlockWriter;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.groups.shard.WalkOptions;
import org.nearduplicate.groups.shard.WalkPosition;
import org.nearduplicate.groups.shard.Walks;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/** A shard that answers other than it was asked, or whose bytes did not arrive as sent, fails the job. */
public class WrongAnswerTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 32, 16, 2);
    private static final GroupsOptions OPTIONS = new GroupsOptions(
            0.4, BandRows.MOST, Verify.EXACT, Method.STAR, Keep.LONGEST, 2, 1000, true);

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
        assertRefused("signatures have 44 bytes each", answers -> {
            answers.signatures = bytes -> Arrays.copyOf(bytes, bytes.length - 1);
        });
        assertRefused("signatures have 44 bytes each", answers -> {
            answers.signatures = bytes -> new byte[0];
        });
        assertRefused("signatures have 44 bytes each", answers -> {
            answers.signatures = bytes -> Arrays.copyOf(bytes, bytes.length + 44);
        });
    }

    public void testSignatureWithoutShingles() throws IOException {
        assertRefused("a signature has at least 1 shingle, got -", answers -> {
            answers.signatures = bytes -> {
                byte[] wrong = bytes.clone();
                wrong[0] |= (byte) 0x80;
                return wrong;
            };
        });
    }

    /** The first set of each answer says that it is empty, huge, or larger than its signature says. */
    public void testSetsOfAnotherSize() throws IOException {
        for (int size : new int[] {0, -1, 5, Integer.MAX_VALUE}) {
            assertRefused("] bytes has " + size, answers -> {
                answers.sets = bytes -> {
                    ByteBuffer wrong = ByteBuffer.wrap(bytes.clone());
                    return wrong.order(ByteOrder.LITTLE_ENDIAN).putInt(0, size).array();
                };
            });
        }
    }

    public void testSetsOfAnotherLength() throws IOException {
        assertRefused("a set of at most 4 shingles in [", answers -> {
            answers.sets = bytes -> Arrays.copyOf(bytes, bytes.length - 6);
        });
        assertRefused("documents have ", answers -> {
            answers.sets = bytes -> Arrays.copyOf(bytes, bytes.length + 6);
        });
    }

    public void testNamesOfOtherDocuments() throws IOException {
        assertRefused("was asked for the names of ", answers -> {
            answers.names = names -> names.subList(1, names.size());
        });
        assertRefused("was asked for the names of ", answers -> {
            answers.names = names -> {
                List<DocumentName> more = new ArrayList<>(names);
                more.addAll(names);
                return more;
            };
        });
    }

    public void testBlocksCutOff() throws IOException {
        assertRefused("a block of band terms", answers -> {
            answers.blocks = block -> new BandBlock(
                    block.leftOut(), block.next(),
                    Arrays.copyOf(block.bytes(), block.bytes().length - 1));
        });
    }

    public void testTermsOfNoBand() throws IOException {
        assertRefused("a block of band terms lies between", answers -> {
            answers.blocks = block -> {
                BlockWriter writer = new BlockWriter();
                writer.write(16L << 42, 1);
                return writer.finish(new WalkPosition(16L << 42, 0));
            };
        });
    }

    public void testAWalkThatDoesNotGoOn() throws IOException {
        for (WalkPosition next : List.of(
                WalkPosition.START, new WalkPosition(16L << 42, 1), Walks.END)) {
            assertRefused("goes on behind it", answers -> {
                answers.blocks = block -> new BandBlock(0, next, new byte[0]);
            });
        }
    }

    public void testBucketsOfOtherDocumentsThanThoseSelected() throws IOException {
        String reason = "] documents that share terms, shards told about others, [";
        assertRefused(reason, answers -> {
            answers.some = documents -> IntStream.range(0, answers.maxDoc()).toArray();
        });
        assertRefused(reason, answers -> {
            answers.some = documents -> Arrays.copyOf(documents, documents.length - 1);
        });
    }

    private interface Change {

        void change(Answers answers);
    }

    private void assertRefused(String message, Change change) throws IOException {
        List<Shard> shards = new ArrayList<>();
        for (Shard shard : layout.open(Everything.QUERY)) {
            Answers answers = new Answers(shard);
            change.change(answers);
            shards.add(answers);
        }
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> JobAnswer.of(shards, SCHEME, OPTIONS, 0, GroupsProgress.NONE));
        assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: "));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
    }

    /** The answers of a shard, changed on their way. */
    private static final class Answers implements Shard {

        private final Shard shard;
        private UnaryOperator<BandBlock> blocks = UnaryOperator.identity();
        private UnaryOperator<byte[]> signatures = UnaryOperator.identity();
        private UnaryOperator<byte[]> sets = UnaryOperator.identity();
        private UnaryOperator<List<DocumentName>> names = UnaryOperator.identity();
        private UnaryOperator<int[]> some = UnaryOperator.identity();

        Answers(Shard shard) {
            this.shard = shard;
        }

        @Override
        public String index() {
            return shard.index();
        }

        @Override
        public int maxDoc() {
            return shard.maxDoc();
        }

        @Override
        public ShardDocuments documents() {
            return shard.documents();
        }

        @Override
        public CompletableFuture<BandBlock> walk(WalkPosition start, WalkOptions options) {
            return change(shard.walk(start, options), blocks);
        }

        @Override
        public CompletableFuture<byte[]> signatures(int[] documents) {
            return change(shard.signatures(documents), signatures);
        }

        @Override
        public CompletableFuture<byte[]> shingleSets(int[] documents) {
            return change(shard.shingleSets(documents), sets);
        }

        @Override
        public CompletableFuture<Shard> only(int[] documents) {
            return shard.only(some.apply(documents));
        }

        @Override
        public void close() {
            shard.close();
        }

        @Override
        public CompletableFuture<List<DocumentName>> names(int[] documents) {
            return change(shard.names(documents), names);
        }

        private static <T> CompletableFuture<T> change(
                CompletableFuture<T> answer, Function<T, T> change) {
            return CompletableFuture.completedFuture(change.apply(answer.join()));
        }
    }
}
