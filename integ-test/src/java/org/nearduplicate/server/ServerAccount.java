package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The account that servers run as. Elasticsearch refuses to run as root: then it is a number that
 * needs no entry in the password file, otherwise whoever runs us.
 */
sealed interface ServerAccount {

    static ServerAccount choose() {
        return "root".equals(System.getProperty("user.name")) ? new Unprivileged() : new Own();
    }

    /** The command that does the same as {@code words} as this account. */
    List<String> command(List<String> words);

    /** Gives this account a directory and all that is in it. */
    void own(Path directory) throws IOException, InterruptedException;

    /** The account that runs us. */
    record Own() implements ServerAccount {

        @Override
        public List<String> command(List<String> words) {
            return words;
        }

        @Override
        public void own(Path directory) {}
    }

    /** A number that is nobody's, for root to run servers as. */
    record Unprivileged() implements ServerAccount {

        private static final String ID = "59213";

        @Override
        public List<String> command(List<String> words) {
            List<String> drop = List.of("setpriv", "--reuid=" + ID, "--regid=" + ID,
                    "--clear-groups", "--");
            return Stream.concat(drop.stream(), words.stream()).toList();
        }

        @Override
        public void own(Path directory) throws IOException, InterruptedException {
            new Command(directory,
                    List.of("chown", "-R", ID + ":" + ID, directory.toString())).run();
        }
    }
}
