package org.nearduplicate.groups;

/** A {@link Peer} has no room for what it was asked for, but may have some later. */
public final class PeerFullException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Says why.
     *
     * @param cause what the peer answered
     */
    public PeerFullException(Throwable cause) {
        super(cause);
    }
}
