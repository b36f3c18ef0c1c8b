/**
 * Queries at the level of Lucene, beside what else could answer them. In flow the texts of {@link
 * org.nearduplicate.benchmark.corpus}, with near duplicates planted for the queries; out flow times and
 * bytes of single searches.
 */
package org.nearduplicate.benchmark.query;
