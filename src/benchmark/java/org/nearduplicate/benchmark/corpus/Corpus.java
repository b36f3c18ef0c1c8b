package org.nearduplicate.benchmark.corpus;

import java.util.SplittableRandom;

/**
 * Texts to measure with: words by Zipf's law, lengths like those of news, and planted near duplicates
 * of known similarity. Each text depends on nothing but the seed and its number, so that any number of
 * threads may make any part of the corpus, and no part needs memory. Immutable.
 *
 * <p>A version of a text has some of its words replaced by words that no other text has. A replaced
 * word changes three word 3-shingles, and replaced words stand so far apart that none is changed twice:
 * with s shingles and e replaced words, J = (s − 3e) / (s + 3e) with the text itself.
 */
public final class Corpus {

    /** The median of the lengths of news, in words. */
    public static final int MEDIAN_WORDS = 120;

    /** So that a fifth of the documents has a near duplicate at the default threshold. */
    private static final double PLANTED = 0.39;

    private static final int VOCABULARY = 50_000;
    private static final int SHINGLE = 3;
    private static final int MIN_WORDS = 20;
    private static final int MAX_WORDS = 2_000;
    private static final double LOG_DEVIATION = 0.7;

    /** A fifth of the versions are exact copies, the others spread evenly over this and 1. */
    private static final double COPIES = 0.2;
    private static final double MIN_SIMILARITY = 0.5;

    /** No word of the vocabulary begins with it. */
    private static final String FRESH = "x";

    private final long seed;
    private final int medianWords;
    private final Clusters clusters;
    private final ZipfWords words = new ZipfWords(VOCABULARY);

    /**
     * @param seed what all texts depend on
     * @param medianWords the median of the lengths
     * @param clusters which documents are planted near duplicates
     */
    public Corpus(long seed, int medianWords, Clusters clusters) {
        this.seed = seed;
        this.medianWords = medianWords;
        this.clusters = clusters;
    }

    /**
     * Makes texts as long as news, of which a fifth has a near duplicate of .8 or more.
     *
     * @param seed what all texts depend on
     * @param documents how many
     * @return the corpus
     */
    public static Corpus ofNews(long seed, int documents) {
        return new Corpus(seed, MEDIAN_WORDS, new Clusters(documents, PLANTED));
    }

    /** Returns the number of texts. */
    public int size() {
        return clusters.documents();
    }

    /** Returns which documents are planted near duplicates. */
    public Clusters clusters() {
        return clusters;
    }

    /** Returns the text of a document. */
    public String text(int document) {
        SplittableRandom random = baseRandom(document);
        String[] text = words(random, length(random));
        replaceWords(text, document);
        return String.join(" ", text);
    }

    /** Returns the similarity of a document with member 0 of its cluster; 1 for one in no cluster. */
    public double similarity(int document) {
        int shingles = length(baseRandom(document)) - SHINGLE + 1;
        int changed = SHINGLE * replacements(document, shingles);
        return (double) (shingles - changed) / (shingles + changed);
    }

    /** Returns how many words, far apart, have to be replaced in so many shingles for a similarity. */
    public static double replacements(int shingles, double similarity) {
        return shingles * (1 - similarity) / (1 + similarity) / SHINGLE;
    }

    /** Returns so many words in a row. */
    public String[] words(SplittableRandom random, int count) {
        String[] drawn = new String[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = words.next(random);
        }
        return drawn;
    }

    /** Returns a random generator that depends on the seed and a number only. */
    public SplittableRandom random(long number) {
        return new SplittableRandom(new SplittableRandom(seed ^ number).nextLong());
    }

    private SplittableRandom baseRandom(int document) {
        Clusters.Place place = clusters.place(document);
        return random(place == null ? document : -1L - place.cluster());
    }

    /** Log-normal: the logarithms of the lengths are spread like errors around that of the median. */
    private int length(SplittableRandom random) {
        double length = medianWords * Math.exp(LOG_DEVIATION * random.nextGaussian());
        return (int) Math.clamp(length, MIN_WORDS, MAX_WORDS);
    }

    private int replacements(int document, int shingles) {
        Clusters.Place place = clusters.place(document);
        if (place == null || place.member() == 0) {
            return 0;
        }
        SplittableRandom random = random(document);
        if (random.nextDouble() < COPIES) {
            return 0;
        }
        double similarity = random.nextDouble(MIN_SIMILARITY, 1);
        // One at least, for there are copies enough.
        return (int) Math.max(1, Math.round(replacements(shingles, similarity)));
    }

    private void replaceWords(String[] text, int document) {
        int replacements = replacements(document, text.length - SHINGLE + 1);
        SplittableRandom random = random(document);
        // The words at both ends are in fewer shingles than the others.
        int first = SHINGLE - 1;
        int last = text.length - SHINGLE + 1;
        for (int i = 0; i < replacements; i++) {
            int from = first + (int) ((long) (last - first) * i / replacements);
            int to = first + (int) ((long) (last - first) * (i + 1) / replacements);
            int place = random.nextInt(from, Math.max(from + 1, to - SHINGLE + 1));
            text[place] = FRESH + ZipfWords.word(document) + FRESH + ZipfWords.word(i);
        }
    }
}
