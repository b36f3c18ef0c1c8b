package org.nearduplicate.benchmark.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.corpus.Corpus;

/** What a {@link PlantedIndex} is asked: by the plugin, and by what users have without it. */
final class Questions {

    /** More texts than that are not needed to keep answers from being remembered. */
    private static final int TEXTS = 1_000;

    /** A corpus adds the numbers of its documents to its seed, but they do not reach this bit. */
    private static final long OTHER_TEXTS = 1L << 40;

    private Questions() {}

    /**
     * Makes the questions. The first is the least that a search costs, the second what others are
     * compared with. Where there are ten, estimates may have others in the first page than are nearest.
     */
    static List<Question> about(PlantedIndex index, long seed) {
        List<Planted> planted = index.planted(TEXTS);
        List<Planted> ten = index.plantedWithTen(TEXTS);
        List<Planted> strange = strange(index, seed);
        return List.of(
                Question.of("`ids`, one document", strange, false,
                        text -> Map.of("ids", Map.of("values", List.of(text.id())))),
                Question.of("`match`", planted, false, Questions::match),
                Question.of("`more_like_this`", planted, false, Questions::moreLikeThis),
                Question.of("`near_duplicate`", planted, true, near(Planted::text)),
                Question.of("`near_duplicate`, `verify: signature`", planted, true,
                        bySignature(Planted::text)),
                Question.of("`near_duplicate`, there are ten", ten, true, near(Planted::text)),
                Question.of("`near_duplicate`, `verify: signature`, there are ten", ten, false,
                        bySignature(Planted::text)),
                Question.of("`near_duplicate` of a stored document", planted, true,
                        near(Questions::document)),
                Question.of("`near_duplicate`, there is none", strange, true,
                        near(Planted::text)),
                Question.of("`near_duplicate`, `verify: signature`, there is none", strange, true,
                        bySignature(Planted::text)),
                Question.filtered("`match`, 1% filter", planted, false, Questions::match),
                Question.filtered("`near_duplicate`, 1% filter", planted, true,
                        near(Planted::text)),
                Question.filtered("`near_duplicate`, `verify: signature`, 1% filter", planted, true,
                        bySignature(Planted::text)));
    }

    /** Returns texts of the same words and lengths that no document is like. */
    private static List<Planted> strange(PlantedIndex index, long seed) {
        Corpus other = Corpus.ofNews(seed ^ OTHER_TEXTS, index.size());
        return IntStream.range(0, Math.min(TEXTS, index.size()))
                .mapToObj(document -> Planted.none(document, other.text(document)))
                .toList();
    }

    private static Map<String, ?> match(Planted text) {
        return Map.of("match", Map.of(Bulk.TEXT, text.text()));
    }

    /** The 25 most telling words, also those that the text has once. */
    private static Map<String, ?> moreLikeThis(Planted text) {
        return Map.of(
                "more_like_this",
                Map.of(
                        "fields", List.of(Bulk.TEXT),
                        "like", text.text(),
                        "min_term_freq", 1,
                        "min_doc_freq", 1));
    }

    /** The field stores no shingles: similarities are computed from {@code _source}. */
    private static Function<Planted, Map<String, ?>> near(Function<Planted, Object> like) {
        return near(like, Map.of());
    }

    private static Function<Planted, Map<String, ?>> bySignature(Function<Planted, Object> like) {
        return near(like, Map.of("verify", "signature"));
    }

    private static Function<Planted, Map<String, ?>> near(
            Function<Planted, Object> like, Map<String, ?> verify) {
        return text -> {
            Map<String, Object> near = new HashMap<>(verify);
            near.put("field", PlantedIndex.FIELD);
            near.put("like", like.apply(text));
            near.put("include_self", true);
            return Map.of("near_duplicate", near);
        };
    }

    private static Object document(Planted text) {
        return Map.of("_index", PlantedIndex.NAME, "_id", text.id());
    }
}
