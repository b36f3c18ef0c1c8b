package org.nearduplicate.integration;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/**
 * An index of which a user may see the documents that match a random query, and beside it an index that
 * holds nothing but these, with the same identifiers and so in the same shards.
 */
final class RestrictedView {

    private static final String ALL = "view-all";
    private static final String VISIBLE = "view-visible";
    private static final List<String> COLOURS = List.of("red", "green", "blue", "grey");

    /** Of doubles, which no similarity and no score is. */
    private static final Pattern LONG_FRACTION = Pattern.compile("[0-9]+\\.[0-9]{13,}");

    private final RestCalls admin;
    private final RestCalls user;
    private final Filter filter;
    private final int shards;
    private final List<String> ids;
    private final List<String> texts;

    private RestrictedView(
            RestCalls admin, RestCalls user, Filter filter, int shards, List<String> ids,
            List<String> texts) {
        this.admin = admin;
        this.user = user;
        this.filter = filter;
        this.shards = shards;
        this.ids = ids;
        this.texts = texts;
    }

    /** Which documents may be seen: as a query for Elasticsearch, and as this test understands it. */
    private record Filter(Map<String, ?> query, Predicate<Map<String, ?>> shows) {}

    /**
     * An answer without what depends on the index and the time. Of several shards Elasticsearch passes on
     * the warnings of the one that answers last, so that only those of a single shard can be compared.
     */
    record Seen(int status, String text, TreeSet<String> warnings) {

        static Seen of(Answer answer, int shards) {
            return new Seen(
                    answer.status(),
                    comparable(answer.text()),
                    shards == 1 ? comparable(answer.warnings()) : new TreeSet<>());
        }

        private static TreeSet<String> comparable(List<String> warnings) {
            return warnings.stream()
                    .map(Seen::comparable)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        int hits() {
            return text.split("\"_score\":[01]", -1).length - 1;
        }

        /**
         * Sequence numbers order a sample; in another order sums and terms in memory differ a little. What terms take is
         * estimated by segments, which differ too.
         */
        private static String comparable(String text) {
            String named = text.replace(ALL, "view")
                    .replace(VISIBLE, "view")
                    .replaceAll("\"(took|signing_in_micros)\":[0-9.E-]+", "\"$1\":0")
                    .replaceAll("\"time\":\"[0-9TZ:.-]+\"", "\"time\":\"\"")
                    .replaceAll("\"index_uuid\":\"[^\"]*\"", "\"index_uuid\":\"\"")
                    .replaceAll("\"estimated_size_in_bytes\":[0-9]+", "\"estimated\":0")
                    .replaceAll("\"(band_terms_in_bytes|total_in_bytes|cost)\":[0-9.E-]+",
                            "\"$1\":0")
                    .replaceAll("[0-9]+ bytes per document", "bytes per document");
            return LONG_FRACTION.matcher(named)
                    .replaceAll(
                            number -> new BigDecimal(number.group())
                                    .round(new MathContext(9))
                                    .stripTrailingZeros()
                                    .toPlainString());
        }
    }

    /** Fills both indices, some of whose documents are deleted in the one and never in the other. */
    static RestrictedView random(RestCalls admin, SplittableRandom random)
            throws IOException, InterruptedException {
        Filter filter = randomFilter(random);
        int shards = random.nextInt(1, 3);
        List<String> texts = Texts.withNearDuplicates(random.nextLong(), 24, 4);
        Map<String, Map<String, ?>> all = new LinkedHashMap<>();
        Map<String, Map<String, ?>> visible = new LinkedHashMap<>();
        List<String> deleted = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            String id = "d" + i;
            Map<String, Object> source = new LinkedHashMap<>();
            source.put("number", i);
            source.put("colour", COLOURS.get(random.nextInt(COLOURS.size())));
            source.put("size", random.nextInt(10));
            source.put(TestIndex.FIELD, random.nextInt(20) == 0 ? null : texts.get(i));
            all.put(id, source);
            if (random.nextInt(10) == 0) {
                deleted.add(id);
            } else if (filter.shows.test(source)) {
                visible.put(id, source);
            }
        }
        create(admin, ALL, shards).putSources(all, "");
        StringBuilder lines = new StringBuilder();
        deleted.forEach(
                id -> lines.append(Json.of(Map.of("delete", Map.of("_id", id)))).append('\n'));
        admin.callLines("POST", "/" + ALL + "/_bulk?refresh=true", lines.toString()).ok();
        create(admin, VISIBLE, shards).putSources(visible, "");
        SharedSecuredServer.users(
                Map.of("restricted", Roles.reader(ALL, Roles.documents(filter.query))));
        RestCalls user = SharedSecuredServer.as("restricted");
        List<String> ids = new ArrayList<>(all.keySet());
        ids.add("never-there");
        return new RestrictedView(admin, user, filter, shards, ids, texts);
    }

    /** Returns the identifiers of documents that are visible, hidden, deleted, or never were. */
    List<String> ids() {
        return ids;
    }

    /** Returns the texts of all documents. */
    List<String> texts() {
        return texts;
    }

    /** What the restricted user gets. */
    Seen restricted(RandomCalls.Call call) throws IOException {
        return Seen.of(call.send(user, ALL), shards);
    }

    /** What a superuser gets for the visible documents alone. */
    Seen unrestricted(RandomCalls.Call call) throws IOException {
        return Seen.of(call.send(admin, VISIBLE), shards);
    }

    @Override
    public String toString() {
        return shards + " shards, documents of " + Json.of(filter.query);
    }

    private static TestIndex create(RestCalls admin, String name, int shards)
            throws IOException {
        return TestIndex.createWith(admin, name, TestIndex.settings(shards),
                Map.of(TestIndex.FIELD,
                        TestIndex.minHash(Map.of("similarity", 0.6, "exact", true, "passages", 4)),
                        "colour", Map.of("type", "keyword"), "number", Map.of("type", "integer"),
                        "size", Map.of("type", "integer")));
    }

    private static Filter randomFilter(SplittableRandom random) {
        String colour = COLOURS.get(random.nextInt(COLOURS.size()));
        int size = random.nextInt(1, 10);
        Map<String, ?> ofColour = Map.of("term", Map.of("colour", colour));
        Map<String, ?> smaller = Map.of("range", Map.of("size", Map.of("lt", size)));
        Predicate<Map<String, ?>> isOfColour = source -> source.get("colour").equals(colour);
        Predicate<Map<String, ?>> isSmaller = source -> (int) source.get("size") < size;
        return switch (random.nextInt(5)) {
            case 0 -> new Filter(ofColour, isOfColour);
            case 1 -> new Filter(
                    Map.of("bool", Map.of("must_not", ofColour)), isOfColour.negate());
            case 2 -> new Filter(smaller, isSmaller);
            case 3 -> new Filter(
                    Map.of("bool", Map.of("should", List.of(ofColour, smaller))),
                    isOfColour.or(isSmaller));
            default -> new Filter(
                    Map.of("exists", Map.of("field", TestIndex.FIELD)),
                    source -> source.get(TestIndex.FIELD) != null);
        };
    }
}
