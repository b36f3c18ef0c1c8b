package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexVersion;
import org.nearduplicate.elasticsearch.lookup.FoundDocument;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.LookupText;
import org.nearduplicate.elasticsearch.lookup.Lookups;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SoughtText;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.sketch.SketchedText;

/** Indices that were never created, and what lookups in them would answer. */
final class LookedUp {

    static final String FIELD = "near";
    static final Target TARGET = new Target("news,old", FIELD, null);

    static final Index NEWS = new Index("news", "uuid of news");
    static final Index OLD = new Index("old", "uuid of old");
    static final Index METRICS = new Index("metrics", "uuid of metrics");

    /** An alias of {@link #NEWS} and {@link #OLD}, which writes to the former. */
    static final String ALIAS = "all";

    private static final ClusterState STATE = Projects.with(
            ClusterState.EMPTY_STATE,
            index(NEWS, Settings.EMPTY).putAlias(AliasMetadata.builder(ALIAS).writeIndex(true))
                    .build(),
            index(OLD, Settings.EMPTY).putAlias(AliasMetadata.builder(ALIAS).writeIndex(false))
                    .build(),
            index(
                    METRICS,
                    Settings.builder()
                            .put("index.mode", "time_series")
                            .put("index.routing_path", "host")
                            .build())
                    .build());

    private static final TextSketcher SKETCHER = new TextSketcher(
            FIELD,
            new NearDuplicateAnalyzer(),
            new Scheme(
                    1, ShingleUnit.WORD, 3, HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY,
                    192, 2, new Banding(16, 6)));

    private LookedUp() {}

    private static IndexMetadata.Builder index(Index index, Settings more) {
        return IndexMetadata.builder(index.getName()).settings(
                Settings.builder()
                        .put(IndexMetadata.SETTING_VERSION_CREATED, IndexVersion.current())
                        .put(IndexMetadata.SETTING_INDEX_UUID, index.getUUID())
                        .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 3)
                        .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 0)
                        .put(more));
    }

    /** Returns a text as all of these indices look for it, or one without words. */
    static SoughtText sought(String text) {
        ShingleHashes hashes = new ShingleHashes();
        SKETCHER.shingle(text, hashes);
        SketchedText sketched =
                hashes.isEmpty() ? null : SketchedText.of(SKETCHER.sketch(hashes), hashes);
        return new SoughtText(sketched, 0.8, 10);
    }

    private static SoughtText[] sought(List<LookupText> texts) {
        return texts.stream()
                .map(text -> sought(String.join(" ", text.values())))
                .toArray(SoughtText[]::new);
    }

    /** Returns the answer to questions for which a search finds nothing. */
    static LookupResponse nothing(boolean seesAll, List<LookupText> texts, Index... indices) {
        SoughtText[] sought = sought(texts);
        List<List<FoundDocument>> found = new ArrayList<>();
        texts.forEach(text -> found.add(List.of()));
        return Lookups.response(
                found,
                Stream.of(indices).map(index -> Lookups.searched(index, seesAll, sought)).toList(),
                STATE);
    }

    /** Returns the answer to questions for which a search finds documents 0, 1, 2 … of {@link #NEWS}. */
    static LookupResponse found(List<LookupText> texts, int count) {
        SearchedIndex news = Lookups.searched(NEWS, true, sought(texts));
        List<List<FoundDocument>> found = texts.stream()
                .map(text -> IntStream.range(0, Math.min(count, text.size()))
                        .mapToObj(i -> new FoundDocument(news, Integer.toString(i), 0.9f))
                        .toList())
                .toList();
        return Lookups.response(found, List.of(news), STATE);
    }

    /** Returns the answer to one question. */
    static LookupResponse found(SearchedIndex index, String... ids) {
        return Lookups.response(
                List.of(Stream.of(ids).map(id -> new FoundDocument(index, id, 0.9f)).toList()),
                List.of(index), STATE);
    }

    /** Returns a question of somebody. */
    static Question question(
            String text, String index, String id, OnMatch onMatch, BulkTicket bulk, String sender,
            ThreadContext context, ActionListener<Verdict> listener) {
        return new Question(
                new LookupText(List.of(text), null, 20),
                10,
                index,
                id,
                onMatch,
                onMatch == OnMatch.REROUTE ? OLD.getName() : null,
                bulk,
                new Sender(sender),
                context.newRestorableContext(true),
                listener);
    }
}
