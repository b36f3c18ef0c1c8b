package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions.OfShard;

/**
 * The hits of a window as their shards answered them, in the order of their ranks.
 *
 * @param documents where they are, with scores in that order
 * @param hits how they are called
 * @param signatures their signatures, null for one without a text
 * @param fields what their shards tell of the field; none without a hit
 */
record RankedWindow(
        RankDoc[] documents, List<WindowHit> hits, List<byte[]> signatures, List<OfShard> fields) {

    /** Reads what is needed of hits, which may be released then. */
    static RankedWindow of(SearchHit[] hits) throws IOException {
        List<OfShard> fields = new ArrayList<>();
        for (SearchHit hit : hits) {
            byte[] description = bytes(hit, WindowPhase.DESCRIPTION);
            if (description != null) {
                fields.add(
                        new OfShard(
                                hit.getIndex(),
                                new FieldDescription(new BytesArray(description).streamInput())));
            }
        }
        return new RankedWindow(
                documents(hits),
                Arrays.stream(hits).map(WindowHit::of).toList(),
                Arrays.stream(hits).map(hit -> bytes(hit, WindowPhase.SIGNATURE)).toList(),
                fields);
    }

    /** Returns where a hit is, by the last value that it was sorted by. */
    static RankDoc document(SearchHit hit) {
        Object[] sortValues = hit.getRawSortValues();
        long place = (Long) sortValues[sortValues.length - 1];
        return new RankDoc(
                ShardDocSortField.decodeDoc(place), hit.getScore(),
                ShardDocSortField.decodeShardRequestIndex(place));
    }

    /** Returns bytes that a shard added to a hit, or null. */
    static byte[] bytes(SearchHit hit, String name) {
        DocumentField field = hit.field(name);
        return field == null ? null : field.getValue();
    }

    /**
     * The search for documents orders them by score, and by their place where scores are equal. Where this is not
     * the order of the window, as it was sorted otherwise, they get scores that fall with the rank.
     */
    private static RankDoc[] documents(SearchHit[] hits) {
        RankDoc[] documents = new RankDoc[hits.length];
        boolean isOrderOfScores = true;
        for (int i = 0; i < hits.length; i++) {
            documents[i] = document(hits[i]);
            documents[i].rank = i + 1;
            isOrderOfScores &= documents[i].score >= 0
                    && (i == 0 || documents[i - 1].compareTo(documents[i]) < 0);
        }
        if (isOrderOfScores == false) {
            for (RankDoc document : documents) {
                document.score = 1F / document.rank;
            }
        }
        return documents;
    }
}
