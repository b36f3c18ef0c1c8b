package org.nearduplicate.format;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.ReferenceOutput;
import org.nearduplicate.sketch.Scheme;

/**
 * A text becomes the same bytes in every JVM, whatever its compiler, collector, locale, charset and time
 * zone, in every thread, and in every line of Elasticsearch: those of the second implementation.
 */
public class EveryJvmTest {

    private static final int FIRST_JAVA = 21;
    private static final long MINUTES = 30;
    private static final String DOCUMENTS = Checksums.documents(ReferenceOutput::of);
    private static final String TEXTS = Checksums.texts(EveryJvmTest::ofKnownTokens);
    @Rule
    public final TemporaryFolder files = new TemporaryFolder();

    /** The same in this JVM, one after the other: a checksum does not tell which text is wrong. */
    @Test
    public void textByText() {
        Scheme scheme = FormatFields.scheme(FormatFields.standard());
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 150; i++) {
            List<KnownText> value = List.of(KnownText.random(random));
            assertEquals(
                    value.toString(), ofKnownTokens(scheme, value),
                    Checksums.analyzed(scheme, value));
        }
    }

    @Test
    public void interpretedInTurkish() throws Exception {
        assertSame(
                current(), "-Xint", "-Duser.language=tr", "-Duser.country=TR",
                "-Dfile.encoding=ISO-8859-1", "-Duser.timezone=Asia/Kathmandu");
    }

    @Test
    public void compiledQuicklyInLithuanian() throws Exception {
        assertSame(
                current(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Duser.language=lt",
                "-Dfile.encoding=US-ASCII", "-Duser.timezone=America/St_Johns");
    }

    @Test
    public void withoutVectorInstructionsInThai() throws Exception {
        assertSame(
                current(), "-XX:+IgnoreUnrecognizedVMOptions", "-XX:UseAVX=0", "-XX:UseSSE=2",
                "-XX:-UseCompressedOops", "-XX:+UseParallelGC", "-Duser.language=th",
                "-Duser.country=TH", "-Duser.variant=TH", "-Dfile.encoding=UTF-8");
    }

    @Test
    public void everyOtherJdkOfThisMachine() throws Exception {
        List<Path> others = others();
        assumeFalse("no other JDK from 21 on beside " + current(), others.isEmpty());
        for (Path jdk : others) {
            assertSame(jdk);
        }
    }

    private void assertSame(Path jdk, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-Xmx256m", "-cp", classPath(), Checksums.class.getName()));
        Path output = files.newFile().toPath();
        Path errors = files.newFile().toPath();
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertTrue("takes too long", process.waitFor(MINUTES, TimeUnit.MINUTES));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(Files.readString(errors), 0, process.exitValue());
        assertEquals(
                command.toString(),
                List.of(DOCUMENTS, TEXTS),
                Files.readAllLines(output));
    }

    private static Output ofKnownTokens(Scheme scheme, List<KnownText> values) {
        return ReferenceOutput.of(
                scheme,
                values.stream().map(value -> value.tokens(scheme.shingleUnit())).toList());
    }

    private static Path current() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Returns the JDKs beside the one that runs this, as far as the plugin runs on them. */
    private static List<Path> others() throws IOException {
        try (Stream<Path> siblings = Files.list(current().toRealPath().getParent())) {
            List<Path> others = new ArrayList<>();
            for (Path sibling : siblings.sorted().toList()) {
                if (Files.isSymbolicLink(sibling) == false
                        && sibling.equals(current().toRealPath()) == false
                        && javaVersion(sibling) >= FIRST_JAVA) {
                    others.add(sibling);
                }
            }
            return others;
        }
    }

    /** Returns the feature version of a JDK, 0 for another directory. */
    private static int javaVersion(Path jdk) throws IOException {
        Path release = jdk.resolve("release");
        if (Files.isRegularFile(release) == false) {
            return 0;
        }
        Properties properties = new Properties();
        try (var in = Files.newInputStream(release)) {
            properties.load(in);
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.split("\\.")[0]);
    }

    private static String classPath() throws URISyntaxException {
        List<Path> path = new ArrayList<>();
        for (Class<?> type : List.of(
                Checksums.class, Scheme.class, Hashing.class, Analyzer.class,
                ASCIIFoldingFilter.class)) {
            path.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return path.stream().map(Path::toString).collect(Collectors.joining(":"));
    }
}
