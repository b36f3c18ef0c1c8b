package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.nearduplicate.groups.Document;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.groups.Member;

/** What is written of groups, pairs and counts, letter by letter. */
public class GroupsXContentTests extends ESTestCase {

    public void testGroup() throws IOException {
        Group group = new Group(
                3, 2, new Document("i", "1", null),
                List.of(
                        new Member(new Document("i", "2", "r"), 1),
                        new Member(new Document("j", "3", null), 0.9f)),
                0.85f, false);
        assertThat(
                json(builder -> GroupsXContent.group(builder, group, ListedFields.NONE)),
                equalTo(
                        """
                                {"size":3,"texts":2,"keeper":{"_index":"i","_id":"1"},\
                                "members":[{"_index":"i","_id":"2","_routing":"r","similarity":1.0},\
                                {"_index":"j","_id":"3","similarity":0.9}],\
                                "smallest_similarity":0.85,\
                                "smallest_similarity_of":"verified_and_keeper_pairs"}"""));
    }

    public void testPair() throws IOException {
        assertThat(
                json(builder -> GroupsXContent.pair(builder,
                        GroupsDestinationTestCase.pair("1", "2"))),
                equalTo(
                        """
                                {"a":{"_index":"articles","_id":"1"},\
                                "b":{"_index":"articles","_id":"2"},"similarity":0.75}"""));
    }

    public void testCounts() throws IOException {
        GroupsCounts counts =
                new GroupsCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 35, 15, 16);
        assertThat(
                json(builder -> CountsXContent.counts(builder, counts)),
                equalTo(
                        """
                                {"documents":{"total":1,"without_signature":2,"with_candidates":6,\
                                "distinct_texts":7,"in_groups":35,"redundant":21},\
                                "band_terms":3,\
                                "buckets":{"total":4,"largest":5,"limited":8,\
                                "documents_in_limited":9,"text_pairs_left_out":10},\
                                "pairs":{"text_pairs_compared":11,"candidates":12,"verified":13},\
                                "groups":14,\
                                "parts":{"total":15,"largest":16}}"""));
    }

    public void testPartsOfABigGroupListEveryMemberOnce() {
        int size = randomFrom(2, 1_001, 1_002, 2_001, 2_500);
        Group group = GroupsDestinationTestCase.group("g", size);
        List<IndexRequest> parts = new ArrayList<>();
        for (Group part : GroupsDestinationTestCase.parts(group)) {
            parts.add(new DestinationDocuments("dest", "r1").part(parts.size() + 1, part));
        }
        assertThat(
                parts.size(),
                equalTo((size - 2) / DestinationDocuments.MAX_MEMBERS + 1));
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            var source = parts.get(i).sourceAsMap();
            assertThat(parts.get(i).id(),
                    equalTo("r1-group-" + source.get("group") + "-" + (i + 1)));
            assertThat(source.get("group"), equalTo(GroupIdentifier.of(group.keeper())));
            assertThat(source.get("part"), equalTo(i + 1));
            assertThat(source.get("parts"), equalTo(parts.size()));
            assertThat(source.get("size"), equalTo(size));
            assertThat(
                    XContentMapValues.extractValue("keeper._id", source), equalTo("g-keeper"));
            members.addAll((List<?>) XContentMapValues.extractValue("members._id", source));
        }
        assertThat(
                members,
                equalTo(group.members().stream().map(m -> m.document().id()).toList()));
    }

    public void testDocumentsOfAGroupStayBelowABatchEvenWithTheLongestIds() throws IOException {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < DestinationDocuments.MAX_MEMBERS; i++) {
            members.add(
                    new Member(
                            new Document("i".repeat(255), "d".repeat(512), null), 0.33333334f));
        }
        Group group = new Group(
                members.size() + 1, 1, members.getFirst().document(), members, 1, true);
        IndexRequest request = new DestinationDocuments("dest", "r".repeat(100)).part(1, group);
        assertTrue(request.source().length() < BulkWriter.MAX_BYTES);
    }

    private static String json(CheckedFunction<XContentBuilder, XContentBuilder, IOException> write)
            throws IOException {
        return Strings.toString(write.apply(XContentFactory.jsonBuilder()));
    }
}
