package org.nearduplicate.lucene;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * The news texts of Reuters-21578, from the file that the system property {@code corpus.reuters}
 * names, and their true near duplicates. Tests that ask for them are skipped where there is no file.
 */
public final class ReutersCorpus {

    static final int SHINGLE_SIZE = 3;

    private static final int TEXTS = 19_043;

    private ReutersCorpus() {}

    /** Returns all texts, in the order of the file. */
    public static List<String> bodies() throws IOException {
        Path corpus = Path.of(System.getProperty("corpus.reuters", ""));
        assumeTrue("no corpus: [corpus.reuters] is [" + corpus + "]", Files.isRegularFile(corpus));
        List<String> bodies = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(corpus)),
                        StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                bodies.add(body(line));
            }
        }
        assertEquals(TEXTS, bodies.size());
        return bodies;
    }

    /** Returns all pairs of texts whose 3-word shingles are at least so similar. */
    public static JaccardJoin join(double minSimilarity) throws IOException {
        return JaccardJoin.of(bodies(), SHINGLE_SIZE, minSimilarity);
    }

    private static String body(String line) throws IOException {
        try (XContentParser parser = XContentType.JSON.xContent()
                .createParser(XContentParserConfiguration.EMPTY, line)) {
            return (String) parser.map().get("body");
        }
    }
}
