/**
 * All groups of an index: indices of {@code index} flow in, times by phase, memory, bytes sent and what was
 * found of the planted pairs flow out. {@link org.nearduplicate.benchmark.groups.GroupsBenchmark} runs it.
 */
package org.nearduplicate.benchmark.groups;
