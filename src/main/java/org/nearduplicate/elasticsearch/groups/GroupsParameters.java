package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.RunRestAction;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;

/**
 * What a request for groups says. Unknown parameters are refused.
 *
 * @param field a {@code minhash} field
 * @param ignoreUnmapped whether an index without that field is left out instead of an error
 * @param minSimilarity the similarity that a pair reaches, or null for that of the field
 * @param verify how pairs are verified, or null for exactly where that is possible; exactly if something is ignored
 * @param ignore the texts whose shingles do not count
 * @param method how pairs become groups
 * @param keepBy which document of a group is kept
 * @param peers what near duplicates have in common beside their texts
 * @param minShingles the distinct shingles below which a text is left alone
 * @param minGroupSize the documents that a group has at least
 * @param maxBucketTexts the distinct texts up to which all pairs of a bucket are compared
 * @param size how many groups the answer lists
 * @param maxMembers how many members of a group are listed, in the answer or in one document
 * @param pairs whether pairs are listed too
 * @param maxPairs how many pairs are listed
 * @param dest the index that all groups are written to, or null
 * @param fields what is listed of each document, as a search has it
 */
record GroupsParameters(
        String field,
        boolean ignoreUnmapped,
        Double minSimilarity,
        Verify verify,
        IgnoredTexts ignore,
        QueryBuilder query,
        Method method,
        KeepBy keepBy,
        PeerOptions peers,
        int minShingles,
        int minGroupSize,
        int maxBucketTexts,
        int size,
        int maxMembers,
        boolean pairs,
        int maxPairs,
        List<FieldAndFormat> fields,
        String dest) {

    static final IntParameter SIZE = new IntParameter("size", 100, 0, 1_000);
    static final IntParameter MAX_MEMBERS = new IntParameter("max_members", 1_000, 1, 10_000);
    static final IntParameter MAX_PAIRS = new IntParameter("max_pairs", 10_000, 1, 1_000_000);

    static final String FIELD = "field";
    static final String IGNORE_UNMAPPED = "ignore_unmapped";
    static final String FIELDS = "fields";
    static final String DEST = "dest";

    private static final String FIELD_NAMES = "an array of names of fields";

    private static final String PAIRS = "pairs";
    private static final String DEST_INDEX = DEST + ".index";

    private static final RequestBody DEST_OBJECT =
            new RequestBody(DEST).text(DEST_INDEX);

    private static final RequestBody BODY = PeerOptions
            .declare(new RequestBody("near_duplicate groups"))
            .text(FIELD)
            .flag(IGNORE_UNMAPPED)
            .query()
            .parameters(
                    Parameters.MIN_SIMILARITY, Verify.PARAMETER, Method.PARAMETER,
                    GroupsOptions.MIN_GROUP_SIZE, GroupsOptions.MAX_BUCKET_TEXTS,
                    Parameters.MIN_SHINGLES,
                    SIZE, MAX_MEMBERS,
                    MAX_PAIRS)
            .object(KeepBy.NAME, KeepBy.WHAT, KeepBy::parse)
            .refuse(
                    "max_bucket_size",
                    "counts documents, as in a query; use ["
                            + GroupsOptions.MAX_BUCKET_TEXTS.name()
                            + "], which counts distinct texts")
            .value(IgnoredTexts.NAME, IgnoredTexts::parse)
            .flag(PAIRS)
            .array(FIELDS, FIELD_NAMES, GroupsParameters::field)
            .object(DEST, "an object such as {\"index\": \"news-groups\"}", GroupsParameters::dest)
            .refuse(
                    "incremental",
                    "is no more: leave it out, as every run groups all documents and replaces what an earlier"
                            + " one wrote to [dest], and a group that stays keeps its identifier")
            .refuse(RunRestAction.WAIT, RunRestAction.WAIT_IN_URL);

    /** The numbers are in their ranges, as {@link RequestBody} checks what it reads. */
    GroupsParameters {
        RequestBody.requireGiven(FIELD, field);
        if (peers.within() != null && method != Method.STAR) {
            throw new IllegalArgumentException(
                    "[within] needs [method] [star], as it holds between a document and the keeper of its group, got ["
                            + ChoiceParameter.nameOf(method) + "]");
        }
        fields = List.copyOf(fields);
        verify = ignore.verify(verify);
        // Elasticsearch would take the name, and then fail to write its cluster state.
        if (dest != null && StandardCharsets.UTF_8.newEncoder().canEncode(dest) == false) {
            throw new IllegalArgumentException(
                    "[dest.index] must be the name of an index, got half of a surrogate pair in ["
                            + dest
                            + "]");
        }
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     */
    static GroupsParameters parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        return new GroupsParameters(
                said.get(FIELD),
                said.get(IGNORE_UNMAPPED, false),
                said.get(Parameters.MIN_SIMILARITY),
                said.get(Verify.PARAMETER),
                said.get(IgnoredTexts.NAME, IgnoredTexts.NONE),
                said.get(RequestBody.QUERY, new MatchAllQueryBuilder()),
                said.orDefault(Method.PARAMETER),
                said.get(KeepBy.NAME, KeepBy.DEFAULT),
                PeerOptions.of(said),
                said.orDefault(Parameters.MIN_SHINGLES),
                said.orDefault(GroupsOptions.MIN_GROUP_SIZE),
                said.orDefault(GroupsOptions.MAX_BUCKET_TEXTS),
                said.orDefault(SIZE),
                said.orDefault(MAX_MEMBERS),
                said.get(PAIRS, false),
                said.orDefault(MAX_PAIRS),
                said.get(FIELDS, List.of()),
                said.get(DEST));
    }

    private static FieldAndFormat field(XContentParser parser) throws IOException {
        XContentParser.Token token = parser.currentToken();
        if (token != XContentParser.Token.VALUE_STRING
                && token != XContentParser.Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[" + FIELDS + "] must be " + FIELD_NAMES + ", got one of ["
                            + RequestBody.value(parser) + "]");
        }
        return FieldAndFormat.fromXContent(parser);
    }

    private static String dest(XContentParser parser) throws IOException {
        String index = DEST_OBJECT.read(parser, null).get(DEST_INDEX);
        if (index == null || index.isEmpty()) {
            throw new IllegalArgumentException(
                    "[dest.index] must be the name of an index, got [" + index + "]");
        }
        return index;
    }

    /** Returns the same with the texts of listed documents, which are the values of the field. */
    GroupsParameters withTexts() {
        return new GroupsParameters(
                field, ignoreUnmapped, minSimilarity, verify, ignore, query, method, keepBy, peers,
                minShingles, minGroupSize, maxBucketTexts, size, maxMembers, pairs, maxPairs,
                Stream.concat(fields.stream(), Stream.of(new FieldAndFormat(field, null, true)))
                        .toList(),
                dest);
    }

    /** Describes the request for users, without its indices. */
    String describe() {
        return "near duplicates of [" + field + "]";
    }

    /**
     * Checks that the destination is none of the indices that a request names: a pattern that matches it
     * too would make the next run read what this one wrote.
     *
     * @param target indices, aliases and patterns as they were written; a name after a minus removes
     *     from what the names before it gave, so the last one decides
     */
    void requireOtherDestination(String... target) {
        boolean named = false;
        for (String pattern : target) {
            if (pattern.startsWith("-")) {
                // The name of the alias alone leaves the index in to which it leads.
                named &= matchesDestination(pattern.substring(1)) == false
                        || Regex.simpleMatch(pattern.substring(1), RunIndex.prefix(dest)) == false;
            } else {
                named |= matchesDestination(pattern);
            }
        }
        if (named) {
            throw new IllegalArgumentException(
                    "[dest] must not be an index whose groups are asked for, got [" + dest
                            + "] in " + Arrays.toString(target) + cure(List.of(target)));
        }
    }

    /** After {@code _all} Elasticsearch removes nothing. */
    private String cure(List<String> target) {
        return target.contains(dest)
                ? ""
                : "; a pattern can leave it out, as in ["
                        + String.join(",", target).replace(Metadata.ALL, "*") + ",-" + dest + "*]";
    }

    private boolean matchesDestination(String pattern) {
        return pattern.equals(Metadata.ALL) || Regex.simpleMatch(pattern, dest);
    }

    /**
     * Returns the options of the job.
     *
     * @param described gives the rows, and the minimal similarity if the request does not
     * @param verified how pairs are verified
     * @param ignored how many shingles shards leave out of sets
     * @throws IllegalArgumentException if shards do not agree about them
     */
    GroupsOptions options(FieldDescriptions described, Verify verified, int ignored) {
        double similarity = minSimilarity == null ? described.similarity() : minSimilarity;
        return new GroupsOptions(
                similarity,
                described.taken(similarity).rows(),
                verified,
                method,
                keepBy.keep(),
                minGroupSize,
                maxBucketTexts,
                pairs,
                peers.format(),
                ignored);
    }

    /** Returns how much of the groups and pairs is listed; of pairs that are written all are, once. */
    TopResults.Limits limits() {
        return new TopResults.Limits(size, maxMembers, pairs ? maxPairs : 0);
    }

    /** Returns whether the answer lists pairs; where there is a destination they are written there. */
    boolean listsPairs() {
        return pairs && dest == null;
    }

    /**
     * Returns what decides about the groups, to be kept with them; of ignored texts how they begin.
     *
     * @param similarity the similarity that pairs reach, or null if no index says which
     * @param verified how pairs are verified
     */
    Map<String, Object> toMap(Double similarity, Verify verified) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(FIELD, field);
        map.put(IGNORE_UNMAPPED, ignoreUnmapped);
        map.put(Parameters.MIN_SIMILARITY.name(), similarity);
        map.put(Verify.PARAMETER.name(), ChoiceParameter.nameOf(verified));
        map.put(IgnoredTexts.NAME, ignore.beginnings());
        map.put(Method.PARAMETER.name(), ChoiceParameter.nameOf(method));
        map.put(KeepBy.NAME, keepBy.toMap());
        map.putAll(peers.toMap());
        map.put(Parameters.MIN_SHINGLES.name(), minShingles);
        map.put(GroupsOptions.MIN_GROUP_SIZE.name(), minGroupSize);
        map.put(GroupsOptions.MAX_BUCKET_TEXTS.name(), maxBucketTexts);
        map.put(RequestBody.QUERY, Strings.toString(query));
        return map;
    }
}
