package org.nearduplicate.tuning;

import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Prints;

/**
 * What the documents of a sample have of prints.
 *
 * @param perDocument the prints of a document, on the average
 * @param withoutPrints the documents that have none, and are in no answer
 * @param termBytes bytes of the prints per document in an inverted index of the sample
 */
public record PrintCensus(double perDocument, long withoutPrints, double termBytes) {

    /** Counts and indexes the prints of a sample. */
    static PrintCensus of(ShingledSample sample, Prints prints, JobMonitor monitor) {
        long all = 0;
        long without = 0;
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled(content);
            int count = prints.keys(sample.set(content)).length;
            all += (long) count * sample.copies(content);
            without += count == 0 ? sample.copies(content) : 0;
        }
        double perDocument = (double) all / sample.documents();
        return new PrintCensus(
                perDocument,
                without,
                TermIndex.bytesPerDocument(
                        sample, content -> prints.keys(sample.set(content)),
                        perDocument, monitor));
    }
}
