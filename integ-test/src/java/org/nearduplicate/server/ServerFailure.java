package org.nearduplicate.server;

/** A server, or a command that prepares one, failed. The message holds the end of its output. */
public final class ServerFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ServerFailure(String message) {
        super(message);
    }

    ServerFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
