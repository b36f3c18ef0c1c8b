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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Command;

/** What a document has to paste into a shell or into a script, run as it stands there, but for the address of the server. */
final class Recipe {

    private static final String DOCUMENTED_ADDRESS = "http://localhost:9200";

    /** Variables of one block are there in the next, as in a shell that all are pasted into. */
    private static final String KEPT = """
            [ ! -f variables ] || . ./variables
            JSON='Content-Type: application/json'
            set -a
            BLOCK
            status=$?
            export -p > variables
            exit $status
            """;
    private static final Pattern BLOCK = Pattern.compile("^```(\\w*)\n(.*?)\n```$",
            Pattern.MULTILINE | Pattern.DOTALL);

    /** A script that is to be saved says its name in its second line. */
    private static final Pattern SCRIPT = Pattern.compile("#![^\n]*\n# (\\S+) .*", Pattern.DOTALL);

    private static final Path PYTHON_CLIENT = Path.of("integ-test/src/python");
    private static final String END_OF_BLOCK = "\u0001";

    /** What differs from run to run: the name of the index of a run for groups. */
    private static final Pattern RUN = Pattern.compile("(?<=near-news-)[a-z0-9_-]{22}");

    private final Path directory;
    private final String server;

    /** @param address host and port of the server */
    Recipe(Path directory, String address) {
        List.of("bash", "curl", "jq").forEach(Recipe::assumeInstalled);
        this.directory = directory;
        this.server = "http://" + address;
    }

    private static void assumeInstalled(String tool) {
        assumeTrue("there is no " + tool + " on the PATH",
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, tool))));
    }

    /** What a command printed, errors too, and its status. */
    record Ran(int status, String output) {}

    /**
     * Runs all requests of a section, and checks that they print what it says.
     *
     * @param document below the directory of the project
     */
    void follow(String document, String heading) throws IOException, InterruptedException {
        follow(blocks(document, heading));
    }

    /** Runs those of a whole document. Scripts of it are saved before. */
    void follow(String document) throws IOException, InterruptedException {
        save(document);
        List<MatchResult> blocks = blocks(Files.readString(Path.of(document)));
        if (blocks.stream().anyMatch(block -> block.group(1).equals("python"))) {
            followPython(blocks);
        } else {
            follow(blocks);
        }
    }

    /** A block without an answer below it prints nothing. */
    private void follow(List<MatchResult> blocks) throws IOException, InterruptedException {
        String output = "";
        for (MatchResult block : blocks) {
            if (block.group(1).isEmpty()) {
                assertEquals(stable(block.group(2)), output);
                output = "";
            } else if (block.group(1).equals("sh") && isScript(block) == false) {
                assertEquals("", output);
                Ran ran = bash(
                        "-c",
                        KEPT.replace("BLOCK", block.group(2).replace(DOCUMENTED_ADDRESS, server)));
                output = stable(ran.output());
                assertEquals(output, 0, ran.status());
            }
        }
        assertEquals("", output);
    }

    /** Runs all blocks as one script, beside a stand-in for the client: only the client's server is tested here. */
    private void followPython(List<MatchResult> blocks) throws IOException, InterruptedException {
        assumeInstalled("python3");
        StringBuilder script = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (MatchResult block : blocks) {
            if (block.group(1).equals("python")) {
                script.append(block.group(2)).append("\nprint('" + END_OF_BLOCK + "')\n");
                expected.add("");
            } else if (block.group(1).isEmpty()) {
                expected.set(expected.size() - 1, block.group(2));
            }
        }
        Files.writeString(
                directory.resolve("page.py"),
                script.toString().replace(DOCUMENTED_ADDRESS, server));
        Ran ran = bash(
                "-c", "PYTHONPATH='" + PYTHON_CLIENT.toAbsolutePath() + "' python3 -B page.py");
        assertEquals(ran.output(), 0, ran.status());
        List<String> printed = Stream.of(ran.output().split(END_OF_BLOCK))
                .map(String::strip)
                .toList();
        assertEquals(expected, printed.subList(0, expected.size()));
    }

    private static boolean isScript(MatchResult block) {
        return SCRIPT.matcher(block.group(2)).matches();
    }

    private static String stable(String output) {
        return RUN.matcher(output.strip()).replaceAll("");
    }

    /** Writes the scripts of a document into the directory. */
    void save(String document) throws IOException {
        for (MatchResult block : blocks(Files.readString(Path.of(document)))) {
            Matcher script = SCRIPT.matcher(block.group(2));
            if (script.matches()) {
                Files.writeString(directory.resolve(script.group(1)), block.group(2));
            }
        }
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
        return blocks(text.substring(start, end < 0 ? text.length() : end));
    }

    private static List<MatchResult> blocks(String text) {
        return BLOCK.matcher(text).results().toList();
    }
}
