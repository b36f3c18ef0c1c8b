package org.nearduplicate.tuning;

import org.nearduplicate.groups.CountingMonitor;

/** Records what a search reports, and stops it after so many checks or bytes. */
final class Ledger implements TuningProgress {

    private final CountingMonitor monitor;
    private int measured;
    private int total;

    Ledger() {
        this(CountingMonitor.unlimited());
    }

    Ledger(CountingMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void checkCancelled() {
        monitor.checkCancelled();
    }

    @Override
    public void reserve(long bytes) {
        monitor.reserve(bytes);
    }

    @Override
    public void measured(int settings, int total) {
        measured = settings;
        this.total = total;
    }

    long checks() {
        return monitor.checks();
    }

    long reserved() {
        return monitor.reserved();
    }

    long peak() {
        return monitor.peak();
    }

    int total() {
        return total;
    }

    int measured() {
        return measured;
    }
}
