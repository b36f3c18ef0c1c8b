/**
 * A search for parameters: a sample of texts flows in, its time and memory flow out. {@link
 * org.nearduplicate.benchmark.tuning.TuningBenchmark} runs it.
 */
package org.nearduplicate.benchmark.tuning;
