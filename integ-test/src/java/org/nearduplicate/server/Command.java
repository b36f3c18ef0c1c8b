package org.nearduplicate.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process with an environment of its own: what the caller's holds must not reach a server. */
public final class Command {

    private final List<String> words;
    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();

    /** @param directory where it runs, and its HOME */
    public Command(Path directory, List<String> words) {
        this.words = List.copyOf(words);
        this.directory = directory;
        environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        environment.put("HOME", directory.toString());
        // The JDK that runs us is one that the build chose for the tests: the servers get it too.
        environment.put("ES_JAVA_HOME", System.getProperty("java.home"));
    }

    /** Adds a variable to its environment. */
    public Command with(String variable, Object value) {
        environment.put(variable, value.toString());
        return this;
    }

    /** Starts it; what it prints is added to {@code output}. */
    public Process start(Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(output.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /**
     * Runs it to its end.
     *
     * @throws ServerFailure when it exits with another code than 0, or does not exit
     */
    void run() throws IOException, InterruptedException {
        Path output = Files.createTempFile("command-", ".log");
        try {
            Process process = start(output);
            if (!process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw failure("did not end within " + Await.LIMIT.toSeconds() + " s", output);
            }
            if (process.exitValue() != 0) {
                throw failure("exited with " + process.exitValue(), output);
            }
        } finally {
            Files.delete(output);
        }
    }

    private ServerFailure failure(String what, Path output) throws IOException {
        return new ServerFailure(
                "[" + String.join(" ", words) + "] " + what + ":\n" + Files.readString(output));
    }
}
