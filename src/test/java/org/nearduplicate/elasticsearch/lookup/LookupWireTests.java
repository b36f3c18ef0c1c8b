package org.nearduplicate.elasticsearch.lookup;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.version.MessageInput;

/** What is looked up in shards, and what is found there, as it travels. */
public class LookupWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(LookupMessage.class, RandomLookups::message, LookupMessage::new);
        message(LookupMessage.Found.class, RandomLookups::found, LookupMessage.Found::new);
        message(LookupMessage.Response.class, RandomLookups::response, LookupMessage.Response::new);
    }

    /** Bytes that are the same when they are sent again may have been read in a wrong order. */
    public void testEveryPartArrives() throws IOException {
        LookupMessage sent = RandomLookups.message();
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
        assertThat(read.verify(), equalTo(sent.verify()));
        assertThat(read.texts(), equalTo(sent.texts()));
    }
}
