package org.nearduplicate.format;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Prints, in whatever JVM it runs, checksums of all that becomes of some documents: of some with any tokens,
 * and of some with texts of many scripts.
 */
final class Checksums {

    private static final int THREADS = 4;
    private static final int DOCUMENTS = 150;

    private Checksums() {}

    /** Prints both, a line each. */
    public static void main(String[] arguments) {
        try (PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII)) {
            out.println(inEveryThread(() -> documents(Output::of)));
            out.println(inEveryThread(() -> texts(Checksums::analyzed)));
        }
    }

    private static String inEveryThread(Supplier<String> sum) {
        return IntStream.range(0, THREADS)
                .parallel()
                .mapToObj(thread -> sum.get())
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    /** Returns the checksum of what an implementation makes of random documents by random schemes. */
    static String documents(BiFunction<Scheme, List<List<String>>, Output> implementation) {
        return checksum(Checksums::tokens, implementation);
    }

    /** Returns the same of texts. */
    static String texts(BiFunction<Scheme, List<KnownText>, Output> implementation) {
        return checksum(KnownText::random, implementation);
    }

    /** Returns what the code under test makes of texts by the default analyzer. */
    static Output analyzed(Scheme scheme, List<KnownText> values) {
        try (Analyzer analyzer = new NearDuplicateAnalyzer()) {
            TextSketcher sketcher = new TextSketcher("", analyzer, scheme);
            ShingleHashes hashes = new ShingleHashes();
            values.forEach(value -> sketcher.shingle(value.text(), hashes));
            return Output.of(sketcher.sketch(hashes), hashes);
        }
    }

    private static <V> String checksum(
            Function<SplittableRandom, V> value,
            BiFunction<Scheme, List<V>, Output> implementation) {
        SplittableRandom random = new SplittableRandom(5);
        MessageDigest sum = sha256();
        for (int i = 0; i < DOCUMENTS; i++) {
            Scheme scheme = scheme(random);
            List<V> values = Stream.generate(() -> value.apply(random))
                    .limit(random.nextInt(1, 4))
                    .toList();
            String output = implementation.apply(scheme, values).toString();
            sum.update(output.getBytes(StandardCharsets.US_ASCII));
        }
        return HexFormat.of().formatHex(sum.digest());
    }

    private static Scheme scheme(SplittableRandom random) {
        int hashCount = random.nextInt(16, 140);
        int rows = random.nextInt(2, 7);
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(),
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

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has it", e);
        }
    }
}
