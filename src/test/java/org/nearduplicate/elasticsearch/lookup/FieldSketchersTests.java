package org.nearduplicate.elasticsearch.lookup;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.IndicesService;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.lookup.FieldSketchers.IndexField;
import org.nearduplicate.elasticsearch.version.Projects;
import org.nearduplicate.sketch.ShingleHashes;

/** The fields of indices, kept as long as they are of use. */
public class FieldSketchersTests extends NearDuplicateSingleNodeTestCase {

    private static final int KEPT = 32;
    private static final String FIELD = "near";

    private FieldSketchers sketchers;

    @Before
    public void createSketchers() {
        sketchers = new FieldSketchers(getInstanceFromNode(IndicesService.class), KEPT);
    }

    public void testOneForAllIndicesOfTheSameMapping() {
        IndexField one = acquire(index("one", 3, ""));
        IndexField two = acquire(index("two", 3, ""));
        assertThat(two, sameInstance(one));
        assertThat(sketch(two), equalTo(sketch(one)));
        one.decRef();
        two.decRef();
    }

    public void testAnotherWhereSomethingDiffers() {
        List<IndexField> fields = List.of(
                acquire(index("one", 3, "")),
                acquire(index("analysis", 4, "")),
                acquire(index("mapping", 3, ", \"shingle_size\": 5")),
                sketchers.acquire(index("field", 3, ""), "other"));
        for (IndexField field : fields) {
            for (IndexField other : fields) {
                assertThat(field == other, equalTo(fields.indexOf(field) == fields.indexOf(other)));
            }
        }
        assertThat("pieces of 4", sketch(fields.get(1)), not(equalTo(sketch(fields.get(0)))));
        assertThat("shingles of 5", sketch(fields.get(2)), not(equalTo(sketch(fields.get(0)))));
        assertFalse(fields.get(3).isMapped());
        fields.forEach(IndexField::decRef);
    }

    /** A text is sketched once for indices that have other fields beside. */
    public void testFieldsThatSketchAlike() {
        IndexField field = acquire(index("one", 3, ""));
        IndexField beside = acquire(index("beside", 3, "}, \"other\": {\"type\": \"keyword\""));
        assertThat(beside, not(sameInstance(field)));
        assertThat(beside.sketching(), equalTo(field.sketching()));
        assertThat(sketch(beside), equalTo(sketch(field)));
        for (IndexField other : List.of(
                acquire(index("analysis", 4, "")),
                acquire(index("size", 3, ", \"shingle_size\": 5")))) {
            assertThat(other.sketching(), not(equalTo(field.sketching())));
            other.decRef();
        }
        field.decRef();
        beside.decRef();
    }

    /** The default of a lookup is another where the bands are the same. */
    public void testFieldsOfAnotherSimilarity() {
        String bands = ", \"bands\": 12, \"rows\": 6, \"similarity\": ";
        IndexField one = acquire(index("one", 3, bands + "0.8"));
        IndexField two = acquire(index("two", 3, bands + "0.7"));
        assertThat(
                two.require().sketcher().scheme(), equalTo(one.require().sketcher().scheme()));
        assertThat(two.sketching(), not(equalTo(one.sketching())));
        one.decRef();
        two.decRef();
    }

    public void testAMappingThatChanged() {
        IndexMetadata before = index("one", 3, "");
        IndexField without = sketchers.acquire(before, "later");
        assertFalse(without.isMapped());
        assertAcked(
                indicesAdmin().preparePutMapping("one").setSource("later", "type=minhash"));
        IndexField with = sketchers.acquire(metadata("one"), "later");
        assertTrue(with.isMapped());
        without.decRef();
        with.decRef();
    }

    public void testAnIndexWithoutAMapping() {
        createIndex("bare");
        IndexField field = acquire(metadata("bare"));
        assertFalse(field.isMapped());
        IllegalArgumentException refusal = expectThrows(
                IllegalArgumentException.class, field::require);
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "[near_field] must be a field of type [minhash], got [near] without a"
                                + " mapping"));
        field.decRef();
    }

    public void testThoseThatWereUsedLastAreKept() {
        IndexMetadata index = index("one", 3, "");
        IndexField first = sketchers.acquire(index, "0");
        IndexField second = sketchers.acquire(index, "1");
        for (int i = 2; i < KEPT; i++) {
            sketchers.acquire(index, Integer.toString(i)).decRef();
        }
        assertThat(sketchers.acquire(index, "0"), sameInstance(first));
        sketchers.acquire(index, "one more").decRef();
        assertThat(sketchers.acquire(index, "0"), sameInstance(first));
        assertThat(sketchers.acquire(index, "1"), not(sameInstance(second)));
        second.decRef();
        assertFalse("nobody has it any more", second.hasReferences());
        assertTrue(first.hasReferences());
    }

    public void testOneThatIsForgottenWhileItIsUsed() {
        IndexMetadata index = index("one", 3, "");
        IndexField used = acquire(index);
        List<Long> before = sketch(used);
        for (int i = 0; i < KEPT; i++) {
            sketchers.acquire(index, Integer.toString(i)).decRef();
        }
        IndexField again = acquire(index);
        assertThat(again, not(sameInstance(used)));
        assertThat(sketch(used), equalTo(before));
        used.decRef();
        assertFalse(used.hasReferences());
        expectThrows(AlreadyClosedException.class, () -> sketch(used));
        assertThat(sketch(again), equalTo(before));
        again.decRef();
    }

    /** Its analyzers are closed then, those of the field are others. */
    public void testAnIndexThatIsGone() {
        IndexField field = acquire(index("one", 3, ""));
        List<Long> before = sketch(field);
        assertAcked(indicesAdmin().prepareDelete("one"));
        assertThat(sketch(field), equalTo(before));
        field.decRef();
        IndexField again = acquire(index("two", 3, ""));
        assertThat(again, sameInstance(field));
        assertThat(sketch(again), equalTo(before));
        again.decRef();
    }

    public void testSeveralThreads() {
        IndexMetadata index = index("one", 3, "");
        List<Long> expected = sketch(acquire(index));
        runInParallel(4, number -> {
            for (int j = 0; j < 50; j++) {
                IndexField field = acquire(index);
                assertThat(sketch(field), equalTo(expected));
                sketchers.acquire(index, Integer.toString(number * j)).decRef();
                field.decRef();
            }
        });
    }

    private IndexField acquire(IndexMetadata index) {
        return sketchers.acquire(index, FIELD);
    }

    /** Creates an index whose analyzer is its own: it makes pieces of a length. */
    private IndexMetadata index(String name, int length, String more) {
        create(
                name,
                Settings.builder()
                        .put("index.analysis.analyzer.pieces.type", "standard")
                        .put("index.analysis.analyzer.pieces.max_token_length", length)
                        .build(),
                "{\"properties\": {\"near\": {\"type\": \"minhash\", \"analyzer\": \"pieces\""
                        + more + "}}}");
        return metadata(name);
    }

    private IndexMetadata metadata(String name) {
        return Projects.of(getInstanceFromNode(ClusterService.class).state()).index(name);
    }

    private List<Long> sketch(IndexField field) {
        ShingleHashes hashes = new ShingleHashes();
        field.require().sketcher().shingle(text(ORIGINAL), hashes);
        return Arrays.stream(field.require().sketcher().sketch(hashes).keys()).boxed().toList();
    }
}
