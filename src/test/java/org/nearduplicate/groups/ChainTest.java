package org.nearduplicate.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * Texts of which neighbours have a similarity of .85 and the ends have nothing in common are one
 * component and several stars.
 */
public class ChainTest extends LuceneTestCase {

    private static final int LENGTH = 20;
    /** 37 words, of which the next text has 34: 34/40. */
    private static final int WORDS = 37;
    private static final int STEP = 3;
    private static final double NEIGHBOURS = 0.85;
    private static final double MIN_SIMILARITY = 0.8;
    private static final Scheme SCHEME = Schemes.words(1, 128, 42, 3);

    private final Corpus chain = Corpus.of(
            random(), SCHEME, IntStream.range(0, LENGTH).mapToObj(ChainTest::text).toList());

    public void testTheChainIsOne() {
        for (int i = 1; i < LENGTH; i++) {
            assertEquals(NEIGHBOURS, sample(i - 1).jaccard(sample(i)), 0);
        }
        assertEquals(0, sample(0).jaccard(sample(LENGTH - 1)), 0);
    }

    public void testComponentsMakeOneGroupOfIt() throws IOException {
        JobAnswer run = run(Method.COMPONENTS);
        assertEquals(1, run.groups().size());
        Group group = run.groups().getFirst();
        assertEquals(LENGTH, group.size());
        assertEquals("00", group.keeper().id());
        assertEquals(0, group.smallestSimilarity(), 0);
        assertTrue(group.ofAllPairs());
        assertEquals((float) NEIGHBOURS, group.members().getFirst().similarity(), 0);
        assertEquals(0, group.members().getLast().similarity(), 0);
        assertEquals(LENGTH - 1, run.pairs().size());
    }

    /** Each even text is a keeper, because the keeper before it is too far away. */
    public void testStarsCutIt() throws IOException {
        JobAnswer run = run(Method.STAR);
        List<String> keepers = new ArrayList<>();
        for (Group group : run.groups()) {
            keepers.add(group.keeper().id());
            assertEquals(2, group.size());
            assertEquals((float) NEIGHBOURS, group.members().getFirst().similarity(), 0);
            assertEquals((float) NEIGHBOURS, group.smallestSimilarity(), 0);
        }
        assertEquals(
                chain.texts().stream().map(Text::id).filter(id -> id.charAt(1) % 2 == 0).toList(),
                keepers);
        assertEquals(LENGTH - 1, run.pairs().size());
    }

    /** Both texts of a star are verified, so nothing is read to measure it; most pairs of the component are not. */
    public void testWhatIsVerifiedIsNotComparedAgain() throws IOException {
        for (Method method : Method.values()) {
            AtomicInteger reads = new AtomicInteger();
            try (TextShards layout = new TextShards(chain, random(), 2, false)) {
                List<Shard> shards = new ArrayList<>();
                for (Shard shard : layout.open(Filter.ALL.query())) {
                    shards.add(new ChangedShard(shard) {
                        @Override
                        <T> CompletableFuture<T> answer(
                                Call call, Supplier<CompletableFuture<T>> answer) {
                            reads.addAndGet(call == Call.SHINGLE_SETS ? 1 : 0);
                            return answer.get();
                        }
                    });
                }
                JobAnswer.Whole run = JobAnswer.start(
                        shards, SCHEME, JobAnswer.options(MIN_SIMILARITY, Verify.EXACT, method),
                        GroupsProgress.NONE);
                int before = reads.get();
                assertTrue(before > 0);
                run.groups().describe(0, run.groups().size(), LENGTH);
                assertEquals(method == Method.STAR, reads.get() == before);
            }
        }
    }

    private JobAnswer run(Method method) throws IOException {
        GroupsOptions options = JobAnswer.options(MIN_SIMILARITY, Verify.EXACT, method);
        try (TextShards shards = new TextShards(chain, random(), 2, false)) {
            return JobAnswer.of(
                    shards.open(Filter.ALL.query()), SCHEME, options);
        }
    }

    private Sample sample(int i) {
        return chain.texts().get(i).sample();
    }

    private static String text(int i) {
        return IntStream.range(STEP * i, STEP * i + WORDS)
                .mapToObj(word -> "w" + word)
                .collect(Collectors.joining(" "));
    }
}
