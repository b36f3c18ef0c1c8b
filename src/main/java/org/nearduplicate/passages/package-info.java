/**
 * Where two texts agree, in offsets of the texts as they were given.
 *
 * <pre>
 * text → {@link org.nearduplicate.lucene.TextSketcher} → {@link org.nearduplicate.passages.ShingledText}, the shingles in their order
 *   with the set of another document → {@link org.nearduplicate.passages.Extent}
 *   with another text → {@link org.nearduplicate.passages.CommonPassages}, by {@link org.nearduplicate.passages.SuffixOrder}
 *   with several documents → {@link org.nearduplicate.passages.SharedPassage}
 * </pre>
 *
 * <p>In flow texts and the sketcher of a field; out flow parts of these texts. Shingles are those that are
 * indexed: their hashes come from {@code sketch}.
 */
package org.nearduplicate.passages;
