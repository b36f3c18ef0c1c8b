package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.sort.SortOrder;
import org.junit.Before;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.job.JobMonitor;

/** Names are those that are stored, wherever they are read: of many documents or of few. */
public class NameReaderTests extends SessionNodeTestCase {

    private static final int DOCUMENTS = 200;

    private static final String WITH_NESTED =
            """
                    {"properties": {
                      "body": {"type": "minhash"},
                      "parts": {"type": "nested", "properties": {"rank": {"type": "integer"}}}
                    }}""";

    /** Identifiers of all encodings, some of them used again, in several segments. */
    @Before
    public void createAndFill() {
        create(INDEX, 1, WITH_NESTED);
        for (int segment = 0; segment < 3; segment++) {
            Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
            for (int i = 0; i < DOCUMENTS; i++) {
                documents.put(
                        randomId(), Map.of("body", "x", "parts", List.of(Map.of("rank", i))));
            }
            index(INDEX, documents);
        }
    }

    private static String randomId() {
        int number = randomIntBetween(0, 10 * DOCUMENTS);
        return switch (number % 3) {
            case 0 -> Integer.toString(number);
            case 1 -> "id \u20AC " + number;
            default -> "abcdefghijklmnop".substring(number % 4) + number;
        };
    }

    public void testNamesAreThoseStored() throws IOException {
        assertNames();
    }

    public void testNamesOfRoutedDocuments() throws IOException {
        for (int i = 0; i < 20; i++) {
            prepareIndex(INDEX).setId("routed" + i).setRouting("" + i).setSource("body", "x")
                    .get();
        }
        refresh(INDEX);
        assertNames();
    }

    public void testLongNamesComeInParts() throws IOException {
        try (OpenedSessions.Opened session =
                opener().open(OpenedSessions.matching(new MatchAllQueryBuilder()))) {
            NameReader names = session.session().names();
            int[] documents = documents();
            List<DocumentName> expected = names.names(documents, JobMonitor.NONE);
            assertThat(expected.size(), equalTo(documents.length));
            for (int maxCharacters : new int[] {1, 1_000, 10_000}) {
                List<DocumentName> read = new ArrayList<>();
                int parts = 0;
                while (read.size() < documents.length) {
                    int[] rest = Arrays.copyOfRange(documents, read.size(), documents.length);
                    List<DocumentName> part = names.names(rest, maxCharacters, JobMonitor.NONE);
                    int characters = part.subList(0, part.size() - 1).stream()
                            .mapToInt(name -> name.id().length())
                            .sum();
                    assertThat(characters, lessThanOrEqualTo(maxCharacters));
                    read.addAll(part);
                    parts++;
                }
                assertThat(read, equalTo(expected));
                assertThat(parts, greaterThan(maxCharacters == 10_000 ? 0 : 1));
            }
        }
    }

    public void testMemoryIsChargedAndGivenBack() throws IOException {
        AtomicLong reserved = new AtomicLong();
        AtomicLong most = new AtomicLong();
        JobMonitor monitor = new JobMonitor() {
            @Override
            public void reserve(long bytes) {
                most.accumulateAndGet(reserved.addAndGet(bytes), Math::max);
            }
        };
        try (OpenedSessions.Opened session =
                opener().open(OpenedSessions.matching(new MatchAllQueryBuilder()))) {
            int[] documents = documents();
            session.session().names().names(documents, monitor);
            assertThat(most.get(), greaterThan(100L * documents.length));
            assertThat(reserved.get(), equalTo(0L));
        }
    }

    private void assertNames() throws IOException {
        List<DocumentName> expected = new ArrayList<>();
        assertResponse(
                client().prepareSearch(INDEX).setSize(10_000).addSort("_doc", SortOrder.ASC),
                response -> response.getHits().forEach(hit -> expected.add(name(hit))));
        int[] documents = documents();
        try (OpenedSessions.Opened session =
                opener().open(OpenedSessions.matching(new MatchAllQueryBuilder()))) {
            NameReader names = session.session().names();
            assertThat(expected.size(), greaterThan(DOCUMENTS));
            assertThat(names.names(documents, JobMonitor.NONE), equalTo(expected));
            for (int i = 0; i < 20; i++) {
                int one = randomIntBetween(0, documents.length - 1);
                assertThat(
                        names.names(new int[] {documents[one]}, JobMonitor.NONE),
                        equalTo(List.of(expected.get(one))));
            }
        }
    }

    private static DocumentName name(SearchHit hit) {
        DocumentField routing = hit.getMetadataFields().get(RoutingFieldMapper.NAME);
        return new DocumentName(
                hit.getId(), routing == null ? null : routing.getValue().toString(), null);
    }

    /** Returns the live documents that are not nested: only those have a primary term. */
    private int[] documents() throws IOException {
        List<Integer> documents = new ArrayList<>();
        try (Engine.Searcher searcher = getInstanceFromNode(IndicesService.class)
                .indexServiceSafe(resolveIndex(INDEX)).getShard(0).acquireSearcher("test")) {
            for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
                Bits live = segment.reader().getLiveDocs();
                NumericDocValues roots =
                        segment.reader().getNumericDocValues(SeqNoFieldMapper.PRIMARY_TERM_NAME);
                for (int doc = roots.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc =
                        roots.nextDoc()) {
                    if (live == null || live.get(doc)) {
                        documents.add(segment.docBase + doc);
                    }
                }
            }
        }
        return documents.stream().mapToInt(Integer::intValue).toArray();
    }
}
