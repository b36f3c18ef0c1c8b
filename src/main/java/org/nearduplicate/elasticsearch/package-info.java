/**
 * The plugin: translates between what an Elasticsearch user writes and what {@code lucene} does.
 *
 * <pre>
 * mapping      → {@link org.nearduplicate.elasticsearch.MinHashFieldMapper} → Lucene fields of a document
 * settings     → {@link org.nearduplicate.elasticsearch.MinHashBandsTokenFilterFactory} → token filter
 * query as JSON → {@link org.nearduplicate.elasticsearch.NearDuplicateQueryBuilder} → Lucene query
 * </pre>
 *
 * <p>In flow JSON and cluster state; out flow Lucene objects, errors that name the {@code
 * [parameter]} and warnings. No hash, term or similarity is computed here.
 */
package org.nearduplicate.elasticsearch;
