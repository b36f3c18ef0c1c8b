package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.equalTo;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.groups.shard.Document;

/** A group has the name of its keeper, and of nothing else. */
public class GroupIdentifierTests extends ESTestCase {

    public void testLastsAsLongAsTheKeeper() {
        String routing = randomBoolean() ? null : randomUnicodeOfLengthBetween(0, 20);
        Document keeper = new Document("articles", randomUnicodeOfLengthBetween(1, 512), routing);
        Document again = new Document(keeper.index(), keeper.id(), keeper.routing());
        assertThat(DestinationDocuments.identifier(again),
                equalTo(DestinationDocuments.identifier(keeper)));
        assertTrue(DestinationDocuments.identifier(keeper).matches("[\\w-]{22}"));
    }

    /** Where one part of a name ends is known. */
    public void testEveryPartOfTheNameCounts() {
        List<Document> keepers = List.of(
                new Document("a", "bc", null), new Document("ab", "c", null),
                new Document("a", "b", "c"), new Document("a", "b", null),
                new Document("a", "b", ""), new Document("b", "a", null));
        Set<String> identifiers = new HashSet<>();
        keepers.forEach(keeper -> identifiers.add(DestinationDocuments.identifier(keeper)));
        assertThat(identifiers.size(), equalTo(keepers.size()));
    }

    /** A later version has the same names; this one is by another implementation of the hash, in Python. */
    public void testIsWhatItWas() {
        assertThat(
                DestinationDocuments.identifier(new Document("news", "17", null)),
                equalTo("zySvJmCBvxrVUy1YnAarVQ"));
    }
}
