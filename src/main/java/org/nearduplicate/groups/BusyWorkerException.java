package org.nearduplicate.groups;

/** A {@link Worker} has no room for what it was asked for, but may have some later. */
public final class BusyWorkerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Says why.
     *
     * @param cause what the worker answered
     */
    public BusyWorkerException(Throwable cause) {
        super(cause);
    }
}
