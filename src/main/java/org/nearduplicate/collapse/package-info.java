/**
 * Of ranked hits, the first of each set of near duplicates.
 *
 * <pre>
 * signatures of hits, in the order of their ranks, then the sets that it wants
 *   → {@link org.nearduplicate.collapse.WindowCollapse} → the hits that stay, with those that they stand for
 * </pre>
 *
 * <p>A hit is a number from 0, its place in the window. In flow what shards store of hits.
 */
package org.nearduplicate.collapse;
