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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
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
        Analyzer analyzer = new NearDuplicateAnalyzer();
        List<Set<String>> shingles = new ArrayList<>();
        for (String body : bodies()) {
            shingles.add(shingles(tokens(analyzer, body)));
        }
        return new JaccardJoin(shingles, minSimilarity);
    }

    private static Set<String> shingles(List<String> tokens) {
        int size = Math.min(SHINGLE_SIZE, tokens.size());
        Set<String> shingles = new HashSet<>();
        for (int i = 0; size > 0 && i + size <= tokens.size(); i++) {
            shingles.add(String.join(" ", tokens.subList(i, i + size)));
        }
        return shingles;
    }

    private static List<String> tokens(Analyzer analyzer, String text) throws IOException {
        try (TokenStream stream = analyzer.tokenStream("", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            List<String> tokens = new ArrayList<>();
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(term.toString());
            }
            stream.end();
            return tokens;
        }
    }

    private static String body(String line) throws IOException {
        try (XContentParser parser = XContentType.JSON.xContent()
                .createParser(XContentParserConfiguration.EMPTY, line)) {
            return (String) parser.map().get("body");
        }
    }
}
