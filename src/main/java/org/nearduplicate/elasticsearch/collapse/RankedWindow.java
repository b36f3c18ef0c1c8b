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

    /**
     * Reads what is needed of hits, which may be released then.
     *
     * @param byScore whether their scores are their order, and their places that of equal ones
     */
    static RankedWindow of(SearchHit[] hits, boolean byScore) throws IOException {
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
                documents(hits, byScore),
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
     * The search for documents orders them by score, and by their place where scores are equal. Where the window was
     * sorted otherwise, they get scores that fall with the rank.
     */
    private static RankDoc[] documents(SearchHit[] hits, boolean byScore) {
        RankDoc[] documents = new RankDoc[hits.length];
        for (int i = 0; i < hits.length; i++) {
            documents[i] = document(hits[i]);
            documents[i].rank = i + 1;
            documents[i].score = byScore ? documents[i].score : 1F / documents[i].rank;
        }
        return documents;
    }
}
