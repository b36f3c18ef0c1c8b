/**
 * From texts to indices: what indexing a {@code minhash} field costs in time, garbage and bytes, and the
 * indices that other benchmarks read.
 */
package org.nearduplicate.benchmark.index;
