/**
 * {@code GET|POST /{index}/_near_duplicate/chain}: how two documents are linked by near duplicates.
 *
 * <pre>
 * JSON → {@link org.nearduplicate.elasticsearch.chain.ChainOptions}
 *   → ChainJob         finds the two ends, their similarity, and the chain
 *       → near duplicates of a document, by two searches
 *   → {@link org.nearduplicate.elasticsearch.chain.ChainResponse} → JSON
 * </pre>
 *
 * <p>Everything is read by searches on what the user named, with the user's rights; the search for the
 * chain itself is {@link org.nearduplicate.chain.ChainSearch}. No similarity is computed here.
 */
package org.nearduplicate.elasticsearch.chain;
