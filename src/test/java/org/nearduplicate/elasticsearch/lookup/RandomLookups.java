package org.nearduplicate.elasticsearch.lookup;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomDoubleBetween;
import static org.elasticsearch.test.ESTestCase.randomFloat;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIdentifier;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomUnicodeOfLengthBetween;
import static org.elasticsearch.test.ESTestCase.randomValueOtherThanMany;
import static org.elasticsearch.test.ESTestCase.rarely;

import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.shards.RandomMessages;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SketchedText;

/** Random parts of lookups. */
final class RandomLookups {

    /** So large a message has so few bytes that each of their bits can be flipped. */
    private static final int HASHES = 100;

    private RandomLookups() {}

    static LookupMessage message() {
        Scheme scheme = randomValueOtherThanMany(
                large -> large.hashCount() > HASHES, RandomFields::scheme);
        return new LookupMessage(
                RandomMessages.target(),
                new SketchedTexts(
                        randomIdentifier(), scheme, randomList(0, 3, () -> sought(scheme))),
                randomBoolean() ? null : randomFrom(Verify.values()));
    }

    static LookupMessage.Response response() {
        return new LookupMessage.Response(
                randomFrom(Verify.values()),
                randomList(0, 4, () -> randomList(0, 4, RandomLookups::found)));
    }

    static LookupMessage.Found found() {
        return new LookupMessage.Found(randomUnicodeOfLengthBetween(1, 20), randomFloat());
    }

    static SoughtText sought(Scheme scheme) {
        return new SoughtText(
                rarely() ? null : sketch(scheme, Texts.random(between(1, 20))),
                between(BandRows.FEWEST, BandRows.MOST),
                randomDoubleBetween(0.01, 1, true),
                between(1, 1000));
    }

    static SketchedText sketch(Scheme scheme, String text) {
        TextSketcher sketcher = new TextSketcher("f", new NearDuplicateAnalyzer(), scheme);
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return SketchedText.of(sketcher.sketch(hashes), hashes);
    }
}
