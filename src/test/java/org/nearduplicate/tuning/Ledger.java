package org.nearduplicate.tuning;

/** Counts what a search tells, and stops it if told so. */
final class Ledger implements TuningProgress {

    private final long checksUntilCancelled;
    private long checks;
    private long reserved;
    private int measured;
    private int total;

    Ledger() {
        this(Long.MAX_VALUE);
    }

    Ledger(long checksUntilCancelled) {
        this.checksUntilCancelled = checksUntilCancelled;
    }

    /** Thrown to stop a search. */
    static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    @Override
    public void checkCancelled() {
        if (checks++ >= checksUntilCancelled) {
            throw new Stopped();
        }
    }

    @Override
    public void reserve(long bytes) {
        reserved += bytes;
        if (reserved < 0) {
            throw new AssertionError("more is given back than was asked for");
        }
    }

    @Override
    public void measured(int settings, int total) {
        measured = settings;
        this.total = total;
    }

    long checks() {
        return checks;
    }

    long reserved() {
        return reserved;
    }

    int total() {
        return total;
    }

    int measured() {
        return measured;
    }
}
