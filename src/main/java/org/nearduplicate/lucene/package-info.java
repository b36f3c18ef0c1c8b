/**
 * From a text to an index and back: everything that needs Lucene and nothing that needs more.
 *
 * <pre>
 * index: text → {@link org.nearduplicate.lucene.TextSketcher} → {@link org.nearduplicate.lucene.MinHashField}
 *                                                 ├→ band terms              (inverted index)
 *                                                 ├→ {@link org.nearduplicate.sketch.Signature}               (binary doc values)
 *                                                 ├→ {@link org.nearduplicate.sketch.sets.ShingleSet}              (binary doc values, if exact)
 *                                                 └→ {@link org.nearduplicate.sketch.sets.SampledShingles}                  (inverted index, if there are passages)
 * query: text → {@link org.nearduplicate.lucene.TextSketcher} → {@link org.nearduplicate.lucene.NearDuplicateQuery}
 *        → {@link org.nearduplicate.lucene.BandLookup} (small buckets)
 *        → {@link org.nearduplicate.lucene.BandLookup.BucketUnion} (with large ones), or {@link org.nearduplicate.lucene.BandLookup.SoughtBuckets}
 *          (few documents are sought) → {@link org.nearduplicate.lucene.NearDuplicateScorer}
 *        → {@link org.nearduplicate.lucene.CandidateVerifier}, which compares with {@link org.nearduplicate.lucene.StoredValues},
 *          or with what {@link org.nearduplicate.lucene.DocumentSource} gives back
 *        → hits and their similarity
 *        or for a share → {@link org.nearduplicate.lucene.SampledShingleLookup} → {@link org.nearduplicate.lucene.SampledShingleLookup.Candidates}
 *        → {@link org.nearduplicate.lucene.SampledShingleVerifier} → hits and their share
 * any analysis chain → {@link org.nearduplicate.lucene.MinHashBandsFilter} → band terms as tokens
 * </pre>
 *
 * <p>In flow texts and an analyzer; out flow Lucene fields at index time and matching documents at
 * query time. Hashes, terms and similarities come from {@code sketch} alone.
 */
package org.nearduplicate.lucene;
