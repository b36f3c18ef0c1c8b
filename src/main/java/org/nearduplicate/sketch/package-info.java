/**
 * From tokens to a sketch: the mathematics of near duplicates, without any search engine.
 *
 * <pre>
 * tokens → {@link org.nearduplicate.sketch.ShingleHasher} → shingle hashes
 *        ├→ {@link org.nearduplicate.sketch.ThreadScratch} → {@link org.nearduplicate.sketch.Sketch}
 *        │                              ├→ {@link org.nearduplicate.sketch.Banding}     which documents to compare
 *        │                              └→ {@link org.nearduplicate.sketch.Signature}   how similar they are, estimated
 *        └→ {@link org.nearduplicate.sketch.sets}   how similar they are, exactly, and how much of one is in the other
 * </pre>
 *
 * <p>In flow the tokens of an analysis chain and a {@link org.nearduplicate.sketch.Scheme}; out flow
 * the bytes that an index stores and the similarities computed from them. The parameters of sketches have their
 * names, defaults and bounds in {@link org.nearduplicate.sketch.Parameters}, those of sets are in their package. The package uses
 * the JDK, hash4j and {@code job} only.
 *
 * <p>{@link org.nearduplicate.sketch.UnionFind} is for the packages above: groups, statistics and tuning.
 */
package org.nearduplicate.sketch;
