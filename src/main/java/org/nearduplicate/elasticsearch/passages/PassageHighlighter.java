package org.nearduplicate.elasticsearch.passages;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.lucene.search.uhighlight.CustomPassageFormatter;
import org.elasticsearch.lucene.search.uhighlight.Snippet;
import org.elasticsearch.search.fetch.subphase.highlight.DefaultHighlighter;
import org.elasticsearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightUtils;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;
import org.elasticsearch.search.fetch.subphase.highlight.SearchHighlightContext.FieldOptions;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.version.HighlightFields;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.passages.Extent;
import org.nearduplicate.passages.Fragment;
import org.nearduplicate.passages.ShingledText;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The highlighter {@code near_duplicate}: marks what a hit has in common with the texts of the
 * {@code near_duplicate} queries that it was found by. Its options are those of the unified highlighter, but for
 * {@code no_match_size} and {@code matched_fields}, and for the size of fragments, which holds for words too.
 */
public final class PassageHighlighter implements Highlighter {

    /** The type by which a request asks for it. */
    public static final String TYPE = "near_duplicate";

    /**
     * The texts of the {@code near_duplicate} queries by which one field is highlighted. Immutable.
     *
     * @param shingles the shingle sets of the texts, by the field of the query
     */
    private record SoughtTexts(Map<MinHashFieldType, List<ShingleSet>> shingles) {

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
                if (anyField
                        || isMadeFromTheSame(query.field(), context.fieldType.name(), search)) {
                    MinHashFieldType field = MinHashFieldType.require(query.field(), search);
                    shingles(query, field, context.cache).ifPresent(
                            set -> sought.computeIfAbsent(field, each -> new ArrayList<>())
                                    .add(set));
                }
            }
            return new SoughtTexts(sought);
        }

        private static boolean isMadeFromTheSame(
                String field, String other, SearchExecutionContext search) {
            return Collections.disjoint(search.sourcePath(field),
                    search.sourcePath(other)) == false;
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

    @Override
    public boolean canHighlight(MappedFieldType fieldType) {
        return fieldType.getTextSearchInfo().isTokenized();
    }

    @Override
    public HighlightField highlight(FieldHighlightContext context) throws IOException {
        SoughtTexts sought = sought(context);
        List<String> values = values(context);
        List<Extent> shared = sought.shared(values, maxOffset(context, values));
        FieldOptions options = context.field.fieldOptions();
        List<Fragment> fragments = choose(fragments(values, shared, options), options);
        if (fragments.isEmpty()) {
            return null;
        }
        PassageFormatter formatter = formatter(options);
        return HighlightFields.of(
                context.fieldName,
                fragments.stream()
                        .map(fragment -> format(fragment, values, formatter))
                        .toArray(String[]::new));
    }

    /** Finds the texts once for all hits; an alias may have other options than its field. */
    private static SoughtTexts sought(FieldHighlightContext context) {
        String key = TYPE + " " + System.identityHashCode(context.field) + " "
                + context.fieldName;
        SoughtTexts sought = (SoughtTexts) context.cache.get(key);
        if (sought == null) {
            sought = SoughtTexts.of(context);
            context.cache.put(key, sought);
        }
        return sought;
    }

    /** Returns the fragments of all values. */
    private static List<Fragment> fragments(
            List<String> values, List<Extent> marks, FieldOptions options) {
        List<Fragment> fragments = new ArrayList<>();
        Map<Integer, List<Extent>> ofValues =
                marks.stream().collect(groupingBy(Extent::text, TreeMap::new, toList()));
        ofValues.forEach(
                (value, ofValue) -> fragments.addAll(
                        fragments(values.get(value), ofValue, options)));
        return fragments;
    }

    private static List<Fragment> fragments(
            String text, List<Extent> marks, FieldOptions options) {
        if (options.numberOfFragments() == 0) {
            return Fragment.whole(text, marks);
        }
        if (options.boundaryScannerType() == BoundaryScannerType.CHARS) {
            throw new IllegalArgumentException(
                    "[boundary_scanner] must be [sentence] or [word] for [type] [" + TYPE
                            + "], got [chars]");
        }
        Locale locale = options.boundaryScannerLocale();
        Fragment.Cut cut = new Fragment.Cut(
                options.fragmentCharSize(),
                options.boundaryScannerType() != BoundaryScannerType.WORD,
                locale == null ? Locale.ROOT : locale);
        return Fragment.of(text, marks, cut);
    }

    /**
     * Chooses the fragments with most marks, and returns them in the order of the text, or by their marks if that is
     * requested.
     */
    private static List<Fragment> choose(List<Fragment> fragments, FieldOptions options) {
        int wanted = options.numberOfFragments();
        int[] marked = fragments.stream().mapToInt(Fragment::marked).toArray();
        IntStream best = IntStream.range(0, marked.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> marked[i]).reversed())
                .limit(wanted == 0 ? Integer.MAX_VALUE : wanted)
                .mapToInt(Integer::intValue);
        return (options.scoreOrdered() ? best : best.sorted()).mapToObj(fragments::get).toList();
    }

    private static String format(
            Fragment fragment, List<String> values, PassageFormatter formatter) {
        Passage passage = new Passage();
        passage.setStartOffset(fragment.start());
        passage.setEndOffset(fragment.end());
        fragment.marks().forEach(
                mark -> passage.addMatch(mark.start(), mark.end(), new BytesRef(), 1));
        String text = values.get(fragment.marks().getFirst().text());
        return ((Snippet[]) formatter.format(new Passage[] {passage}, text))[0].getText();
    }

    private static List<String> values(FieldHighlightContext context) throws IOException {
        return HighlightUtils
                .loadFieldValues(
                        context.fieldType,
                        context.context.getSearchExecutionContext(),
                        context.hitContext)
                .stream()
                .map(value -> DefaultHighlighter.convertFieldValue(context.fieldType, value))
                .toList();
    }

    /** Limits what is analyzed, as the other highlighters do. */
    private static int maxOffset(FieldHighlightContext context, List<String> values) {
        int limit = context.context.getSearchExecutionContext()
                .getIndexSettings()
                .getHighlightMaxAnalyzedOffset();
        Integer requested = context.field.fieldOptions().maxAnalyzedOffset();
        int offset = requested == null || requested < 0 ? limit : requested;
        long length = values.stream().mapToLong(String::length).sum() + values.size() - 1;
        if (length > limit && (requested == null || requested > limit)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "[highlight]: the texts of [%s] in a document of [%s] have [%d] characters, more"
                                    + " than the index setting [%s] allows, [%d]; a [max_analyzed_offset] of"
                                    + " at most that looks at the first ones only",
                            context.fieldName,
                            context.context.getIndexName(),
                            length,
                            IndexSettings.MAX_ANALYZED_OFFSET_SETTING.getKey(),
                            limit));
        }
        return offset;
    }

    private static PassageFormatter formatter(FieldOptions options) {
        return new CustomPassageFormatter(
                options.preTags()[0],
                options.postTags()[0],
                options.encoder().equals("html")
                        ? HighlightUtils.Encoders.HTML
                        : HighlightUtils.Encoders.DEFAULT,
                options.numberOfFragments());
    }
}
