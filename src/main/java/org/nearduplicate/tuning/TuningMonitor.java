package org.nearduplicate.tuning;

/** Watches a parameter search: told how far it is, asked for memory, and able to stop it. */
public interface TuningMonitor {

    /** Lets a search do as it likes. */
    TuningMonitor NONE = new TuningMonitor() {};

    /**
     * Called so often that a search stops within a fraction of a second.
     *
     * @throws RuntimeException of its own choice to stop the search
     */
    default void checkCancelled() {}

    /**
     * Asks for memory before it is allocated, or gives it back.
     *
     * @param bytes how much; negative to give back
     * @throws RuntimeException of its own choice if that is too much
     */
    default void reserve(long bytes) {}

    /** Tells that the exact similarities of the sample are being computed for a shingle setting. */
    default void comparing(ShingleSetting shingles) {}

    /** Tells that some settings are measured, of so many. */
    default void measured(int settings, int total) {}
}
