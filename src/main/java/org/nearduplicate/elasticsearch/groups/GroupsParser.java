package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/** Reads the body of a request for groups. Unknown parameters are refused. */
final class GroupsParser {

    static final String FIELD = "field";
    static final String IGNORE_UNMAPPED = "ignore_unmapped";
    static final String FIELDS = "fields";
    static final String DEST = "dest";

    private static final String FIELD_NAMES = "an array of names of fields";

    private static final String PAIRS = "pairs";
    private static final String DEST_INDEX = DEST + ".index";

    private static final RequestBody DEST_OBJECT =
            new RequestBody(DEST).text(DEST_INDEX);

    private static final RequestBody BODY = new RequestBody("near_duplicate groups")
            .text(FIELD)
            .flag(IGNORE_UNMAPPED)
            .query()
            .parameters(
                    Parameters.MIN_SIMILARITY, Verify.PARAMETER, Method.PARAMETER,
                    GroupsOptions.MIN_GROUP_SIZE, GroupsOptions.MAX_BUCKET_TEXTS,
                    GroupsParameters.SIZE, GroupsParameters.MAX_MEMBERS,
                    GroupsParameters.MAX_PAIRS)
            .object(KeepBy.NAME, "an object such as {\"by\": \"longest\"}", KeepBy::parse)
            .refuse(
                    "max_bucket_size",
                    "counts documents, as in a query; use ["
                            + GroupsOptions.MAX_BUCKET_TEXTS.name()
                            + "], which counts distinct texts")
            .flag(PAIRS)
            .array(FIELDS, FIELD_NAMES, GroupsParser::field)
            .object(DEST, "an object such as {\"index\": \"news-groups\"}", GroupsParser::dest)
            .refuse(
                    "incremental",
                    "is no more: leave it out, as every run groups all documents and replaces what an earlier"
                            + " one wrote to [dest], and a group that stays keeps its identifier")
            .refuse(WaitForCompletion.NAME, WaitForCompletion.IN_URL);

    private GroupsParser() {}

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     * @throws IOException if the JSON is broken
     */
    static GroupsParameters parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        return new GroupsParameters(
                said.get(FIELD),
                said.get(IGNORE_UNMAPPED, false),
                said.get(Parameters.MIN_SIMILARITY),
                said.get(Verify.PARAMETER),
                said.get(RequestBody.QUERY, new MatchAllQueryBuilder()),
                said.orDefault(Method.PARAMETER),
                said.get(KeepBy.NAME, KeepBy.DEFAULT),
                said.orDefault(GroupsOptions.MIN_GROUP_SIZE),
                said.orDefault(GroupsOptions.MAX_BUCKET_TEXTS),
                said.orDefault(GroupsParameters.SIZE),
                said.orDefault(GroupsParameters.MAX_MEMBERS),
                said.get(PAIRS, false),
                said.orDefault(GroupsParameters.MAX_PAIRS),
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
}
