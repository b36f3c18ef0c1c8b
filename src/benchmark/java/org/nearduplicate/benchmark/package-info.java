/**
 * Benchmarks: programs that measure, and fail for wrong answers only, never for being slow. Compiled
 * and run by {@code mvn -Pbenchmark verify}; {@code docs/performance.md} holds what they printed.
 *
 * <p>{@link org.nearduplicate.benchmark.Corpus} makes the texts, {@link
 * org.nearduplicate.benchmark.GroupsBenchmark} measures all groups of an index.
 */
package org.nearduplicate.benchmark;
