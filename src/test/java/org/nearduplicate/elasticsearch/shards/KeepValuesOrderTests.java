package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.network.InetAddresses;
import org.nearduplicate.groups.shard.DocumentName;

/**
 * The keys of keep values have the order of the values: of random values of every type, of which a
 * document may have none, one or several; and each type is of a kind.
 */
public class KeepValuesOrderTests extends SessionNodeTestCase {

    private static final int DOCUMENTS = 40;

    /** The name of a field is that of its type. */
    private static final List<Type<?>> TYPES = List.of(
            type("long", () -> randomFrom(randomLong(), (long) between(-3, 3))),
            type("integer", () -> randomFrom(randomInt(), between(-3, 3))),
            type("short", () -> (int) randomShort()),
            type("byte", () -> (int) randomByte()),
            type("double", () -> randomFrom(
                    randomDoubleBetween(-1e300, 1e300, true), 0.0, between(-9, 9) / 10.0)),
            type("float", () -> (double) randomFrom(
                    Float.intBitsToFloat(between(0, 0x7f7fffff)), between(-9, 9) / 2f)),
            type("half_float", () -> between(-1000, 1000) / 2.0),
            new Type<>("keyword", () -> randomUnicodeOfLengthBetween(0, 5),
                    Comparator.comparing(BytesRef::new)),
            // A number of four digits would be read as a year: one in 10⁸.
            type("date", () -> randomFrom(
                    randomLongBetween(-1L << 40, 1L << 40), (long) between(-2, 2))),
            new Type<>("date_nanos", KeepValuesOrderTests::randomNanos,
                    Comparator.comparing(Function.identity())),
            type("boolean", () -> randomBoolean()),
            new Type<>("ip", () -> InetAddresses.toAddrString(randomIp(randomBoolean())),
                    Comparator.comparing(KeepValuesOrderTests::ipBytes, Arrays::compareUnsigned)));

    /** The values of a type as they are indexed, and their order. */
    private record Type<T>(String name, Supplier<T> random, Comparator<T> order) {

        List<T> randomValues() {
            return randomList(0, randomFrom(1, 1, 4), random);
        }

        /** Returns the order of the values that count: the lowest or the highest of each list. */
        @SuppressWarnings("unchecked")
        int compare(List<?> one, List<?> other, boolean highest) {
            Comparator<T> first = highest ? order.reversed() : order;
            T a = one.stream().map(value -> (T) value).min(first).get();
            T b = other.stream().map(value -> (T) value).min(first).get();
            return Integer.signum(order.compare(a, b));
        }
    }

    private static <T extends Comparable<T>> Type<T> type(String name, Supplier<T> random) {
        return new Type<>(name, random, Comparator.naturalOrder());
    }

    public void testKeysAreOrderedAsValues() throws IOException {
        StringBuilder fields = new StringBuilder("\"body\": {\"type\": \"minhash\"}");
        for (Type<?> type : TYPES) {
            fields.append(", \"").append(type.name).append("\": {\"type\": \"").append(type.name)
                    .append("\"}");
        }
        create(INDEX, 1, "{\"properties\": {" + fields + "}}");
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            Map<String, Object> document = new HashMap<>();
            TYPES.forEach(type -> document.put(type.name, type.randomValues()));
            documents.put("" + i, document);
        }
        index(INDEX, documents);
        for (Type<?> type : TYPES) {
            assertSameOrder(type, documents, false);
            assertSameOrder(type, documents, true);
        }
    }

    public void testKinds() throws IOException {
        create(
                INDEX, 1,
                """
                        {"runtime": {"at_runtime": {"type": "long"}}, "properties": {
                          "body": {"type": "minhash"},
                          "keyword": {"type": "keyword"}, "ip": {"type": "ip"},
                          "byte": {"type": "byte"}, "long": {"type": "long"},
                          "float": {"type": "float"}, "double": {"type": "double"},
                          "date": {"type": "date"}, "date_nanos": {"type": "date_nanos"},
                          "boolean": {"type": "boolean"},
                          "text": {"type": "text", "fielddata": true},
                          "other_name": {"type": "alias", "path": "long"}
                        }}""");
        Map<String, String> kinds = Map.of(
                "keyword", "keyword", "ip", "ip", "byte", "integer", "long", "integer",
                "float", "floating point", "double", "floating point", "date", "date",
                "date_nanos", "date_nanoseconds", "boolean", "boolean", "other_name", "integer");
        for (Map.Entry<String, String> kind : kinds.entrySet()) {
            try (OpenedSessions.Opened session =
                    opener().open(OpenedSessions.keepBy(kind.getKey(), randomBoolean()))) {
                assertThat(session.description().keepValues(), equalTo(kind.getValue()));
            }
        }
        for (String none : List.of("text", "at_runtime")) {
            IllegalArgumentException refusal = expectThrows(
                    IllegalArgumentException.class,
                    () -> opener().open(OpenedSessions.keepBy(none, randomBoolean())));
            assertThat(
                    refusal.getMessage(),
                    startsWith("[keep.field] must be a field with doc values that have an order"));
        }
    }

    private void assertSameOrder(
            Type<?> type, Map<String, Map<String, Object>> documents, boolean highest)
            throws IOException {
        List<DocumentName> names = new ArrayList<>(names(type.name, highest));
        assertThat(names.size(), equalTo(documents.size()));
        names.removeIf(name -> {
            boolean none = ((List<?>) documents.get(name.id()).get(type.name)).isEmpty();
            assertThat(type.name, name.keepKey() == null, equalTo(none));
            return none;
        });
        for (DocumentName one : names) {
            for (DocumentName other : names) {
                List<?> a = (List<?>) documents.get(one.id()).get(type.name);
                List<?> b = (List<?>) documents.get(other.id()).get(type.name);
                assertThat(
                        type.name + " " + a + " and " + b + (highest ? " highest" : " lowest"),
                        Integer.signum(one.keepKey().compareTo(other.keepKey())),
                        equalTo(type.compare(a, b, highest)));
            }
        }
    }

    private List<DocumentName> names(String field, boolean highest) throws IOException {
        try (OpenedSessions.Opened session = opener().open(
                OpenedSessions.keepBy(field, highest))) {
            return session.names(DOCUMENTS);
        }
    }

    /** Many of them are in the same second, and in the same millisecond. */
    private static String randomNanos() {
        String digits = randomFrom("000", "999") + randomFrom("000", "500")
                + randomFrom("000", "001", "999");
        return randomFrom("1970-01-01", "2026-07-01") + "T00:00:0" + between(0, 1) + "." + digits
                + "Z";
    }

    /** An address as Elasticsearch documents their order: that of the IPv6 bytes. */
    private static byte[] ipBytes(String address) {
        InetAddress ip = InetAddresses.forString(address);
        byte[] bytes = ip.getAddress();
        if (bytes.length == 16) {
            return bytes;
        }
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        System.arraycopy(bytes, 0, mapped, 12, 4);
        return mapped;
    }
}
