/**
 * The plugin under load in a real server process, over HTTP, against what the same server does without
 * it: indexing, queries, and the groups of an index. In go the texts of a {@link
 * org.nearduplicate.benchmark.corpus.Corpus}, out come seconds, milliseconds and bytes, as tables.
 *
 * <p>{@link org.nearduplicate.benchmark.load.LoadBenchmark} is the program. All answers are checked
 * against what was planted in the texts.
 */
package org.nearduplicate.benchmark.load;
