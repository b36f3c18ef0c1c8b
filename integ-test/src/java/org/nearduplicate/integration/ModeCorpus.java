package org.nearduplicate.integration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Documents of one text or several, with near duplicates, copies, a chain, and some without words. */
final class ModeCorpus {

    /** The ends of the planted chain. */
    static final int CHAIN_FROM = 0;

    static final int CHAIN_TO = 5;

    private static final int ORIGINALS = 9;
    private static final int COPIES_OF_EACH = 4;

    private final List<List<String>> texts;

    private ModeCorpus(List<List<String>> texts) {
        this.texts = Collections.unmodifiableList(texts);
    }

    /** Makes a corpus up; the same seed gives the same. */
    static ModeCorpus of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<String>> texts = new ArrayList<>();
        Chains.texts("chain", CHAIN_TO + 1, 9).forEach(text -> texts.add(List.of(text.strip())));
        for (String text : Texts.withNearDuplicates(seed, ORIGINALS, COPIES_OF_EACH)) {
            texts.add(parts(text));
        }
        for (int copy = 0; copy < 3; copy++) {
            texts.add(texts.get(random.nextInt(CHAIN_TO + 1, texts.size())));
        }
        texts.add(List.of("two words"));
        texts.add(List.of("Two words!"));
        texts.add(List.of("?!", ""));
        texts.add(List.of());
        return new ModeCorpus(texts);
    }

    /** Returns what is left when every seventh document is deleted and every fifth overwritten. */
    ModeCorpus changed() {
        List<List<String>> changed = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            boolean overwritten = i > CHAIN_TO && i % 5 == 0;
            boolean deleted = i > CHAIN_TO && i % 7 == 0;
            int other = Math.max(CHAIN_TO + 1, (i + 12) % size());
            changed.add(deleted ? null : texts.get(overwritten ? other : i));
        }
        return new ModeCorpus(changed);
    }

    int size() {
        return texts.size();
    }

    /** Returns the texts of a document, or null if there is no such document any more. */
    List<String> texts(int number) {
        return texts.get(number);
    }

    private static List<String> parts(String text) {
        List<String> words = List.of(text.split(" "));
        return List.of(
                String.join(" ", words.subList(0, 20)),
                String.join(" ", words.subList(20, 40)),
                String.join(" ", words.subList(40, words.size())));
    }
}
