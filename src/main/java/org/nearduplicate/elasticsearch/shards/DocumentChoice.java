package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.TreeSet;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.mapper.AbstractScriptFieldType;
import org.elasticsearch.index.mapper.ConstantFieldType;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.ConstantScoreQueryBuilder;
import org.elasticsearch.index.query.ExistsQueryBuilder;
import org.elasticsearch.index.query.IdsQueryBuilder;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.index.query.TermsQueryBuilder;

/**
 * What chooses the documents of a shard and what is looked at of them, beside their contents.
 *
 * @param query the query of the request
 * @param aliasFilter the filter of the alias that names the index, or null
 * @param field the field of the request
 * @param keepField the field that chooses keepers, or null
 * @param execution knows the mapping, and has made both queries
 */
record DocumentChoice(
        QueryBuilder query, QueryBuilder aliasFilter, String field, String keepField,
        SearchExecutionContext execution) {

    /** Returns whether the same documents are chosen as long as they are not changed. */
    boolean isStable() throws IOException {
        if (aliasFilter != null) {
            // As this context has not made it, it would not tell whether it asks for the time.
            execution.toQuery(aliasFilter);
        }
        return execution.isCacheable()
                && isStable(query)
                && (aliasFilter == null || isStable(aliasFilter));
    }

    /** Some queries ask each document alone, by what it holds; others look at what else there is. */
    private boolean isStable(QueryBuilder choice) {
        return switch (choice) {
            case BoolQueryBuilder bool -> areStable(bool.must()) && areStable(bool.filter())
                    && areStable(bool.should()) && areStable(bool.mustNot());
            case ConstantScoreQueryBuilder constant -> isStable(constant.innerQuery());
            case MatchAllQueryBuilder all -> true;
            case MatchNoneQueryBuilder none -> true;
            case IdsQueryBuilder ids -> true;
            case TermQueryBuilder term -> isHeld(term.fieldName());
            case TermsQueryBuilder terms -> isHeld(terms.fieldName());
            case RangeQueryBuilder range -> isHeld(range.fieldName());
            case ExistsQueryBuilder exists -> isHeld(exists.fieldName());
            default -> false;
        };
    }

    private boolean areStable(Collection<QueryBuilder> choices) {
        return choices.stream().allMatch(this::isStable);
    }

    /** Returns whether documents hold what a field says of them: not the index, and not a script. */
    private boolean isHeld(String name) {
        MappedFieldType type = execution.getFieldType(name);
        return type instanceof ConstantFieldType == false
                && type instanceof AbstractScriptFieldType<?> == false;
    }

    /** Identifies the filter of the alias, the fields that names stand for, and where the texts are. */
    String digest() {
        String filter = aliasFilter == null ? "" : Strings.toString(aliasFilter);
        String asked = Strings.toString(query) + filter;
        StringBuilder all = new StringBuilder(filter);
        for (String name : new TreeSet<>(execution.getMatchingFieldNames("*"))) {
            // One that is added later may have values of documents from before.
            if (name.equals(field) || name.equals(keepField)
                    || asked.contains("\"" + name + "\"")) {
                all.append('\n').append(name).append('=').append(resolved(name));
            }
        }
        all.append('\n').append(new TreeSet<>(execution.sourcePath(resolved(field))));
        return MessageDigests.toHexString(
                MessageDigests.sha256()
                        .digest(all.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private String resolved(String name) {
        MappedFieldType type = name == null ? null : execution.getFieldType(name);
        return type == null ? "" : type.name();
    }
}
