package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsException;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperService.MergeReason;
import org.elasticsearch.index.mapper.Mapping;
import org.elasticsearch.index.mapper.SourceToParse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.ParserFailures;
import org.nearduplicate.mutation.Chance;
import org.nearduplicate.mutation.JsonMutator;
import org.nearduplicate.mutation.Words;

/** Mutated mappings, documents and settings of the token filter: accepted, or a status of 400. */
public class MappingFuzzTests extends MinHashMapperTestCase {

    private static final List<String> MAPPINGS = List.of(
            """
                    {"properties":{"near":{"type":"minhash","analyzer":"near_duplicate","shingle_unit":"word","shingle_size":3,"similarity":0.8,"recall":0.99,"hash_count":128,"signature_bits":8,"sketch":"super_minhash","hash_function":"xxh3","seed":0,"exact":true,"scheme_version":4,"meta":{"unit":"words"}}}}""",
            """
                    {"properties":{"body":{"type":"text","copy_to":"near","fields":{"near":{"type":"minhash","bands":20,"rows":5}}},"near":{"type":"minhash","shingle_unit":"character","shingle_size":9,"sketch":"minhash","hash_function":"komihash"}}}""",
            """
                    {"dynamic_templates":[{"texts":{"match_mapping_type":"string","mapping":{"type":"minhash","seed":4}}}],"properties":{"comments":{"type":"nested","include_in_root":false,"properties":{"near":{"type":"minhash","hash_count":64}}}}}""");

    private static final List<String> FILTERS = List.of(
            """
                    {"type":"minhash_bands","shingle_unit":"word","shingle_size":3,"similarity":0.8,"recall":0.99,"hash_count":128,"signature_bits":8,"sketch":"super_minhash","hash_function":"xxh3","seed":0,"scheme_version":4}""",
            """
                    {"type":"minhash_bands","shingle_unit":"character","hash_count":64,"bands":16,"rows":4}""");

    private static final List<String> DOCUMENTS = List.of(
            """
                    {"near":"the quick brown fox","body":"jumps over","comments":[{"near":"a comment"}]}""",
            """
                    {"near":["the quick",null,"brown fox",5,true,2.5],"body":["over",3],"other":"text"}""");

    public void testMappings() throws IOException {
        MapperService service = createMapperService(minimal());
        fuzz(MAPPINGS, 1_000, mapping -> {
            Map<String, Object> map = XContentHelper.convertToMap(
                    new BytesArray(mapping), false, XContentType.JSON).v2();
            Mapping parsed = service.parseMapping("_doc", MergeReason.MAPPING_UPDATE, map);
            createMapperService(mapping(b -> {})).merge(
                    "_doc", parsed.toCompressedXContent(), MergeReason.MAPPING_UPDATE);
        });
    }

    public void testDocuments() throws IOException {
        DocumentMapper mapper = createMapperService(minimal()).merge(
                "_doc", new CompressedXContent(MAPPINGS.get(1)), MergeReason.MAPPING_UPDATE);
        fuzz(
                DOCUMENTS, 500,
                document -> mapper.parse(
                        new SourceToParse("1", new BytesArray(document), XContentType.JSON)));
    }

    public void testTokenFilters() throws IOException {
        IndexSettings index = createMapperService(minimal()).getIndexSettings();
        fuzz(FILTERS, 5_000, filter -> {
            Settings settings;
            try {
                settings = Settings.builder().loadFromSource(filter, XContentType.JSON).build();
            } catch (SettingsException e) {
                // Refused before the filter sees it.
                return;
            }
            new MinHashBandsTokenFilterFactory(index, null, "filter", settings);
        });
    }

    /** Gives mutated JSON to a reader, and checks what it is refused with. */
    private static void fuzz(
            List<String> right, int times, CheckedConsumer<String, IOException> reader)
            throws IOException {
        Random random = Chance.random();
        JsonMutator mutator = new JsonMutator(random, new Words(MAPPINGS));
        int read = 0;
        int count = atLeast(times);
        for (int i = 0; i < count; i++) {
            String mutated = mutator.mutate(
                    RandomPicks.randomFrom(random, right), 1 + random.nextInt(3));
            try {
                reader.accept(mutated);
                read++;
            } catch (Exception e) {
                // Elasticsearch reads dynamic templates without looking what they are.
                if (e.getCause() instanceof ClassCastException && mutated.contains("dynamic_t")) {
                    continue;
                }
                if (ParserFailures.has(e) == false
                        && ExceptionsHelper.status(e) != RestStatus.BAD_REQUEST) {
                    fail(mutated + "\n" + ExceptionsHelper.stackTrace(e));
                }
            }
        }
        assertThat("what is still right", read, greaterThan(count / 50));
        assertThat("what is wrong", read, lessThan(count * 9 / 10));
    }
}
