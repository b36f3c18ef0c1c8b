/**
 * A shortest chain of near duplicates between two documents. Uses how documents are called, and a parameter of the
 * sketches; knows nothing of Lucene or Elasticsearch.
 *
 * <pre>
 * two documents, and for each end a source of near duplicates
 *   → {@link org.nearduplicate.chain.ChainSearch}, which searches level by level
 *   → a chain
 * </pre>
 *
 * <p>In flow: documents, and their near duplicates. Out flow: the chain, or none, and whether the search was complete.
 */
package org.nearduplicate.chain;
