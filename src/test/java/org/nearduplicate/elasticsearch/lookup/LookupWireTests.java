package org.nearduplicate.elasticsearch.lookup;

import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.junit.Before;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.peers.RandomPeers;
import org.nearduplicate.elasticsearch.shards.RandomMessages;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** What is looked up in shards, and what is found there, as it travels. */
public class LookupWireTests extends WireTestCase {

    /** So large a message has so few bytes that each of their bits can be flipped. */
    private static final int HASHES = 100;

    @Before
    public void messages() {
        message(SketchedTexts.class, LookupWireTests::question,
                SketchedTexts::new);
        message(ShardLookup.Found.class, LookupWireTests::found, ShardLookup.Found::new);
        message(ShardLookup.Answer.class, LookupWireTests::answer,
                ShardLookup.Answer::new);
        message(Counterparts.class, LookupWireTests::counterparts, Counterparts::new);
        message(Standing.class, LookupWireTests::standing, Standing::new);
        call(ShardLookup.CALL, RandomMessages::target, LookupWireTests::question,
                LookupWireTests::answer);
    }

    private static SketchedTexts question() {
        Scheme scheme = randomValueOtherThanMany(
                large -> large.hashCount() > HASHES, RandomFields::scheme);
        return new SketchedTexts(
                randomIdentifier(), scheme, randomList(0, 3, () -> sought(scheme)),
                randomBoolean() ? null : randomFrom(Verify.values()),
                randomBoolean() ? ShingleSet.EMPTY : sketch(scheme, Texts.random(9)).shingles(),
                counterparts());
    }

    private static ShardLookup.Answer answer() {
        return new ShardLookup.Answer(
                randomFrom(Verify.values()),
                randomList(0, 4, () -> randomList(0, 4, LookupWireTests::found)),
                randomList(0, 4, LookupWireTests::standing));
    }

    private static Counterparts counterparts() {
        return new Counterparts(
                RandomPeers.options(),
                randomBoolean() ? null : new TermQueryBuilder(randomIdentifier(), randomInt()));
    }

    private static Standing standing() {
        return new Standing(
                randomBoolean() ? null : randomByteArrayOfLength(28), randomBoolean(),
                randomBoolean() ? null : randomIdentifier(), randomFrom(RestStatus.values()));
    }

    private static ShardLookup.Found found() {
        return new ShardLookup.Found(randomUnicodeOfLengthBetween(1, 20), randomFloat());
    }

    private static SoughtText sought(Scheme scheme) {
        return new SoughtText(
                rarely() ? null : sketch(scheme, Texts.random(between(1, 20))),
                between(BandRows.FEWEST, BandRows.MOST),
                randomDoubleBetween(0.01, 1, true),
                between(1, 1000),
                randomBoolean() ? null : new BytesArray(randomIdentifier()));
    }

    private static SketchedText sketch(Scheme scheme, String text) {
        TextSketcher sketcher = new TextSketcher("f", new NearDuplicateAnalyzer(), scheme);
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return SketchedText.of(sketcher.sketch(hashes), hashes);
    }
}
