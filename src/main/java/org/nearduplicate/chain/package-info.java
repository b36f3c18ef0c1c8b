/**
 * A shortest chain of near duplicates between two documents. Uses how documents are called, and a parameter of the
 * sketches; knows nothing of Lucene or Elasticsearch.
 *
 * <pre>
 * two documents, and for each end a source of near duplicates
 *   → {@link org.nearduplicate.chain.ChainSearch}, which asks for neighbours, level by level
 *   → a chain
 * </pre>
 *
 * <p>In flow: documents, and the near duplicates that sources give of documents asked for. Out flow: the chain, or none, and
 * whether everything was looked at.
 */
package org.nearduplicate.chain;
