/**
 * The query {@code near_duplicate}.
 *
 * <pre>
 * JSON → {@link org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder}, with texts instead of a stored document after it is rewritten
 *      → {@link org.nearduplicate.elasticsearch.query.NearDuplicateQueryFactory} → Lucene query of a shard
 *      → {@link org.nearduplicate.elasticsearch.query.SearchClauses}, which lets the clauses of a search read each text once
 * </pre>
 *
 * <p>In flow queries as users write them; out flow Lucene queries, warnings, and errors that name the
 * {@code [parameter]}.
 */
package org.nearduplicate.elasticsearch.query;
