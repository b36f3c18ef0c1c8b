/**
 * The plugin: translates between what an Elasticsearch user writes and what {@code lucene}, {@code groups}
 * and {@code tuning} do. {@link org.nearduplicate.elasticsearch.NearDuplicatePlugin} registers what the
 * rooms hold:
 *
 * <pre>
 * field     mapping and documents in, Lucene fields out; the token filter
 * query     the query near_duplicate in, a Lucene query out
 * request   what requests have in common
 * shards    the shards of a run, over the network
 * lookup    near duplicates of many texts at once
 * ingest    the processor, which looks up documents before they are indexed
 * collapse  the retriever
 * passages  the highlighter, and the request to compare two texts
 * groups, chain, curve, tuning, stats   one request each
 * version   what lines of Elasticsearch call differently
 * </pre>
 *
 * <p>In flow JSON and cluster state; out flow Lucene objects, answers, errors that name the {@code
 * [parameter]} and warnings. No hash, term or similarity is computed here.
 */
package org.nearduplicate.elasticsearch;
