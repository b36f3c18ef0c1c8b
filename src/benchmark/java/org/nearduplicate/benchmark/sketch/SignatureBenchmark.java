package org.nearduplicate.benchmark.sketch;

import info.debatty.java.lsh.MinHash;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.codelibs.minhash.analysis.MinHashTokenFilter;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.ThreadScratch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The signature of a text that is split into words: 3-shingles of words, as many components as the default
 * has. All read the same stream of tokens. There are so many texts that a processor cannot learn
 * their branches by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SignatureBenchmark {

    private static final int ALL_SHINGLES = 1 << 19;
    private static final int SHINGLE = 3;
    private static final int HASHES = Settings.scheme().hashCount();

    /** The shingles of a text. */
    @Param({"50", "120", "200", "1000"})
    public int shingles;

    private char[][][] texts;
    private int next;

    private final Words words = new Words();
    private final CharTermAttribute word = words.getAttribute(CharTermAttribute.class);
    private final ShingleHasher shingleHasher = new ShingleHasher(Settings.scheme());
    private final ShingleHashes shingleHashes = new ShingleHashes();
    private final ThreadScratch scratch = ThreadScratch.get();

    private final TokenStream lucene = new MinHashFilter(shingled(words), HASHES, 1, 1, false);
    private final TokenStream codelibs = new MinHashTokenFilter(
            shingled(words), org.codelibs.minhash.MinHash.createHashFunctions(0, HASHES), 1);
    private final MinHash javaLsh = new MinHash(HASHES, Integer.MAX_VALUE, 1);

    /** Makes the texts. */
    @Setup
    public void makeTexts() {
        if (Settings.scheme().shingleSize() != SHINGLE) {
            throw new IllegalStateException(
                    "the peers are set up for another scheme than " + Settings.scheme());
        }
        texts = new char[ALL_SHINGLES / shingles][][];
        Corpus corpus = new Corpus(1, Corpus.MEDIAN_WORDS, new Clusters(texts.length, 0));
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Stream.of(corpus.words(corpus.random(i), shingles + SHINGLE - 1))
                    .map(String::toCharArray)
                    .toArray(char[][]::new);
        }
    }

    /** Ours: tokens to shingle hashes to the sketch to the signature. */
    @Benchmark
    public Signature ours() {
        shingle();
        return Signature.of(scratch.sketch(Settings.scheme(), shingleHashes));
    }

    /** The first half of ours: the hashes of tokens and shingles. */
    @Benchmark
    public ShingleHashes shingleHashes() {
        shingle();
        return shingleHashes;
    }

    /** Reads the stream, and does nothing with the tokens. */
    @Benchmark
    public int readTokens() throws IOException {
        nextText();
        return consume(words);
    }

    /** Lucene's own filter, with a hash function for each component. */
    @Benchmark
    public int luceneMinHashFilter() throws IOException {
        nextText();
        return consume(lucene);
    }

    /** The filter of the codelibs library: a bit for each component. */
    @Benchmark
    public int codelibs() throws IOException {
        nextText();
        return consume(codelibs);
    }

    /** The java-LSH library, which takes numbers: given the cheapest hash of each shingle. */
    @Benchmark
    public int[] javaLsh() {
        nextText();
        Set<Integer> set = new HashSet<>();
        int beforeLast = 0;
        int last = 0;
        words.reset();
        for (int i = 1; words.incrementToken(); i++) {
            int hash = word.hashCode();
            if (i >= SHINGLE) {
                set.add((31 * beforeLast + last) * 31 + hash & Integer.MAX_VALUE);
            }
            beforeLast = last;
            last = hash;
        }
        return javaLsh.signature(set);
    }

    private void nextText() {
        next = (next + 1) % texts.length;
        words.read(texts[next]);
    }

    private void shingle() {
        nextText();
        shingleHashes.clear();
        shingleHasher.beginValue();
        words.reset();
        while (words.incrementToken()) {
            shingleHasher.addToken(word, true, shingleHashes);
        }
        shingleHasher.endValue(shingleHashes);
    }

    private static TokenStream shingled(TokenStream words) {
        ShingleFilter shingles = new ShingleFilter(words, SHINGLE, SHINGLE);
        shingles.setOutputUnigrams(false);
        return shingles;
    }

    private static int consume(TokenStream tokens) throws IOException {
        CharTermAttribute token = tokens.getAttribute(CharTermAttribute.class);
        int sum = 0;
        tokens.reset();
        while (tokens.incrementToken()) {
            sum += token.length();
        }
        return sum;
    }
}
