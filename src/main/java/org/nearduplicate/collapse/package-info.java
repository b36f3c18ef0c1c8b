/**
 * Of ranked hits, the first of each set of near duplicates.
 *
 * <pre>
 * signatures of hits, in the order of their ranks
 *   → {@link org.nearduplicate.collapse.WindowCollapse}, with the {@link org.nearduplicate.collapse.WindowSets} that it asks for → {@link org.nearduplicate.collapse.KeptHit}
 * </pre>
 *
 * <p>A hit is a number from 0, its place in the window. In flow what shards store of hits; out flow the hits that
 * stay, with those that they stand for.
 */
package org.nearduplicate.collapse;
