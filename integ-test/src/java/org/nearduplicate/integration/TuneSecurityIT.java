package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A sample is made of what its caller may read, and needs no other right. */
public class TuneSecurityIT {

    private static final String FIELD = "body";
    private static final int SAMPLE = 40;

    private static RestCalls admin;

    /** Near copies follow each other, so that most red documents have blue neighbours. */
    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        createUsers();
        Map<String, Map<String, ?>> all = new LinkedHashMap<>();
        Map<String, Map<String, ?>> red = new LinkedHashMap<>();
        List<String> texts = Texts.withNearDuplicates(7, 60, 4);
        for (int i = 0; i < texts.size(); i++) {
            String colour = i % 5 == 0 ? "red" : "blue";
            Map<String, Object> source = Map.of("colour", colour, FIELD, texts.get(i));
            all.put("doc-" + i, source);
            if (colour.equals("red")) {
                red.put("doc-" + i, source);
            }
        }
        create("docs").putSources(all, "");
        create("red-alone").putSources(red, "");
        create("other");
        admin.call("PUT", "/docs/_alias/public").ok();
    }

    private static void createUsers() throws IOException, InterruptedException {
        SharedSecuredServer.users(Map.of(
                "reader", Roles.reader("docs*", Map.of()),
                "alias", Roles.reader("public", Map.of()),
                "stranger", Roles.reader("other", Map.of()),
                "red", Roles.reader("docs", Map.of("query", "{\"term\":{\"colour\":\"red\"}}")),
                "no-body", Roles.reader("docs", Roles.fields("colour")),
                "no-near", Roles.reader("docs", Roles.fields("colour", FIELD))));
    }

    private static TestIndex create(String name) throws IOException {
        return TestIndex.createWith(admin, name, TestIndex.settings(2), Map.of("colour",
                Map.of("type", "keyword"), FIELD, TestIndex.textWithNear(Map.of())));
    }

    @Test
    public void whoMayReadMayTune() throws IOException {
        Object expected = tune(admin, "docs", SAMPLE).at("sample");

        assertThat(
                (Integer) tune(admin, "docs", SAMPLE).at("sample", "neighbours"), greaterThan(10));
        for (String target : List.of("docs", "doc*", "*")) {
            assertEquals(target, expected, tune(as("reader"), target, SAMPLE).at("sample"));
        }
        assertEquals(expected, tune(as("alias"), "public", SAMPLE).at("sample"));
        assertEquals(expected, tune(as("alias"), "pub*", SAMPLE).at("sample"));
    }

    @Test
    public void whoMayNotReadMayNotTune() throws IOException {
        send(as("stranger"), "docs", SAMPLE).refused(403, "is unauthorized");
        assertEquals(403, send(as("alias"), "docs", SAMPLE).status());
    }

    @Test
    public void hiddenDocumentsAreNotInTheSample() throws IOException {
        Answer red = tune(as("red"), "docs", 100);
        assertEquals(60, red.at("sample", "matching"));
        assertEquals(60, red.at("sample", "size"));
        assertEquals(
                tune(admin, "red-alone", 100).at("shingles"), red.at("shingles"));

        Answer few = tune(as("red"), "docs", SAMPLE);
        assertEquals("body.near", few.at("sample", "neighbour_field"));
        assertEquals("red documents are no neighbours", 0, few.at("sample", "neighbours"));
        assertEquals(SAMPLE, few.at("sample", "size"));
    }

    @Test
    public void hiddenFieldsAreNotRead() throws IOException {
        send(as("no-body"), "docs", SAMPLE).refused(400, "[field] must have a text in [_source]");

        Answer random = tune(as("no-near"), "docs", SAMPLE);
        assertNull(random.at("sample", "neighbour_field"));
        assertEquals(SAMPLE, random.at("sample", "random"));
        assertEquals(Set.of(List.of()), presentFields(random));
        assertEquals(
                Set.of(List.of(), List.of("body.near")),
                presentFields(tune(as("reader"), "docs", SAMPLE)));
    }

    private static Set<Object> presentFields(Answer answer) throws IOException {
        return answer.objects("settings").stream()
                .map(row -> row.get("present_fields"))
                .collect(Collectors.toSet());
    }

    private static Answer tune(RestCalls rest, String indices, int size) throws IOException {
        return send(rest, indices, size).ok();
    }

    private static Answer send(RestCalls rest, String indices, int size) throws IOException {
        return rest.post("/" + indices + "/_near_duplicate/tune",
                Map.of("field", FIELD, "sample_size", size));
    }
}
