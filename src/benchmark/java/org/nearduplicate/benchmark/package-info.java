/**
 * Benchmarks: programs that measure, and fail for wrong answers only, never for being slow. {@code mvn
 * -Pbenchmark verify} compiles and runs them; {@code docs/internals/performance.md} holds what they printed.
 *
 * <p>{@link org.nearduplicate.benchmark.SideBySide} runs what JMH measures: the classes whose names end in
 * {@code Benchmark} in {@code sketch}, {@code index} and {@code query}, each a stage of the data flow with
 * its peers beside it. The other programs have a {@code main} of their own. Here is what they share:
 * settings, clocks and tables.
 */
package org.nearduplicate.benchmark;
