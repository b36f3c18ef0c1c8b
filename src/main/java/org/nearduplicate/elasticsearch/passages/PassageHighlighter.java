package org.nearduplicate.elasticsearch.passages;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.lucene.search.uhighlight.CustomPassageFormatter;
import org.elasticsearch.lucene.search.uhighlight.Snippet;
import org.elasticsearch.search.fetch.subphase.highlight.DefaultHighlighter;
import org.elasticsearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightUtils;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;
import org.elasticsearch.search.fetch.subphase.highlight.SearchHighlightContext.FieldOptions;
import org.nearduplicate.elasticsearch.version.HighlightFields;
import org.nearduplicate.passages.Extent;
import org.nearduplicate.passages.Fragment;

/**
 * The highlighter {@code near_duplicate}: marks what a hit has in common with the texts of the
 * {@code near_duplicate} queries that it was found by. Its options are those of the unified highlighter, but for
 * {@code no_match_size} and {@code matched_fields}, and for the size of fragments, which holds for words too.
 */
public final class PassageHighlighter implements Highlighter {

    /** The type by which a request asks for it. */
    public static final String TYPE = "near_duplicate";

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

    /** Chooses the fragments with most marks, and returns them in the order of the text, or by their marks if that is requested. */
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
