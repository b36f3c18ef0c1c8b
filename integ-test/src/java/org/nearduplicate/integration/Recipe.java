package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Command;

/** What a section of the documents tells to paste into a shell, run as it stands there, but for the address of the server. */
final class Recipe {

    private static final String DOCUMENTED_ADDRESS = "http://localhost:9200";
    private static final Pattern BLOCK = Pattern.compile("^```(sh)?\n(.*?)\n```$",
            Pattern.MULTILINE | Pattern.DOTALL);

    private final Path directory;
    private final String server;

    /** @param address host and port of the server */
    Recipe(Path directory, String address) {
        for (String tool : List.of("bash", "curl", "jq")) {
            assumeTrue("there is no " + tool + " on the PATH",
                    Stream.of(System.getenv("PATH").split(":"))
                            .anyMatch(each -> Files.isExecutable(Path.of(each, tool))));
        }
        this.directory = directory;
        this.server = "http://" + address;
    }

    /** What a command printed, errors too, and its status. */
    record Ran(int status, String output) {}

    /**
     * Runs all requests of a section, and checks that they print what it says.
     *
     * @param document below the directory of the project
     */
    void follow(String document, String heading) throws IOException, InterruptedException {
        String output = "";
        for (MatchResult block : blocks(document, heading)) {
            if (block.group(1) == null) {
                assertEquals(block.group(2).strip(), output);
            } else if (block.group(2).startsWith("#!") == false) {
                Ran ran = bash("-c", "JSON='Content-Type: application/json'\n"
                        + block.group(2).replace(DOCUMENTED_ADDRESS, server));
                output = ran.output().strip();
                assertEquals(output, 0, ran.status());
            }
        }
    }

    /** Writes the script of a section into the directory. */
    void save(String document, String heading, String name) throws IOException {
        List<String> scripts = blocks(document, heading).stream()
                .map(block -> block.group(2))
                .filter(block -> block.startsWith("#!"))
                .toList();
        assertEquals(1, scripts.size());
        Files.writeString(directory.resolve(name), scripts.getFirst());
    }

    /** Runs bash, which has the server's address as the variable {@code ES}. */
    Ran bash(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("bash"));
        words.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "output-", ".txt");
        Process process = new Command(directory, words).with("ES", server).start(output);
        try {
            assertTrue("takes too long",
                    process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), Files.readString(output));
    }

    private static List<MatchResult> blocks(String document, String heading) throws IOException {
        String text = Files.readString(Path.of(document));
        int start = text.indexOf("\n" + heading + "\n");
        assertTrue(heading, start >= 0);
        int end = text.indexOf("\n## ", start + 1);
        return BLOCK.matcher(text.substring(start, end < 0 ? text.length() : end))
                .results()
                .toList();
    }
}
