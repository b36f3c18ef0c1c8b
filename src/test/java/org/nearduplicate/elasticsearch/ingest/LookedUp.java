package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexVersion;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.Lookups;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.sketch.sets.SketchedText;

/** Indices that were never created, and the responses of lookups in them. */
final class LookedUp {

    static final String FIELD = "near";
    static final Target TARGET =
            new Target("news,old", FIELD, null, IgnoredTexts.NONE, Counterparts.ALL);

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

    static final Scheme SCHEME = new Scheme(
            Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 3,
            HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY,
            192, 2, new Banding(16, 6));

    private static final TextSketcher SKETCHER =
            new TextSketcher(FIELD, new NearDuplicateAnalyzer(), SCHEME);

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
        return new SoughtText(sketched, SCHEME.banding().rows(), 0.8, 10, null);
    }

    /** Returns the response if a search in two indices finds documents of {@link #NEWS} for each text, at most its size. */
    static LookupResponse answer(String field, List<LookupText> texts, List<String> ids) {
        SoughtText[] sought = texts.stream()
                .map(text -> sought(String.join(" ", text.values())))
                .toArray(SoughtText[]::new);
        List<SearchedIndex> searched = Stream.of(NEWS, OLD)
                .map(index -> Lookups.searched(
                        Projects.of(STATE).index(index.getName()), field, SCHEME,
                        sought))
                .toList();
        return Lookups.response(
                texts.stream()
                        .map(text -> new LookupResponse.OfText(
                                ids.stream()
                                        .limit(text.size())
                                        .map(id -> new Match(name("news", id), 0.9f, Match.STORED))
                                        .toList(),
                                ids.size() < text.size() ? 0 : 0.9f, false,
                                null))
                        .toList(),
                searched, STATE);
    }

    /** Returns the index {@link #NEWS} in which texts were looked up. */
    static SearchedIndex searched(SoughtText... texts) {
        return Lookups.searched(Projects.of(STATE).index("news"), FIELD, SCHEME, texts);
    }

    /** Returns the document that has an {@code _id} in an index. */
    static Name name(String index, String id) {
        return new WriteShards(Projects.of(STATE)).name(index, id, null);
    }
}
