package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomDoubleBetween;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomUnicodeOfLengthBetween;
import static org.elasticsearch.test.ESTestCase.randomValueOtherThan;

import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShareOf;

/** Random parts of a {@code near_duplicate} query that warn of nothing on a default field. */
final class RandomQueries {

    private RandomQueries() {}

    static Like like() {
        return randomBoolean() ? texts() : document();
    }

    static Like.Texts texts() {
        return new Like.Texts(
                randomList(
                        1,
                        3,
                        () -> randomFrom(
                                Texts.random(between(1, 10)),
                                "a word and " + randomUnicodeOfLengthBetween(1, 20))));
    }

    static Like.Document document() {
        return new Like.Document(
                new DocumentReference(
                        randomBoolean() ? null : randomAlphaOfLength(5),
                        randomAlphaOfLength(5),
                        randomBoolean() ? null : randomAlphaOfLength(3)));
    }

    static QueryOptions options(Verify verify) {
        return new QueryOptions(
                randomBoolean() ? null : randomDoubleBetween(0.8, 1, true),
                randomBoolean() ? null : randomRecall(),
                verify,
                randomFrom(ShareOf.values()),
                randomBoolean(),
                randomBoolean() ? null : between(1, Integer.MAX_VALUE),
                randomBoolean());
    }

    private static double randomRecall() {
        return randomDoubleBetween(0.01, 0.999, true);
    }

    /** Returns options that differ in exactly one of them. */
    static QueryOptions mutate(QueryOptions options) {
        Double minSimilarity = options.minSimilarity();
        Double recall = options.recall();
        Verify verify = options.verify();
        ShareOf shareOf = options.shareOf();
        boolean includeSelf = options.includeSelf();
        Integer maxBucketSize = options.maxBucketSize();
        boolean ignoreUnmapped = options.ignoreUnmapped();
        switch (between(0, 6)) {
            case 0 -> minSimilarity =
                    randomValueOtherThan(
                            minSimilarity,
                            () -> randomFrom((Double) null, randomDoubleBetween(0.8, 1, true)));
            case 1 -> verify = randomValueOtherThan(verify,
                    () -> randomFrom(Verify.EXACT, Verify.SIGNATURE, null));
            case 2 -> includeSelf = includeSelf == false;
            case 3 -> maxBucketSize =
                    randomValueOtherThan(
                            maxBucketSize, () -> randomFrom((Integer) null, between(1, 1000)));
            case 4 -> recall =
                    randomValueOtherThan(
                            recall, () -> randomFrom((Double) null, randomRecall()));
            case 5 -> shareOf = randomValueOtherThan(shareOf, () -> randomFrom(ShareOf.values()));
            default -> ignoreUnmapped = ignoreUnmapped == false;
        }
        return new QueryOptions(
                minSimilarity, recall, verify, shareOf, includeSelf, maxBucketSize, ignoreUnmapped);
    }
}
