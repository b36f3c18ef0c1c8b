package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The account that servers run as. Elasticsearch refuses to run as root: then it is a number that
 * needs no entry in the password file, otherwise the account of this JVM.
 */
final class ServerAccount {

    private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));
    private static final String ID = "59213";

    private ServerAccount() {}

    /** The command that does the same as {@code words} as this account. */
    static List<String> command(List<String> words) {
        List<String> drop = List.of(
                "setpriv", "--reuid=" + ID, "--regid=" + ID, "--clear-groups", "--");
        return IS_ROOT ? Stream.concat(drop.stream(), words.stream()).toList() : words;
    }

    /** Gives this account a directory and all that is in it. */
    static void own(Path directory) throws IOException, InterruptedException {
        if (IS_ROOT) {
            new Command(directory, List.of("chown", "-R", ID + ":" + ID, directory.toString()))
                    .run();
        }
    }
}
