package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.format.FormatFields;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceOutput;

/** A byte that is not what was written fails the shard that holds it, and nothing else. */
public class FlippedByteIT {

    private static final String INDEX = "flipped";
    private static final String BESIDE = "flipped-beside";
    private static final int NODE = 1;
    private static final String TEXT = "some words that are written to a disk and read again";

    private static Faults faults;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
    }

    @AfterClass
    public static void reviveAndLeaveNothing() throws IOException, InterruptedException {
        faults.reviveAll();
        faults.rest().call("DELETE", "/" + INDEX + "," + BESIDE).ok();
    }

    @Test
    public void aFlippedByteOnDiskFailsTheShardOnly() throws IOException, InterruptedException {
        RestCalls rest = faults.rest();
        Map<String, ?> settings = Map.of(
                "number_of_replicas", 0,
                "routing.allocation.require._name", "node-" + NODE);
        TestIndex index = TestIndex.create(rest, INDEX, settings, Map.of("exact", true));
        index.putAll(List.of(TEXT, TEXT, "another text"));
        rest.call("POST", "/" + INDEX + "/_flush").ok();
        Path data = faults.data(NODE);
        faults.kill(NODE);
        int flipped = flipTopBitOf(signature(), data);
        faults.reviveAll();

        assertEquals(2, flipped);
        assertCorrupt(index.near(Map.of("like", TEXT, "verify", "signature")));
        assertCorrupt(GroupsAnswer.send(rest, INDEX, Map.of("verify", "signature")));
        assertCorrupt(GroupsAnswer.send(rest, INDEX, Map.of("verify", "exact")));
        assertEquals(
                "the set is intact",
                Set.of("0", "1"),
                TestIndex.scores(index.near(Map.of("like", TEXT, "verify", "exact"))).keySet());
        rest.call("GET", "/_cluster/health").ok();
        TestIndex beside = TestIndex.create(rest, BESIDE, settings, Map.of());
        beside.putAll(List.of(TEXT, TEXT));
        assertEquals(2, TestIndex.scores(beside.near(Map.of("like", TEXT))).size());
    }

    private static void assertCorrupt(Answer answer) {
        answer.refused(500);
        assertTrue(
                answer.text(),
                answer.text().contains("field [near]: possible corruption: a signature has at"
                        + " least 1 shingle, got -2147483639"));
    }

    /** Returns what the index stores of the text in a field of the default scheme. */
    private static byte[] signature() {
        List<String> words = Arrays.asList(TEXT.split(" "));
        Output output = ReferenceOutput.of(
                FormatFields.scheme(FormatFields.standard()), List.of(words));
        return HexFormat.of().parseHex(
                HexFormat.of().toHexDigits(words.size() - 2) + output.signature());
    }

    /** Flips the top bit of some bytes wherever files hold them, and returns how often that was. */
    private static int flipTopBitOf(byte[] bytes, Path directory) throws IOException {
        int flipped = 0;
        try (Stream<Path> all = Files.walk(directory.resolve("indices"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                byte[] content = Files.readAllBytes(file);
                for (int i = 0; i + bytes.length <= content.length; i++) {
                    if (Arrays.equals(content, i, i + bytes.length, bytes, 0, bytes.length)) {
                        content[i] ^= (byte) 0x80;
                        flipped++;
                    }
                }
                Files.write(file, content);
            }
        }
        return flipped;
    }
}
