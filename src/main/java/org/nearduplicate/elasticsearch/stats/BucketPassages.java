package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.passages.SharedPassage;
import org.nearduplicate.stats.BucketSample;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * Finds what the documents of a bucket share, by the texts of a few of them as the caller may read them.
 *
 * @param participants the documents that count
 * @param context that of the request, as its caller sees the index
 */
record BucketPassages(
        Participants participants, MinHashFieldType field, SearchExecutionContext context,
        JobMonitor monitor) {

    /** A passage that so many have is that of most, or of all. */
    private static final int DOCUMENTS = 5;

    /** Returns the longest passage of the largest bucket, or null if there is none, or no texts are shown. */
    SharedPassage find(LargeBuckets buckets) throws IOException {
        if (context.isSourceEnabled() == false) {
            return null;
        }
        DocumentSource<List<String>> texts =
                new FieldSets(field, context, monitor).fromSource().texts();
        List<LeafReaderContext> segments = participants.reader().leaves();
        List<List<String>> documents = new ArrayList<>();
        for (int doc : BucketSample.of(
                buckets, participants, field.name(), field.sketcher().scheme().bandTermFormat(),
                field.bandChoice().taken().rows(), DOCUMENTS, monitor)) {
            LeafReaderContext segment = segments.get(ReaderUtil.subIndex(doc, segments));
            documents.add(texts.open(segment, false).read(doc - segment.docBase));
        }
        return SharedPassage.of(field.sketcher(), documents, monitor).orElse(null);
    }
}
