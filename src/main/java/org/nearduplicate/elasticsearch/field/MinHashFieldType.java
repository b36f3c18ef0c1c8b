package org.nearduplicate.elasticsearch.field;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.TextSearchInfo;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.elasticsearch.version.TermsFieldType;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;

/** What queries see of a {@code minhash} field: how its texts are sketched and what is stored. */
public final class MinHashFieldType extends TermsFieldType {

    private static final int MOST_MEANT = 5;

    private final TextSketcher sketcher;
    private final BandChoice bandChoice;
    private final MinHashFieldBuilder.Configuration configuration;

    MinHashFieldType(
            String name,
            MinHashFieldBuilder.Configuration configuration,
            Map<String, String> meta) {
        super(name, meta);
        this.sketcher =
                new TextSketcher(
                        name, configuration.analyzer(), configuration.options().scheme());
        this.bandChoice = configuration.options().bandChoice();
        this.configuration = configuration;
    }

    /**
     * Finds a field of this type.
     *
     * @throws QueryShardException if there is no such field, or it has another type
     */
    public static MinHashFieldType require(String name, SearchExecutionContext context) {
        try {
            return require(
                    "field", name, context.getFieldType(name),
                    () -> below(name, context::getMatchingFieldNames, context::getFieldType));
        } catch (IllegalArgumentException e) {
            throw new QueryShardException(context, e.getMessage(), e);
        }
    }

    /**
     * Checks that a field is of this type.
     *
     * @param fieldType the field, or null if there is none
     * @param below returns what {@link #below} does, for a message
     * @throws IllegalArgumentException if there is no such field, or it has another type
     */
    public static MinHashFieldType require(
            String parameter,
            String name,
            MappedFieldType fieldType,
            Supplier<List<String>> below) {
        if (fieldType instanceof MinHashFieldType found) {
            return found;
        }
        String got = fieldType == null
                ? "without a mapping"
                : "of type [" + fieldType.typeName() + "]";
        List<String> meant = below.get();
        throw new IllegalArgumentException(
                "[" + parameter + "] must be a field of type [minhash], got [" + name + "] " + got
                        + (meant.isEmpty() ? "" : ", did you mean " + meant + "?"));
    }

    /** Returns the first fields of this type below a field, by name: who names a text means one of them. */
    public static List<String> below(String name, MapperService mappers) {
        return below(
                name, mappers.mappingLookup()::getMatchingFieldNames, mappers::fieldType);
    }

    private static List<String> below(
            String name,
            Function<String, Set<String>> names,
            Function<String, MappedFieldType> types) {
        return names.apply(name + ".*").stream()
                .filter(below -> types.apply(below) instanceof MinHashFieldType)
                .sorted()
                .limit(MOST_MEANT)
                .toList();
    }

    /**
     * Checks that this is a field of whole documents.
     *
     * @throws QueryShardException if it is a field of nested ones
     */
    public void requireOutsideOfNested(SearchExecutionContext context) {
        String nested = context.nestedLookup().getNestedParent(name());
        if (nested != null) {
            throw new QueryShardException(
                    context,
                    "[field] must not be inside of nested documents, got [" + name()
                            + "] inside of ["
                            + nested + "]");
        }
    }

    /** Returns the way from a text to its sketch, for documents and queries. */
    public TextSketcher sketcher() {
        return sketcher;
    }

    /**
     * Returns bands and rows, of which lookups take as many rows as they need, with the goal that is the default of
     * lookups.
     */
    public BandChoice bandChoice() {
        return bandChoice;
    }

    /**
     * Returns the probability with which documents that just reach a share are found by their sampled shingles: the
     * recall of the mapping, whatever the bands and rows are.
     */
    public double recallOfShares() {
        return configuration.options().get(Parameters.RECALL);
    }

    /** Returns what a shard reports of this field to a node that compares documents of several shards. */
    public FieldDescription description(FieldSets.Choice choice) {
        return new FieldDescription(
                sketcher.scheme(), bandChoice.similarity(), bandChoice.recall(), choice.lack());
    }

    /** Returns the budget that is charged for large texts. */
    public MemoryBudget memory() {
        return configuration.memory();
    }

    /** Returns whether shingle sets are stored. */
    boolean isExact() {
        return configuration.exact();
    }

    /** Returns which shingles are sampled, or null if none are. */
    public SampledShingles sampled() {
        return configuration.sampled();
    }

    /** Returns the parameters of this field. */
    MinHashFieldBuilder.Configuration configuration() {
        return configuration;
    }

    @Override
    public String typeName() {
        return MinHashFieldMapper.CONTENT_TYPE;
    }

    /** Band terms are no words: text queries have no meaning here. */
    @Override
    public TextSearchInfo getTextSearchInfo() {
        return TextSearchInfo.NONE;
    }

    @Override
    public boolean isSearchable() {
        return false;
    }

    /** Elasticsearch collapses by equal values only, and its refusal does not say what there is instead. */
    @Override
    public CollapseType collapseType() {
        throw new IllegalArgumentException(
                "[collapse] is not supported for field [" + name() + "] of type [" + typeName()
                        + "]: use the retriever [near_duplicate_collapse]");
    }

    /** The doc values hold signatures, not values to count or sort by. */
    @Override
    public boolean isAggregatable() {
        return false;
    }

    /** The value of the field is the text that it was made from. */
    @Override
    public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
        return SourceValueFetcher.toString(name(), context, format);
    }

    @Override
    public Query termQuery(Object value, SearchExecutionContext context) {
        throw new IllegalArgumentException(
                "field [" + name() + "] of type [" + typeName()
                        + "] supports only the [near_duplicate]"
                        + " and [exists] queries");
    }
}
