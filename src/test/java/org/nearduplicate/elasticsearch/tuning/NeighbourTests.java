package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.nullValue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunSearches;

/** Samples of an index that has a {@code minhash} field: half of them are neighbours. */
public class NeighbourTests extends TuneNodeTestCase {

    private static final int COUPLES = 40;

    /** The near copy of each text, both ways. */
    private Map<String, String> partners;

    /** Returns couples of near copies that share nothing with others; one is tagged even, one odd. */
    private Map<String, Map<String, Object>> couples() {
        partners = new LinkedHashMap<>();
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < COUPLES; i++) {
            String text = Texts.random();
            String near = Texts.near(text);
            partners.put(text, near);
            partners.put(near, text);
            documents.put("even-" + i, document(text, "even"));
            documents.put("odd-" + i, document(near, "odd"));
        }
        return documents;
    }

    /** Ten of eighty documents are five couples in 4 of 10⁷ runs; then there are no neighbours to add. */
    public void testNeighboursAreAdded() {
        create(INDEX, between(1, 3), NEAR_MAPPING);
        index(INDEX, couples());
        Sample sample = sample("\"sample_size\": 20, \"seed\": " + between(0, 1_000), INDEX);
        List<String> texts = texts(sample);
        SampleDescription description = sample.description();
        int neighbours = description.neighbours();
        List<String> drawn = texts.subList(0, 10);
        List<String> found = texts.subList(10, 10 + neighbours);
        List<String> expected = new ArrayList<>();
        for (String text : drawn) {
            if (drawn.contains(partners.get(text)) == false) {
                expected.add(partners.get(text));
            }
        }
        assertThat(found, contains(expected.toArray()));
        assertThat(
                description,
                equalTo(
                        new SampleDescription(
                                description.parameters(), 2 * COUPLES, description.drawn(), 0,
                                20 - neighbours, neighbours, "body.near")));
        assertThat(
                description.notes().getFirst(),
                equalTo(
                        "The sample has 20 of 80 documents that match: " + (20 - neighbours)
                                + " drawn at random, and " + neighbours
                                + " of those that agree in two rows of a band of [body.near] with one of these."));
        assertThat(
                description.notes().get(1),
                containsString("noise and candidates per document look higher"));
        assertThat(description.notes().get(2), containsString("recall looks better than it is"));
    }

    public void testNeighboursMatchTheQuery() {
        create(INDEX, between(1, 3), NEAR_MAPPING);
        Map<String, Map<String, Object>> documents = couples();
        index(INDEX, documents);
        documents.values().removeIf(each -> each.get("tag").equals("odd"));
        Sample sample = sample(
                "\"sample_size\": 20, \"query\": {\"term\": {\"tag\": \"even\"}}", INDEX);
        assertThat(texts(sample), everyItem(in(bodies(documents))));
        assertThat(sample.description().neighbours(), equalTo(0));
        assertThat(sample.description().random(), equalTo(20));
        assertThat(
                sample.description().notes(),
                hasItem("The bands of [body.near] find no neighbours of these documents."));
    }

    /** Punctuation makes texts differ that have the same words; the first of them come first. */
    public void testABigFamilyDoesNotFillTheSample() {
        create(INDEX, 1, NEAR_MAPPING);
        String text = Texts.random();
        Map<String, Map<String, Object>> documents = documents(30);
        List<String> family = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            family.add(text + "!".repeat(i));
            documents.put("family-" + i, document(family.get(i), "family"));
        }
        index(INDEX, documents);
        int first = between(0, 1_000);
        for (int seed = first; seed < first + 4; seed++) {
            Sample sample = sample("\"sample_size\": 40, \"seed\": " + seed, INDEX);
            List<String> texts = texts(sample);
            List<String> expected = firstOfFamily(family, texts.subList(0, 20));
            assertThat(sample.description().neighbours(), equalTo(expected.size()));
            assertThat(texts.subList(20, 20 + expected.size()), equalTo(expected));
        }
    }

    /** Returns the first ten others of the family for each member drawn, without those drawn. */
    private static List<String> firstOfFamily(List<String> family, List<String> drawn) {
        Set<String> found = new LinkedHashSet<>();
        for (String each : drawn) {
            if (family.contains(each)) {
                family.stream().filter(other -> other.equals(each) == false).limit(10)
                        .forEach(found::add);
            }
        }
        found.removeAll(drawn);
        return List.copyOf(found);
    }

    public void testAllDocumentsNeedNoNeighbours() {
        create(INDEX, 1, NEAR_MAPPING);
        index(INDEX, couples());
        SampleDescription description = sample("\"sample_size\": 80", INDEX).description();
        assertThat(description.random(), equalTo(80));
        assertThat(description.neighbourField(), nullValue());
        assertThat(description.notes().getFirst(), containsString("all 80 documents"));
    }

    /** Of several the first by its name. */
    public void testTheFieldOfTheNeighbours() {
        create("text", 1, TEXT_MAPPING);
        create("near", 1, NEAR_MAPPING);
        create("itself", 1, MAPPING);
        create("several", 1,
                """
                        {"properties": {"body": {"type": "text", "fields": {
                          "b": {"type": "minhash"}, "a": {"type": "minhash"}, "0": {"type": "keyword"}
                        }}}}""");
        create("empty", 1, "{}");
        create("object", 1,
                "{\"properties\": {\"body\": {\"properties\": {\"near\": {\"type\": \"minhash\"}}}}}");
        create("other", 1,
                "{\"properties\": {\"body\": {\"type\": \"text\"}, \"near\": {\"type\": \"minhash\"}}}");
        Map<String, Map<String, Object>> couples = couples();
        for (String index : List.of("text", "near", "itself", "several", "other")) {
            index(index, couples);
        }
        assertThat(neighbourField("near"), equalTo("body.near"));
        assertThat(neighbourField("itself"), equalTo("body"));
        assertThat(neighbourField("several"), equalTo("body.a"));
        assertThat(neighbourField("text"), nullValue());
        assertThat(neighbourField("other"), nullValue());
        assertThat("not in all indices", neighbourField("near", "text"), nullValue());
        assertThat("not in all indices", neighbourField("near", "empty"), nullValue());
        assertThat(
                sample("\"sample_size\": 20", "near", "text").description().notes(),
                hasItem(containsString("a field of type [minhash] made from [body] in all of")));
        LocalRequest<TuneParameters> request = TuneRequests.request("", "object");
        RunSearches searches = new RunSearches(
                client(), request, new TuneMonitor(TuneRequests.task(), null), false);
        assertThat(
                "an object has no text", Sampler.minHashFields(searches, "body"),
                equalTo(List.of()));
    }

    public void testARandomSampleSaysWhatItIs() {
        create(INDEX, 1, TEXT_MAPPING);
        index(INDEX, couples());
        assertThat(
                "80 · 79 / (2 · 1) = 3160",
                sample("\"sample_size\": 2", INDEX).description().notes().getFirst(),
                equalTo(
                        "The sample has 2 of 80 documents that match, all drawn at random, and so"
                                + " about one in 3160 of the pairs of these: it holds few near"
                                + " duplicates, and figures about few [pairs] are uncertain."));
    }

    private String neighbourField(String... indices) {
        return sample("\"sample_size\": 20", indices).description().neighbourField();
    }
}
