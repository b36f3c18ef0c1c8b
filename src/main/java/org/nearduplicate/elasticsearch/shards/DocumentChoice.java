package org.nearduplicate.elasticsearch.shards;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.hash.MessageDigests;
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

    /** Queries that ask each document alone, by what the document holds. */
    private static final Set<Class<? extends QueryBuilder>> LEAVES = Set.of(
            MatchAllQueryBuilder.class, MatchNoneQueryBuilder.class, TermQueryBuilder.class,
            TermsQueryBuilder.class, RangeQueryBuilder.class, ExistsQueryBuilder.class,
            IdsQueryBuilder.class);

    /** Returns whether the same documents are chosen as long as they are not changed. */
    boolean isStable() {
        return execution.isCacheable()
                && isStable(query)
                && (aliasFilter == null || isStable(aliasFilter));
    }

    private static boolean isStable(QueryBuilder query) {
        return switch (query) {
            case BoolQueryBuilder bool -> areStable(bool.must()) && areStable(bool.filter())
                    && areStable(bool.should()) && areStable(bool.mustNot());
            case ConstantScoreQueryBuilder constant -> isStable(constant.innerQuery());
            default -> LEAVES.contains(query.getClass());
        };
    }

    private static boolean areStable(Collection<QueryBuilder> queries) {
        return queries.stream().allMatch(DocumentChoice::isStable);
    }

    /** Identifies the filter of the alias, the fields that names stand for, and where the texts are. */
    String digest() {
        String all = String.join(
                "\n",
                aliasFilter == null ? "" : Strings.toString(aliasFilter),
                resolved(field), resolved(keepField),
                new TreeSet<>(execution.sourcePath(resolved(field))).toString());
        return MessageDigests.toHexString(
                MessageDigests.sha256().digest(all.getBytes(StandardCharsets.UTF_8)));
    }

    private String resolved(String name) {
        MappedFieldType type = name == null ? null : execution.getFieldType(name);
        return type == null ? "" : type.name();
    }
}
