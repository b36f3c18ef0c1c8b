package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.analysis.Tokens;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceOutput;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Whatever fields share and reuse, each gives what it would give alone. */
public class MinHashFieldReuseTest extends LuceneTestCase {

    private static final int STEPS = 2000;
    private static final int MAX_ALIVE = 12;
    private static final int THREADS = 4;

    public void testFieldsThatAreAliveAtOnce() throws IOException {
        List<TextSketcher> sketchers = sketchers();
        TokenStream[] streams = new TokenStream[1 + random().nextInt(3)];
        List<Alive> alive = new ArrayList<>();
        RandomTexts texts = new RandomTexts(random());
        for (int i = 0; i < STEPS; i++) {
            if (alive.isEmpty() || alive.size() < MAX_ALIVE && random().nextBoolean()) {
                alive.add(new Alive(randomFrom(random(), sketchers), random().nextBoolean()));
            }
            Alive one = randomFrom(random(), alive);
            switch (random().nextInt(4)) {
                case 0 -> alive.remove(one); // Never indexed.
                case 1, 2 -> one.add(texts.next());
                default -> {
                    if (one.field.isEmpty() == false) {
                        int slot = random().nextInt(streams.length);
                        streams[slot] = one.assertIndexed(streams[slot]);
                        alive.remove(one);
                    }
                }
            }
        }
    }

    public void testFieldsOfManyThreads() throws Exception {
        TextSketcher sketcher = sketcher(Schemes.words(2, 64, 8, 4));
        RandomTexts random = new RandomTexts(random());
        List<List<String>> documents = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            List<String> values = new ArrayList<>(random.next());
            values.add("never empty " + i);
            documents.add(values);
        }
        ExecutorService threads = Executors.newFixedThreadPool(
                THREADS, new NamedThreadFactory("fields"));
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                List<List<String>> order = new ArrayList<>(documents);
                Collections.shuffle(order, random());
                Callable<Void> task = () -> {
                    TokenStream stream = null;
                    for (List<String> values : order) {
                        Alive one = new Alive(sketcher, true);
                        one.add(values);
                        stream = one.assertIndexed(stream);
                    }
                    return null;
                };
                results.add(threads.submit(task));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            TestUtil.shutdownExecutorService(threads);
        }
    }

    public void testFieldMadeInOneThreadAndIndexedInAnother() throws Exception {
        TextSketcher sketcher = sketcher(Schemes.words(2, 64, 8, 4));
        ExecutorService another = Executors.newFixedThreadPool(
                1, new NamedThreadFactory("another"));
        try {
            for (int i = 0; i < 100; i++) {
                Alive one = new Alive(sketcher, true);
                one.add(List.of("text number " + i, "another value of it"));
                Callable<TokenStream> task = () -> one.assertIndexed(null);
                another.submit(task).get();
            }
        } finally {
            TestUtil.shutdownExecutorService(another);
        }
    }

    public void testOnlyAStreamOfTermsIsReused() throws IOException {
        Scheme scheme = Schemes.words(2, 64, 8, 4);
        TokenStream first = field(scheme, "one two three").tokenStream(null, null);
        assertSame(first, field(Schemes.words(2, 64, 8, 4), "four five").tokenStream(null, first));
        assertSame(
                first, field(Schemes.words(2, 64, 16, 4), "one two").tokenStream(null, first));
        assertNotSame(first, field(scheme, "one two").tokenStream(
                null, new WhitespaceAnalyzer().tokenStream("f", "one two")));
    }

    public void testFailedTextLeavesNothingBehind() throws IOException {
        Scheme scheme = Schemes.words(3, 128, 16, 6);
        TextSketcher failing = new TextSketcher("f", new FailingAtZero(), scheme);
        UncheckedIOException e = expectThrows(
                UncheckedIOException.class,
                () -> failing.shingle("five six seven eight 0 nine", new ShingleHashes()));
        assertEquals("zero", e.getCause().getMessage());
        String text = "one two three four";
        List<String> expected =
                ReferenceOutput.of(scheme, List.of(Sample.tokens(text))).terms();
        assertEquals(expected, new Sample(failing, text).bandTerms());
        assertEquals(expected, new Sample(sketcher(scheme), text).bandTerms());
    }

    private static List<TextSketcher> sketchers() {
        List<TextSketcher> sketchers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Scheme scheme = Schemes.random(random());
            sketchers.add(sketcher(scheme));
            sketchers.add(sketcher(scheme));
        }
        return sketchers;
    }

    private static TextSketcher sketcher(Scheme scheme) {
        return new TextSketcher("f", new WhitespaceAnalyzer(), scheme);
    }

    private static MinHashField field(Scheme scheme, String text) {
        MinHashField field = new MinHashField("f", sketcher(scheme));
        field.addValue(text);
        return field;
    }

    /** A field, and beside it the hashes of the same values in a buffer that no one else has. */
    private static final class Alive {

        private final TextSketcher sketcher;
        private final MinHashField field;
        private final List<IndexableField> fields;
        private final ShingleHashes own = new ShingleHashes();

        private Alive(TextSketcher sketcher, boolean exact) {
            this.sketcher = sketcher;
            this.field = new MinHashField("f", sketcher);
            this.fields = field.fields(exact, null);
        }

        private void add(List<String> values) {
            for (String value : values) {
                field.addValue(value);
                sketcher.shingle(value, own);
            }
        }

        /** Reads all that is indexed, as Lucene does, and returns the stream for reuse. */
        private TokenStream assertIndexed(TokenStream reuse) throws IOException {
            Sketch sketch = sketcher.sketch(own);
            TokenStream stream = field.tokenStream(null, reuse);
            assertEquals(Output.terms(sketch), Tokens.of(stream));
            assertEquals(new BytesRef(Signature.of(sketch).stored()), field.binaryValue());
            if (fields.size() > 1) {
                assertEquals(
                        new BytesRef(ShingleSet.of(own).toBytes()), fields.get(1).binaryValue());
            }
            return stream;
        }
    }

    /** Words at white space; fails at a zero. */
    private static final class FailingAtZero extends Analyzer {

        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
            WhitespaceTokenizer words = new WhitespaceTokenizer();
            CharTermAttribute term = words.addAttribute(CharTermAttribute.class);
            return new TokenStreamComponents(words, new TokenFilter(words) {

                @Override
                public boolean incrementToken() throws IOException {
                    boolean more = input.incrementToken();
                    if (more && term.toString().equals("0")) {
                        throw new IOException("zero");
                    }
                    return more;
                }
            });
        }
    }
}
