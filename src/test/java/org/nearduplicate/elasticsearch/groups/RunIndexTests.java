package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.shard.Document;

/** The documents of a group in a destination: as many as it takes, none too large. */
public class RunIndexTests extends ESTestCase {

    public void testPartsOfABigGroupListEveryMemberOnce() {
        int size = randomFrom(2, 1_001, 1_002, 2_001, 2_500);
        Group group = DestinationTestCase.group("g", size);
        List<IndexRequest> parts = new ArrayList<>();
        for (Group part : DestinationTestCase.parts(group)) {
            parts.add(new RunIndex("dest", "dest-1")
                    .part(parts.size() + 1, part));
        }
        assertThat(
                parts.size(),
                equalTo((size - 2) / RunIndex.MAX_MEMBERS + 1));
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            var source = parts.get(i).sourceAsMap();
            assertThat(parts.get(i).id(),
                    equalTo("group-" + source.get("group") + "-" + (i + 1)));
            assertThat(source.get("group"),
                    equalTo(RunIndex.identifier(group.keeper())));
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
        for (int i = 0; i < RunIndex.MAX_MEMBERS; i++) {
            members.add(
                    new Member(
                            new Document("i".repeat(255), "d".repeat(512), null), 0.33333334f));
        }
        Group group = new Group(
                members.size() + 1, 1, members.getFirst().document(), members, 1, true);
        IndexRequest request =
                new RunIndex("dest", "dest-1").part(1, group);
        assertTrue(request.source().length() < BulkWriter.MAX_BYTES);
    }

    /** Where one part of a name ends is known. */
    public void testEveryPartOfTheNameOfAKeeperCounts() {
        List<Document> keepers = List.of(
                new Document("a", "bc", null), new Document("ab", "c", null),
                new Document("a", "b", "c"), new Document("a", "b", null),
                new Document("a", "b", ""), new Document("b", "a", null));
        Set<String> identifiers = new HashSet<>();
        keepers.forEach(keeper -> identifiers.add(RunIndex.identifier(keeper)));
        assertThat(identifiers.size(), equalTo(keepers.size()));
        identifiers.forEach(each -> assertTrue(each, each.matches("[\\w-]{22}")));
    }

    /** A later version has the same names; this one is by another implementation of the hash, in Python. */
    public void testAnIdentifierIsWhatItWas() {
        assertThat(
                RunIndex.identifier(new Document("news", "17", null)),
                equalTo("zySvJmCBvxrVUy1YnAarVQ"));
    }
}
