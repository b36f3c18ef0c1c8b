package org.nearduplicate.job;

/**
 * Is charged for the memory of a large text before it is allocated. An ordinary text takes so little
 * that nothing is charged.
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
