/**
 * From tokens to a sketch: the mathematics of near duplicates, without any search engine.
 *
 * <pre>
 * tokens → {@link org.nearduplicate.sketch.ShingleHasher} → shingle hashes
 *        → {@link org.nearduplicate.sketch.ThreadScratch} → {@link org.nearduplicate.sketch.Sketch}
 *                                     ├→ {@link org.nearduplicate.sketch.Banding}     which documents to compare
 *                                     ├→ {@link org.nearduplicate.sketch.Signature}   how similar they are, estimated
 *                                     └→ {@link org.nearduplicate.sketch.ShingleSet}  how similar they are, exactly
 * shingle hashes → {@link org.nearduplicate.sketch.SampledShingles} → {@link org.nearduplicate.sketch.ContainmentEstimate}   how much of one is in the other
 * </pre>
 *
 * <p>{@link org.nearduplicate.sketch.IgnoredShingles} compares shingle sets without what is ignored; signatures are those of
 * whole texts, and {@link org.nearduplicate.sketch.CountedPart} is what they say then.
 *
 * <p>In flow the tokens of an analysis chain and a {@link org.nearduplicate.sketch.Scheme}; out flow
 * the bytes that an index stores and the similarities computed from them. Every parameter has its
 * name, default and bounds in {@link org.nearduplicate.sketch.Parameters}. The package uses the JDK and hash4j only.
 *
 * <p>All layers share what watches long work, {@link org.nearduplicate.sketch.JobMonitor}, what it charges
 * for memory, {@link org.nearduplicate.sketch.MemoryBudget}, and {@link
 * org.nearduplicate.sketch.UnionFind}.
 */
package org.nearduplicate.sketch;
