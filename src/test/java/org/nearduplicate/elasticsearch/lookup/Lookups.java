package org.nearduplicate.elasticsearch.lookup;

import static org.elasticsearch.common.Strings.splitStringByCommaToArray;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Lookups as tests ask for them, and answers that no shard gave. */
public final class Lookups {

    private Lookups() {}

    static LocalRequest<LookupParameters> request(
            String indices, String field, Verify verify, LookupText... texts) {
        return request(indices, field, verify, Counterparts.ALL, texts);
    }

    static LocalRequest<LookupParameters> request(
            String indices, String field, Verify verify, Counterparts counterparts,
            LookupText... texts) {
        return new LocalRequest<>(
                splitStringByCommaToArray(indices),
                SearchRequest.DEFAULT_INDICES_OPTIONS,
                new LookupParameters(field, verify, IgnoredTexts.NONE, counterparts,
                        List.of(texts)),
                "by test",
                null,
                false,
                0);
    }

    /** Returns an answer that was found in a state. */
    public static LookupResponse response(
            List<LookupResponse.OfText> texts, List<SearchedIndex> indices, ClusterState state) {
        return new LookupResponse(texts, indices, Projects.of(state));
    }

    /** Returns an index in which texts were looked up exactly. */
    public static SearchedIndex searched(
            IndexMetadata index, String field, Scheme scheme, SoughtText... texts) {
        Set<ShardId> shards = IntStream.range(0, index.getNumberOfShards())
                .mapToObj(shard -> new ShardId(index.getIndex(), shard))
                .collect(Collectors.toSet());
        return new SearchedIndex(
                index, shards,
                new SketchedTexts(
                        field, scheme, List.of(texts), Verify.EXACT, ShingleSet.EMPTY,
                        Counterparts.ALL),
                Collections.nCopies(texts.length, Standing.ALIKE));
    }
}
