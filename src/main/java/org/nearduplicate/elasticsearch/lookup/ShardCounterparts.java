package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRefHash.MaxBytesLengthExceededException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.peers.PeerQuery;
import org.nearduplicate.elasticsearch.peers.PeerValues;
import org.nearduplicate.elasticsearch.peers.UnindexedDocument;

/**
 * The documents of a shard that texts are compared with.
 *
 * @param peers what makes documents peers, or null if all are
 * @param filter what they match, or null
 */
record ShardCounterparts(SearchExecutionContext context, PeerValues peers, Query filter) {

    /**
     * Makes them ready.
     *
     * @throws IllegalArgumentException if the shard cannot compare what they have in common, or make the filter, or has time
     *     series: their indices do not take documents of other times, so what these have is not known there
     */
    static ShardCounterparts open(SearchExecutionContext context, Counterparts counterparts) {
        if (counterparts.areAll() == false
                && context.getIndexSettings().getMode() == IndexMode.TIME_SERIES) {
            throw new IllegalArgumentException(
                    "[same], [within] and [filter] need an [index] that takes documents of any time, got ["
                            + context.index().getName()
                            + "], one of time series: compare all documents, or filter in a search");
        }
        return new ShardCounterparts(
                context,
                counterparts.peers().areNone()
                        ? null
                        : PeerValues.open(context, counterparts.peers()),
                counterparts.filter() == null ? null : filter(context, counterparts.filter()));
    }

    /** Nothing is looked up for it elsewhere, such as terms in a document. */
    private static Query filter(SearchExecutionContext context, QueryBuilder filter) {
        try {
            return context.toQuery(filter).query();
        } catch (QueryShardException e) {
            throw new IllegalArgumentException(
                    "[filter] must be a query that a shard can make alone: " + e.getMessage(), e);
        }
    }

    /** Returns how a document stands to them. */
    Standing standing(BytesReference source) throws IOException {
        if (peers == null && filter == null) {
            return Standing.ALIKE;
        }
        UnindexedDocument document;
        try {
            document = UnindexedDocument.parse(context, source);
        } catch (DocumentParsingException | IllegalArgumentException
                | MaxBytesLengthExceededException e) {
            return Standing.refused(e.getMessage(), RestStatus.BAD_REQUEST);
        }
        return new Standing(
                peers == null ? Standing.ALIKE.peer() : document.peer(peers),
                filter == null || document.matches(filter), null, RestStatus.OK);
    }

    /** Returns a query for the hits of another that are among them, whose scores these keep. */
    Query restrict(Query near, Standing standing) {
        if (peers == null && filter == null) {
            return near;
        }
        BooleanQuery.Builder both = new BooleanQuery.Builder().add(near, Occur.MUST);
        if (peers != null) {
            both.add(PeerQuery.of(peers, standing.peer()), Occur.FILTER);
        }
        if (filter != null) {
            both.add(filter, Occur.FILTER);
        }
        return both.build();
    }
}
