/**
 * Documents that were let into an index and that no search sees yet, so that near duplicates of them are noticed
 * nevertheless: by the same bands, signatures and sets as those of a query.
 *
 * <pre>
 * let in → {@link org.nearduplicate.recent.RecentDocument} in {@link org.nearduplicate.recent.RecentDocuments}
 *        → written, or refused → visible → forgotten
 * </pre>
 *
 * <p>In flow sketched texts; out flow those that are near duplicates of another one.
 */
package org.nearduplicate.recent;
