package org.nearduplicate.format;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Prints, in whatever JVM it runs, a checksum of all that becomes of some documents, and the tokens of
 * some texts on which locales disagree.
 */
final class Checksums {

    /** Seen in other letters by a Turkish, Lithuanian or Greek machine, or with other digits. */
    static final String TEXT =
            "TITLE \u0130STANBUL \u0131I\u0307 \u03A3\u038A\u03A3\u03A5\u03A6\u039F\u03A3"
                    + " STRA\u1E9EE \uFF29\uFF29 1.234,5 \u0661\u0662 \uD835\uDC00";

    private static final int THREADS = 4;
    private static final int DOCUMENTS = 300;

    private Checksums() {}

    /** Prints both, a line each, in ASCII. */
    public static void main(String[] arguments) throws IOException {
        List<String> sums = IntStream.range(0, THREADS)
                .parallel()
                .mapToObj(thread -> documents(Output::of))
                .distinct()
                .toList();
        String tokens = tokens(TEXT).stream()
                .flatMapToInt(token -> (token + " ").codePoints())
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining(","));
        try (PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII)) {
            out.println(String.join(" and ", sums));
            out.println(tokens);
        }
    }

    /** Returns the checksum of what an implementation makes of random documents by random schemes. */
    static String documents(BiFunction<Scheme, List<List<String>>, Output> implementation) {
        SplittableRandom random = new SplittableRandom(5);
        MessageDigest sum = sha256();
        for (int i = 0; i < DOCUMENTS; i++) {
            Scheme scheme = scheme(random);
            List<List<String>> values = new ArrayList<>();
            for (int value = random.nextInt(1, 4); value > 0; value--) {
                values.add(tokens(random));
            }
            String output = implementation.apply(scheme, values).toString();
            sum.update(output.getBytes(StandardCharsets.US_ASCII));
        }
        return HexFormat.of().formatHex(sum.digest());
    }

    private static Scheme scheme(SplittableRandom random) {
        int hashCount = random.nextInt(16, 140);
        int rows = random.nextInt(1, 5);
        return new Scheme(
                1,
                ShingleUnit.values()[random.nextInt(ShingleUnit.values().length)],
                random.nextInt(1, 7),
                HashFunction.values()[random.nextInt(HashFunction.values().length)],
                random.nextInt(Integer.MAX_VALUE),
                SketchAlgorithm.values()[random.nextInt(SketchAlgorithm.values().length)],
                hashCount,
                1 << random.nextInt(4),
                new Banding(random.nextInt(1, hashCount / rows + 1), rows));
    }

    /** Returns one token or more of any UTF-16 code units, lone surrogates among them. */
    private static List<String> tokens(SplittableRandom random) {
        List<String> tokens = new ArrayList<>();
        for (int count = random.nextInt(1, 40); count > 0; count--) {
            StringBuilder token = new StringBuilder();
            for (int length = random.nextInt(1, 12); length > 0; length--) {
                token.append(
                        (char) (random.nextBoolean()
                                ? random.nextInt('a', 'z' + 1)
                                : random.nextInt(Character.MAX_VALUE + 1)));
            }
            tokens.add(token.toString());
        }
        return tokens;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        try (Analyzer analyzer = new NearDuplicateAnalyzer();
                TokenStream stream = analyzer.tokenStream("", new StringReader(text))) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(term.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot be read", e);
        }
        return tokens;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has it", e);
        }
    }
}
