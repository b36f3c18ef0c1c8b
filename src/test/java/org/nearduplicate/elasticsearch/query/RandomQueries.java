package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomDoubleBetween;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomUnicodeOfLengthBetween;

import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.peers.RandomPeers;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.ShareOf;

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

    /** Returns options with how far hits are in time, or without. */
    static QueryOptions optionsOfTime(Verify verify) {
        QueryOptions options = options(verify);
        return new QueryOptions(
                options.minSimilarity(), options.recall(), options.verify(), options.shareOf(),
                randomBoolean() ? null : RandomPeers.within(), options.includeSelf(),
                options.maxBucketSize(), options.ignoreUnmapped(), options.ignore());
    }

    static QueryOptions options(Verify verify) {
        boolean mayIgnore = verify != Verify.SIGNATURE && randomBoolean();
        return new QueryOptions(
                randomBoolean() ? null : randomDoubleBetween(0.8, 1, true),
                randomBoolean() ? null : randomDoubleBetween(0.01, 0.999, true),
                verify,
                mayIgnore ? ShareOf.UNION : randomFrom(ShareOf.values()),
                null,
                randomBoolean(),
                randomBoolean() ? null : between(1, Integer.MAX_VALUE),
                randomBoolean(),
                mayIgnore ? new IgnoredTexts(texts().texts()) : IgnoredTexts.NONE);
    }
}
