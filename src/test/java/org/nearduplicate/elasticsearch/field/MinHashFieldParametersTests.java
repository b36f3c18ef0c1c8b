package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasEntry;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.curve.BandChoice;

/** What a mapping may say, what is chosen where it says nothing, and what it shows. */
public class MinHashFieldParametersTests extends MinHashMapperTestCase {

    public void testDefaultsShowTheChosenBandsAndRows() throws IOException {
        Map<String, Object> expected = new HashMap<>();
        expected.put("type", "minhash");
        expected.put("analyzer", "near_duplicate");
        expected.put("shingle_unit", "word");
        expected.put("shingle_size", 3);
        expected.put("similarity", 0.8);
        expected.put("recall", 0.99);
        expected.put("hash_count", 192);
        expected.put("signature_bits", 2);
        expected.put("bands", 12);
        expected.put("rows", 6);
        expected.put("sketch", "fast_similarity");
        expected.put("hash_function", "xxh3");
        expected.put("seed", 0);
        expected.put("exact", false);
        expected.put("scheme_version", 4);
        expected.put("meta", Map.of());
        assertThat(shownWithDefaults(Map.of()), equalTo(expected));
    }

    public void testMappingShowsNoMoreThanWasSaidAndTheVersion() throws IOException {
        assertThat(
                shown(Map.of("bands", 20, "rows", 5), ToXContent.EMPTY_PARAMS),
                equalTo(Map.of("type", "minhash", "bands", 20, "rows", 5, "scheme_version", 4)));
    }

    public void testEveryParameterShowsAsItWasSaid() throws IOException {
        Map<String, Object> parameters =
                new HashMap<>(Map.of(
                        "analyzer", "whitespace",
                        "shingle_unit", "character",
                        "shingle_size", between(4, 64),
                        "hash_count", randomFrom(128, 512),
                        "bands", between(9, 12),
                        "rows", between(2, 5),
                        "sketch", "minhash",
                        "hash_function", randomFrom("murmur3", "farmhash", "komihash"),
                        "seed", between(1, Integer.MAX_VALUE),
                        "exact", true));
        parameters.put("signature_bits", randomFrom(1, 4, 8));
        parameters.put("passages", between(2, 64));
        Map<String, Object> shown = shown(parameters, ToXContent.EMPTY_PARAMS);
        parameters.forEach((name, value) -> assertThat(shown, hasEntry(name, value)));
    }

    /** Whatever of bands, rows and their goal is said, the rest is shown as it was chosen. */
    public void testWhatIsChosenIsShown() throws IOException {
        for (Map<String, Object> parameters : List.of(
                Map.<String, Object>of("similarity", 0.5, "recall", 0.9, "hash_count", 120),
                Map.<String, Object>of("bands", 40), Map.<String, Object>of("rows", 4),
                Map.<String, Object>of("bands", 20, "rows", 5, "similarity", 0.3),
                randomBanding())) {
            BandChoice choice = BandChoice.resolve(
                    (Integer) parameters.get("bands"), (Integer) parameters.get("rows"),
                    (Double) parameters.get("similarity"), (Double) parameters.get("recall"),
                    (int) parameters.getOrDefault("hash_count", 192));
            Map<String, Object> shown = shownWithDefaults(parameters);
            Map.<String, Object>of(
                    "bands", choice.banding().bands(), "rows", choice.banding().rows(),
                    "similarity", choice.similarity(), "recall", choice.recall())
                    .forEach((name, value) -> assertThat(shown, hasEntry(name, value)));
        }
    }

    /** Whatever was said, all that is shown then can be said of another index, or put onto the same, and so can what was said. */
    public void testWhatDefaultsShowCanBePutOntoItsOwnIndex() throws IOException {
        for (Map<String, Object> parameters : List.of(Map.<String, Object>of(), randomBanding())) {
            Map<String, Object> shown = shownWithDefaults(parameters);
            shown.remove("type");
            assertThat(shownWithDefaults(shown), equalTo(withType(shown)));
            MapperService mappers = createMapperService(minHash(b -> put(b, parameters)));
            String before = mappers.documentMapper().mappingSource().toString();
            merge(mappers, minHash(b -> put(b, shown)));
            assertThat(shownOf(mappers, INCLUDE_DEFAULTS), equalTo(withType(shown)));
            merge(mappers, minHash(b -> put(b, parameters)));
            assertThat(mappers.documentMapper().mappingSource().toString(), equalTo(before));
        }
    }

    /** What was chosen is as immutable as what was said, and a field does not forget what was said. */
    public void testOtherBandsThanChosenAreRefused() throws IOException {
        MapperService chosen = createMapperService(minimal());
        assertCannotUpdate(chosen, Map.of("bands", 17, "rows", 6), "[bands] from [12] to [17]");
        assertCannotUpdate(
                chosen, Map.of("similarity", 0.7), "[similarity] from [0.8] to [0.7]");
        MapperService said =
                createMapperService(minHash(b -> put(b, Map.of("bands", 42, "rows", 3))));
        assertCannotUpdate(said, Map.of(), "[bands] from [42] to [12]");
    }

    public void testPassagesAreOffUntilTheyAreSaidAndStay() throws IOException {
        assertCannotUpdate(
                createMapperService(minimal()), Map.of("passages", 16),
                "[passages] from [null] to [16]");
        MapperService said = createMapperService(minHash(b -> b.field("passages", "16")));
        merge(said, minHash(b -> b.field("passages", 16)));
        assertCannotUpdate(said, Map.of("passages", 8), "[passages] from [16] to [8]");
        assertCannotUpdate(said, Map.of(), "[passages] from [16] to [null]");
    }

    /** Bands and rows as in all kinds of mappings, with any of the goals beside them. */
    private static Map<String, Object> randomBanding() {
        int hashCount = between(16, 1024);
        int rows = between(2, 6);
        double similarity = randomDoubleBetween(0.5, 0.95, true);
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("hash_count", hashCount);
        switch (between(0, 3)) {
            case 0 -> {
                parameters.put("similarity", similarity);
                parameters.put("recall", randomDoubleBetween(0.5, 0.9, true));
                parameters.put("hash_count", 1024);
            }
            case 1 -> parameters.put("recall", randomDoubleBetween(0.01, 0.99, true));
            case 2 -> parameters.put("similarity", similarity);
            default -> {
            }
        }
        if (parameters.containsKey("recall") == false
                || parameters.containsKey("similarity") == false) {
            parameters.put("bands", between(1, Math.min(512, hashCount / rows)));
            parameters.put("rows", rows);
        }
        return parameters;
    }

    private Map<String, Object> shownWithDefaults(Map<String, Object> parameters)
            throws IOException {
        return shown(parameters, INCLUDE_DEFAULTS);
    }

    private void assertCannotUpdate(
            MapperService mappers, Map<String, Object> parameters, String reason) {
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> merge(mappers, minHash(b -> put(b, parameters))));
        assertThat(
                refusal.getMessage(), containsString("Cannot update parameter " + reason));
    }

    private static Map<String, Object> withType(Map<String, Object> parameters) {
        Map<String, Object> field = new HashMap<>(parameters);
        field.put("type", "minhash");
        return field;
    }

    private Map<String, Object> shown(Map<String, Object> parameters, ToXContent.Params params)
            throws IOException {
        return shownOf(createMapperService(minHash(b -> put(b, parameters))), params);
    }

    /** Returns how the mapping of the field is shown. */
    @SuppressWarnings("unchecked")
    private Map<String, Object> shownOf(MapperService mappers, ToXContent.Params params)
            throws IOException {
        XContentBuilder json = JsonXContent.contentBuilder().startObject();
        mappers.documentMapper().mappers().getMapper(FIELD).toXContent(json, params);
        json.endObject();
        Map<String, Object> mapping =
                XContentHelper.convertToMap(
                        XContentType.JSON.xContent(), Strings.toString(json), false);
        return (Map<String, Object>) mapping.get(FIELD);
    }

    private static void put(XContentBuilder b, Map<String, Object> parameters)
            throws IOException {
        for (Map.Entry<String, Object> parameter : parameters.entrySet()) {
            b.field(parameter.getKey(), parameter.getValue());
        }
    }
}
