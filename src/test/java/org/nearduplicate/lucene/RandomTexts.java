package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random values of documents, many of them near duplicates of earlier ones. The words are such that
 * every analyzer leaves them as they are.
 */
public final class RandomTexts {

    private static final int MAX_EDITS = 6;

    private final Random random;
    private final int vocabulary;
    private final int maxWords;
    private final List<List<String>> earlier = new ArrayList<>();

    public RandomTexts(Random random) {
        this.random = random;
        this.vocabulary = randomFrom(random, List.of(3, 20, 200, 5000));
        this.maxWords = randomFrom(random, List.of(4, 20, 60));
    }

    /** Returns the values of the next document; some but not the first have no token. */
    public List<String> next() {
        boolean copies = earlier.isEmpty() == false && random.nextInt(4) > 0;
        List<String> words = copies ? edited(randomFrom(random, earlier)) : fresh();
        earlier.add(words);
        return values(words);
    }

    /** Returns no text, or parts of some texts, or the whole of some. */
    public static List<String> parts(Random random, List<String> texts) {
        List<String> parts = new ArrayList<>();
        for (int i = Math.max(0, random.nextInt(5) - 2); i > 0; i--) {
            List<String> words = List.of(randomFrom(random, texts).split(" "));
            int from = random.nextBoolean() ? 0 : random.nextInt(words.size());
            int to = random.nextBoolean()
                    ? words.size()
                    : RandomNumbers.randomIntBetween(random, from, words.size());
            parts.add(String.join(" ", words.subList(from, to)));
        }
        return parts;
    }

    private List<String> fresh() {
        List<String> words = new ArrayList<>();
        for (int i = random.nextInt(maxWords + 1); i > 0; i--) {
            words.add(word());
        }
        if (earlier.isEmpty()) {
            words.add(word());
        }
        return words;
    }

    private List<String> edited(List<String> original) {
        List<String> words = new ArrayList<>(original);
        for (int edits = random.nextInt(MAX_EDITS + 1); edits > 0; edits--) {
            if (words.isEmpty() || random.nextInt(3) == 0) {
                words.add(random.nextInt(words.size() + 1), word());
            } else if (random.nextBoolean()) {
                words.set(random.nextInt(words.size()), word());
            } else {
                words.remove(random.nextInt(words.size()));
            }
        }
        return words;
    }

    private List<String> values(List<String> words) {
        if (random.nextInt(4) > 0) {
            return List.of(String.join(" ", words));
        }
        int cut = RandomNumbers.randomIntBetween(random, 0, words.size());
        return List.of(
                String.join(" ", words.subList(0, cut)),
                String.join(" ", words.subList(cut, words.size())));
    }

    private String word() {
        return "w" + Integer.toString(random.nextInt(vocabulary), Character.MAX_RADIX);
    }
}
