/**
 * The texts that are measured with: a seed flows in, texts of known similarities flow out. {@link
 * org.nearduplicate.benchmark.corpus.CorpusCheck} holds them against brute force.
 */
package org.nearduplicate.benchmark.corpus;
