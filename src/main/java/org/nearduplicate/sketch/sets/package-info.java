/**
 * The shingles of a text themselves: how similar two texts are, exactly, and how much of one is in the other.
 *
 * <pre>
 * shingle hashes → {@link org.nearduplicate.sketch.sets.ShingleSet} ⇄ {@link org.nearduplicate.sketch.sets.StoredShingles}
 *                  ├→ {@link org.nearduplicate.sketch.Jaccard}, or a share by {@link org.nearduplicate.sketch.sets.ShareOf}
 *                  └→ {@link org.nearduplicate.sketch.sets.IgnoredShingles}  the same, without what is ignored
 * shingle hashes → {@link org.nearduplicate.sketch.sets.SampledShingles} → {@link org.nearduplicate.sketch.sets.ContainmentEstimate}  how much of one is in the other, estimated
 * </pre>
 *
 * <p>{@link org.nearduplicate.sketch.sets.SketchedText} is a text with its signature and its set. Signatures are of whole
 * texts. {@link org.nearduplicate.sketch.sets.CountedPart} bounds what they say where shingles are ignored.
 *
 * <p>In flow shingle hashes and the stored bytes of sets; out flow those bytes, keys of sampled shingles, and similarities.
 */
package org.nearduplicate.sketch.sets;
