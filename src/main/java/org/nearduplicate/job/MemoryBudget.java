package org.nearduplicate.job;

/**
 * Is charged for memory before it is allocated. What an ordinary text takes is so little that nothing is
 * charged for it.
 */
@FunctionalInterface
public interface MemoryBudget {

    /**
     * Charges memory, or gives it back.
     *
     * @param bytes how much; negative to give back
     * @throws RuntimeException of its own choice if that is too much
     */
    void reserve(long bytes);
}
