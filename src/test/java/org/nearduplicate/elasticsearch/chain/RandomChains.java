package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.test.ESTestCase.between;
import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomFloat;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomValueOtherThan;

import java.util.List;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.nearduplicate.groups.Chain;
import org.nearduplicate.groups.Document;
import org.nearduplicate.lucene.Verify;

/** Random requests for chains, and answers. */
final class RandomChains {

    private RandomChains() {}

    static ChainEnd end() {
        return new ChainEnd(name(), randomAlphaOfLength(4), name());
    }

    static ChainOptions options() {
        ChainEnd from = end();
        return new ChainOptions(
                randomAlphaOfLength(3),
                from,
                randomValueOtherThan(from, RandomChains::end),
                similarity(),
                randomFrom(Verify.values()),
                query(),
                between(1, 100));
    }

    /** Returns options that differ in exactly one of them. */
    static ChainOptions mutate(ChainOptions options) {
        String field = options.field();
        ChainEnd from = options.from();
        ChainEnd to = options.to();
        Double similarity = options.minSimilarity();
        Verify verify = options.verify();
        QueryBuilder query = options.query();
        int maxLength = options.maxLength();
        switch (between(0, 6)) {
            case 0 -> field = field + "2";
            case 1 -> from = new ChainEnd(name(), randomAlphaOfLength(5), null);
            case 2 -> to = new ChainEnd(name(), randomAlphaOfLength(5), null);
            case 3 -> similarity = randomValueOtherThan(similarity, RandomChains::similarity);
            case 4 -> verify = randomValueOtherThan(verify, () -> randomFrom(Verify.values()));
            case 5 -> query = randomValueOtherThan(query, RandomChains::query);
            default -> maxLength = randomValueOtherThan(maxLength, () -> between(1, 100));
        }
        return new ChainOptions(field, from, to, similarity, verify, query, maxLength);
    }

    static Chain chain() {
        List<Document> documents = randomList(
                0, 5, () -> new Document(randomAlphaOfLength(3), randomAlphaOfLength(3), name()));
        int links = Math.max(0, documents.size() - 1);
        return new Chain(
                documents,
                randomList(links, links, () -> randomFloat()),
                randomBoolean(),
                between(2, 10_000));
    }

    static String name() {
        return randomBoolean() ? null : randomAlphaOfLength(3);
    }

    private static Double similarity() {
        return randomBoolean() ? null : between(1, 100) / 100.0;
    }

    private static QueryBuilder query() {
        return randomBoolean()
                ? null
                : QueryBuilders.termQuery(randomAlphaOfLength(3), randomAlphaOfLength(3));
    }
}
