package org.nearduplicate.groups.request;

/** A job that is too large, whatever memory there is. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message what is too large, and what to do */
    public TooLargeException(String message) {
        super(message);
    }
}
