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
 * The texts of the {@code near_duplicate} queries by which one field is highlighted. Immutable.
 *
 * @param shingles the shingle sets of the texts, by the field of the query
 */
record SoughtTexts(Map<MinHashFieldType, List<ShingleSet>> shingles) {

    private static final String SETS = SoughtTexts.class.getName();

    /**
     * Finds the texts of all {@code near_duplicate} queries in a query.
     *
     * @throws IllegalArgumentException if there is no such query
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
     * Returns the parts of the values of a document that are shared with these texts.
     *
     * @param maxOffset where the values end to be analyzed, if they are joined by one character
     * @return the parts in their order, none of which overlaps another
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

        /** Whether a query finds nothing: a {@code near_duplicate} query for a text without words becomes such a query. */
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
