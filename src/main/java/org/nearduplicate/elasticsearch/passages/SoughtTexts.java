package org.nearduplicate.elasticsearch.passages;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.passages.Extent;
import org.nearduplicate.passages.ShingledText;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The texts that {@code near_duplicate} queries look for in one field. Immutable.
 *
 * @param shingles those of the texts, by the field that is asked for them
 */
record SoughtTexts(Map<MinHashFieldType, List<ShingleSet>> shingles) {

    private static final String SETS = SoughtTexts.class.getName();

    /**
     * Finds what a query looks for in the texts of the field that is highlighted.
     *
     * @throws IllegalArgumentException if it is no {@code near_duplicate} query, and has none
     */
    static SoughtTexts of(FieldHighlightContext context) {
        Finder finder = new Finder();
        context.query.visit(finder);
        if (finder.queries.isEmpty() && finder.mayFindNothing == false) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[highlight] of [type] [%s] needs a [near_duplicate] query, or a [highlight_query]"
                                    + " that is one where the query is another or inside of a compound retriever, got"
                                    + " none for [%s]",
                            PassageHighlighter.TYPE, context.fieldName));
        }
        SearchExecutionContext search = context.context.getSearchExecutionContext();
        boolean anyField = context.field.fieldOptions().requireFieldMatch() == false;
        Map<MinHashFieldType, List<ShingleSet>> sought = new LinkedHashMap<>();
        for (NearDuplicateQuery query : finder.queries) {
            if (anyField || isMadeFromTheSame(query.field(), context.fieldType.name(), search)) {
                MinHashFieldType field = MinHashFieldType.require(query.field(), search);
                shingles(query, field, context.cache).ifPresent(
                        set -> sought.computeIfAbsent(field, each -> new ArrayList<>()).add(set));
            }
        }
        return new SoughtTexts(sought);
    }

    private static boolean isMadeFromTheSame(
            String field, String other, SearchExecutionContext search) {
        return Collections.disjoint(search.sourcePath(field), search.sourcePath(other)) == false;
    }

    /** Makes each set once, however many fields are highlighted. */
    private static Optional<ShingleSet> shingles(
            NearDuplicateQuery query, MinHashFieldType field, Map<String, Object> cache) {
        @SuppressWarnings("unchecked")
        Map<NearDuplicateQuery, Optional<ShingleSet>> sets =
                (Map<NearDuplicateQuery, Optional<ShingleSet>>) cache.computeIfAbsent(
                        SETS, name -> new IdentityHashMap<>());
        return sets.computeIfAbsent(
                query, each -> each.shingles(field.sketcher(), field.memory()));
    }

    /**
     * Returns what of some texts is shared with those that are sought.
     *
     * @param maxOffset up to where they are looked at, joined by one character
     * @return parts of the texts in their order, none of which overlaps another
     */
    List<Extent> shared(List<String> values, int maxOffset) {
        List<Extent> parts = new ArrayList<>();
        shingles.forEach((field, sets) -> {
            try (ShingledText text = ShingledText.of(
                    field.sketcher(), values, maxOffset, JobMonitor.of(field.memory()))) {
                parts.addAll(
                        text.runs(hash -> sets.stream().anyMatch(set -> set.contains(hash))));
            }
        });
        return Extent.union(parts);
    }

    /** Finds queries that a hit may have been found by. */
    private static final class Finder extends QueryVisitor {

        private final List<NearDuplicateQuery> queries = new ArrayList<>();

        /** Whether a query is in the place of one that finds nothing, as that for a text without words. */
        private boolean mayFindNothing;

        @Override
        public void visitLeaf(Query query) {
            if (query instanceof NearDuplicateQuery found) {
                queries.add(found);
            }
            mayFindNothing |= query instanceof MatchNoDocsQuery;
        }
    }
}
