/**
 * What was written and no search sees yet.
 *
 * <pre>
 * writes of a shard, before they are acknowledged → {@link org.nearduplicate.unseen.WriteNote}
 *        → whether a lookup of texts would miss or wrongly find one, so that the shard has to be refreshed first
 * documents of one request → {@link org.nearduplicate.unseen.TextTable} → those before it that agree with a text in rows of a band
 * </pre>
 *
 * <p>In flow sketched texts and hashes of names; out flow answers about texts. What is found in an index is found by a query alone.
 */
package org.nearduplicate.unseen;
