package org.nearduplicate.benchmark.corpus;

import java.util.SplittableRandom;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ShingleHashes;

/** Texts that all fall into one bucket, though for different reasons. Safe to share between threads. */
public enum HotTexts {

    /** One text. */
    IDENTICAL("identical", 1) {
        @Override
        public String text(Corpus corpus, int document) {
            return String.join(" ", corpus.words(corpus.random(0), WORDS));
        }
    },

    /**
     * Seven tenths of a text are boilerplate, and the rest is its own: no two are near duplicates. Rests
     * are drawn until the first band of the text is that of the boilerplate alone.
     */
    BOILERPLATE("one boilerplate band", 1) {
        @Override
        public String text(Corpus corpus, int document) {
            String boilerplate =
                    String.join(" ", corpus.words(corpus.random(0), BOILERPLATE_WORDS));
            long wanted = firstBand(boilerplate);
            SplittableRandom random = corpus.random(1 + document);
            while (true) {
                String[] rest = corpus.words(random, WORDS - BOILERPLATE_WORDS);
                String text = boilerplate + " " + String.join(" ", rest);
                if (firstBand(text) == wanted) {
                    return text;
                }
            }
        }
    },

    /**
     * One text with a word of its own in it: each is a near duplicate of all others. A tenth of the
     * documents, since all pairs of a bucket up to its limit are verified, and kept.
     */
    TEMPLATE("one text, one word different", 10) {
        @Override
        public String text(Corpus corpus, int document) {
            String[] words = corpus.words(corpus.random(0), WORDS);
            words[WORDS / 2] = "x" + ZipfWords.word(document);
            return String.join(" ", words);
        }
    };

    private static final int WORDS = 120;
    private static final int BOILERPLATE_WORDS = 84;

    private static final Analyzer ANALYZER = new NearDuplicateAnalyzer();
    private static final TextSketcher SKETCHER = new TextSketcher(
            Settings.FIELD, ANALYZER, Settings.scheme());
    private static final Banding BANDING = Settings.scheme().banding();

    private final String title;
    private final int divisor;

    HotTexts(String title, int divisor) {
        this.title = title;
        this.divisor = divisor;
    }

    /** Returns the text of a document; the corpus gives its words. */
    public abstract String text(Corpus corpus, int document);

    /** Returns a name for humans. */
    public String title() {
        return title;
    }

    /** Returns by what the number of documents is divided. */
    public int divisor() {
        return divisor;
    }

    private static long firstBand(String text) {
        ShingleHashes hashes = new ShingleHashes();
        SKETCHER.shingle(text, hashes);
        return BandRows.first(
                BANDING.key(SKETCHER.sketch(hashes), 0), Settings.CHOICE.taken().rows());
    }
}
