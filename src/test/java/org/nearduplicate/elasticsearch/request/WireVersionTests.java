package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** Which builds of the plugin understand each other. */
public class WireVersionTests extends ESTestCase {

    public void testSameVersion() throws IOException {
        BytesStreamOutput out = new BytesStreamOutput();
        WireVersion.write(out);
        assertThat("a byte in each message", out.size(), equalTo(1));
        StreamInput in = out.bytes().streamInput();
        assertThat(WireVersion.check(in), sameInstance(in));
        assertThat(in.available(), equalTo(0));
    }

    public void testOtherVersion() throws IOException {
        BytesStreamOutput own = new BytesStreamOutput();
        WireVersion.write(own);
        int current = own.bytes().streamInput().readVInt();
        int other = randomValueOtherThan(current, () -> between(0, Integer.MAX_VALUE));
        BytesStreamOutput out = new BytesStreamOutput();
        out.writeVInt(other);
        ElasticsearchStatusException refusal = expectThrows(
                ElasticsearchStatusException.class,
                () -> WireVersion.check(out.bytes().streamInput()));
        assertThat(refusal.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "all nodes need the same version of the plugin [near-duplicate]: a node"
                                + " sent wire version [" + other + "], this one has [" + current
                                + "]"));
    }
}
