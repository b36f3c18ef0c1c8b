package org.nearduplicate.elasticsearch.peers;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIdentifier;
import static org.elasticsearch.test.ESTestCase.randomList;

import java.time.Duration;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Missing;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.peers.PeerFormat;

/** What near duplicates have in common, at random. */
public final class RandomPeers {

    private RandomPeers() {}

    /** Returns options, with the time of a text or without. */
    public static PeerOptions options() {
        return new PeerOptions(
                randomList(0, 3, ESTestCase::randomIdentifier), randomFrom(Missing.values()),
                randomBoolean() ? null : within());
    }

    /** Returns how far apart they are. */
    public static Within within() {
        return new Within(
                randomIdentifier(), TimeValue.timeValueMinutes(between(1, 10_000)),
                randomBoolean() ? null : "2026-01-01");
    }

    /** Returns a format. */
    public static PeerFormat format() {
        return new PeerFormat(
                randomBoolean(), randomBoolean() ? null : Duration.ofNanos(between(1, 1 << 30)));
    }
}
