package org.nearduplicate.benchmark.query;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.benchmark.corpus.ZipfWords;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;
import org.nearduplicate.sketch.Sketch;

/** Versions of one text: some of its words are replaced by words that no other text has. */
final class Planted {

    private static final double MIN_SIMILARITY = 0.5;
    private static final int SHINGLE = Settings.scheme().shingleSize();

    private final String[] words;
    private final BytesRef[] terms;
    private final Signature signature;

    /**
     * @param text what the versions are versions of
     */
    Planted(String text) {
        this.words = text.split(" ");
        Sketch sketch = Sketches.sketch(text);
        this.terms = Sketches.bandTerms(sketch);
        this.signature = Signature.of(sketch);
    }

    /** Makes versions that a query for the text returns: candidates, as similar as they have to be. */
    List<String> nearDuplicates(int count, SplittableRandom random) {
        return versions(
                count, random, version -> isCandidate(version)
                        && estimate(version) >= Settings.MIN_SIMILARITY);
    }

    /** Makes versions that share a band term with the text, of similarities of .5 to 1. */
    List<String> candidates(int count, SplittableRandom random) {
        return versions(count, random, this::isCandidate);
    }

    private List<String> versions(
            int count, SplittableRandom random, Predicate<Sketch> condition) {
        List<String> versions = new ArrayList<>(count);
        while (versions.size() < count) {
            String version = version(random);
            if (condition.test(Sketches.sketch(version))) {
                versions.add(version);
            }
        }
        return versions;
    }

    private String version(SplittableRandom random) {
        double similarity = random.nextDouble(MIN_SIMILARITY, 1);
        double replacements = Corpus.replacements(words.length - SHINGLE + 1, similarity);
        String[] version = words.clone();
        for (int i = 0; i <= replacements; i++) {
            version[random.nextInt(words.length)] = "x" + ZipfWords.word(
                    random.nextInt(Integer.MAX_VALUE));
        }
        return String.join(" ", version);
    }

    private boolean isCandidate(Sketch version) {
        BytesRef[] others = Sketches.bandTerms(version);
        for (int band = 0; band < terms.length; band++) {
            if (terms[band].equals(others[band])) {
                return true;
            }
        }
        return false;
    }

    private double estimate(Sketch version) {
        int equal = signature.equalComponents(Signature.of(version).stored(), 0, 0);
        return new SimilarityEstimate(signature.format()).similarity(equal);
    }
}
