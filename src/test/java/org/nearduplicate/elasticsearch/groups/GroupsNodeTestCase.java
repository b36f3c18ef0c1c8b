package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.shards.SessionNodeTestCase;

/** Tests that ask a node for groups, as the JSON of a request without its field. */
public abstract class GroupsNodeTestCase extends SessionNodeTestCase {

    /** Returns the request that JSON says; the field is that of {@link #MAPPING}. */
    LocalRequest<GroupsParameters> request(String parameters, String... indices) {
        return RandomGroups.request(
                RandomGroups.parameters(xContentRegistry(), parameters), indices);
    }

    /** Returns the answer. */
    Map<String, Object> run(String parameters, String... indices) {
        return asJson(
                client().execute(TransportGroupsAction.TYPE, request(parameters, indices))
                        .actionGet(Waits.LIMIT));
    }

    Exception failure(String parameters, String... indices) {
        return expectThrows(Exception.class, () -> run(parameters, indices));
    }

    /** Asserts that a request is refused with a status, and that it says why. */
    void assertFails(RestStatus status, String reason, String parameters, String... indices) {
        Exception failure = failure(parameters, indices);
        assertThat(failure.toString(), ExceptionsHelper.status(failure), equalTo(status));
        assertThat(ExceptionsHelper.stackTrace(failure), containsString(reason));
    }

    static Map<String, Object> asJson(GroupsResponse response) {
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    /** Returns a number of the answer, by its path. */
    static int number(Map<String, Object> answer, String path) {
        return ((Number) ObjectPath.eval(path, answer)).intValue();
    }

    /** Returns the ids of the documents of every group, the biggest group first. */
    static List<TreeSet<String>> groups(Map<String, Object> answer) {
        List<TreeSet<String>> groups = new ArrayList<>();
        for (int i = 0; i < list(answer, "groups").size(); i++) {
            TreeSet<String> ids = new TreeSet<>();
            ids.add(keepers(answer).get(i));
            for (Object member : list(answer, "groups." + i + ".members")) {
                ids.add((String) ((Map<?, ?>) member).get("_id"));
            }
            groups.add(ids);
        }
        return groups;
    }

    /** Returns the ids of the keepers of the groups. */
    static List<String> keepers(Map<String, Object> answer) {
        List<String> keepers = new ArrayList<>();
        for (Object group : list(answer, "groups")) {
            keepers.add(ObjectPath.eval("keeper._id", group));
        }
        return keepers;
    }

    static List<?> list(Map<String, Object> answer, String path) {
        return ObjectPath.<List<?>>eval(path, answer);
    }

    /** Returns documents of some families: {@code 0-0}, {@code 0-1}, … are near copies. */
    static Map<String, Map<String, Object>> families(int... sizes) {
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int family = 0; family < sizes.length; family++) {
            String text = Texts.random();
            for (int i = 0; i < sizes[family]; i++) {
                documents.put(
                        family + "-" + i,
                        Map.of(
                                FIELD, i == 0 ? text : Texts.near(text),
                                "rank", i,
                                "tag", i % 2 == 0 ? "even" : "odd"));
            }
        }
        return documents;
    }
}
