package org.nearduplicate.tuning.report;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium that opens a page and gives back what the page became. */
final class Browser {

    private static final String NAME = "chromium";
    private static final long SECONDS = 120;

    private final Path executable;

    private Browser(Path executable) {
        this.executable = executable;
    }

    /** Returns the browser of this machine, if it has one. */
    static Optional<Browser> find() {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(directory -> Path.of(directory, NAME))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Browser::new);
    }

    /**
     * Opens a page.
     *
     * @param directory an empty one, where the browser may write
     * @return the page after its scripts ran
     */
    String open(String page, Path directory) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("page.html"), page);
        Path result = directory.resolve("result.html");
        List<String> command = new ArrayList<>(List.of(executable.toString(), "--headless",
                "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--hide-scrollbars", "--window-size=1400,1000"));
        command.add("--user-data-dir=" + directory.resolve("profile"));
        command.add("--dump-dom");
        command.add(file.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(result.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertTrue("the browser takes too long", process.waitFor(SECONDS, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue());
        return Files.readString(result);
    }
}
