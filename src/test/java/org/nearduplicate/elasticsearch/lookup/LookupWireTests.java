package org.nearduplicate.elasticsearch.lookup;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.junit.Before;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.elasticsearch.shards.RandomMessages;
import org.nearduplicate.elasticsearch.version.MessageInput;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SketchedText;

/** What is looked up in shards, and what is found there, as it travels. */
public class LookupWireTests extends WireTestCase {

    /** So large a message has so few bytes that each of their bits can be flipped. */
    private static final int HASHES = 100;

    @Before
    public void messages() {
        versioned(LookupMessage.class, LookupWireTests::message, LookupMessage::new);
        message(LookupMessage.Found.class, LookupWireTests::found, LookupMessage.Found::new);
        message(LookupMessage.Response.class, LookupWireTests::response,
                LookupMessage.Response::new);
    }

    /** Bytes that are the same when they are sent again may have been read in a wrong order. */
    public void testEveryPartArrives() throws IOException {
        LookupMessage sent = message();
        LookupMessage read;
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            sent.writeTo(out);
            read = new LookupMessage(
                    new MessageInput(
                            out.bytes().streamInput(),
                            new NamedWriteableRegistry(
                                    new SearchModule(Settings.EMPTY, List.of())
                                            .getNamedWriteables())));
        }
        assertThat(read.target().shardId(), equalTo(sent.target().shardId()));
        assertThat(read.target().aliasFilter(), equalTo(sent.target().aliasFilter()));
        assertThat(read.target().nowInMillis(), equalTo(sent.target().nowInMillis()));
        assertThat(read.indices(), equalTo(sent.indices()));
        assertThat(read.verify, equalTo(sent.verify));
        assertThat(read.texts, equalTo(sent.texts));
    }

    private static LookupMessage message() {
        Scheme scheme = randomValueOtherThanMany(
                large -> large.hashCount() > HASHES, RandomFields::scheme);
        return new LookupMessage(
                RandomMessages.target(),
                new SketchedTexts(
                        randomIdentifier(), scheme, randomList(0, 3, () -> sought(scheme))),
                randomBoolean() ? null : randomFrom(Verify.values()));
    }

    private static LookupMessage.Response response() {
        return new LookupMessage.Response(
                randomFrom(Verify.values()),
                randomList(0, 4, () -> randomList(0, 4, LookupWireTests::found)));
    }

    private static LookupMessage.Found found() {
        return new LookupMessage.Found(randomUnicodeOfLengthBetween(1, 20), randomFloat());
    }

    private static SoughtText sought(Scheme scheme) {
        return new SoughtText(
                rarely() ? null : sketch(scheme, Texts.random(between(1, 20))),
                between(BandRows.FEWEST, BandRows.MOST),
                randomDoubleBetween(0.01, 1, true),
                between(1, 1000));
    }

    private static SketchedText sketch(Scheme scheme, String text) {
        TextSketcher sketcher = new TextSketcher("f", new NearDuplicateAnalyzer(), scheme);
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle(text, hashes);
        return SketchedText.of(sketcher.sketch(hashes), hashes);
    }
}
