package org.nearduplicate.recent;

/**
 * A recent document that is a near duplicate.
 *
 * @param document the document
 * @param similarity its similarity, as a query would find it
 */
public record RecentMatch(RecentDocument document, double similarity) {}
