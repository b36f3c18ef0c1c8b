package org.nearduplicate.sketch;

/**
 * Is asked for the memory that a large text takes, before it is allocated. An ordinary text takes so
 * little that nothing is asked.
 */
@FunctionalInterface
public interface MemoryBudget {

    /** Gives whatever is asked for. */
    MemoryBudget UNLIMITED = bytes -> {};

    /**
     * Asks for memory, or gives it back.
     *
     * @param bytes how much; negative to give back
     * @throws RuntimeException of its own choice if that is too much
     */
    void reserve(long bytes);
}
