package org.nearduplicate.lucene;

import java.util.Objects;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * The share that hits of a query reach, of a text or of the documents. Of the share of both together sampled shingles are
 * no good estimate.
 *
 * @param of what it is a share of
 * @param least the share that hits reach, in (0,1]
 * @param recall the probability, in (0,1), with which a document of that share has as many sampled shingles in common
 *     with the text as a hit needs; with few of them it is less
 */
public record SoughtContainment(ShareOf of, double least, double recall) {

    /** @throws IllegalArgumentException if one is out of its bounds */
    public SoughtContainment {
        Objects.requireNonNull(of);
        if (of == ShareOf.UNION) {
            throw new IllegalArgumentException(
                    "sampled shingles find shares of a text or of documents only");
        }
        Parameters.MIN_SIMILARITY.check(least);
        Parameters.RECALL.check(recall);
    }
}
