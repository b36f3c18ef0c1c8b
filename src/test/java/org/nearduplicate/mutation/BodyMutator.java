package org.nearduplicate.mutation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Changes the bodies of requests: their structure, their bytes, their format. */
public final class BodyMutator {

    private final List<RequestText> requests;
    private final Words words;

    /** @param requests right ones, of which parts are put into others */
    public BodyMutator(List<RequestText> requests) throws IOException {
        this.requests = requests;
        this.words = new Words(
                requests.stream().flatMap(request -> request.text().lines()).toList());
    }

    /** Returns a request, which has a body, with another body. */
    public RequestText mutate(RequestText right, Random random) throws IOException {
        ByteMutator bytes = new ByteMutator(random);
        return switch (random.nextInt(20)) {
            case 0, 1 -> with(right, bytes.mutate(right.body(), 1 + random.nextInt(3)));
            case 2 -> with(right, bytes.splice(right.body(), any(random, requests).body()));
            case 3 -> with(right, random.nextBoolean() ? new byte[0] : right.body());
            case 4, 5 -> otherFormat(right, random);
            case 6 -> with(right, bytes.mutate(structure(right, random).body(), 1));
            default -> structure(right, random);
        };
    }

    /** Changes the JSON, one line of it where there are several. */
    private RequestText structure(RequestText right, Random random) throws IOException {
        boolean oneByOne = RequestText.LINES.equals(right.type());
        List<String> jsons = oneByOne
                ? new ArrayList<>(right.text().lines().toList())
                : new ArrayList<>(List.of(right.text()));
        int at = random.nextInt(jsons.size());
        if (oneByOne && random.nextInt(8) == 0) {
            jsons.remove(at);
        } else {
            JsonMutator mutator = new JsonMutator(random, words);
            jsons.set(at, mutator.mutate(jsons.get(at), 1 + random.nextInt(3)));
        }
        return new RequestText(
                right.method(), right.path(), right.type(),
                String.join("\n", jsons) + (oneByOne ? "\n" : ""));
    }

    /** Writes what is still JSON in another format, and changes its bytes every other time. */
    private RequestText otherFormat(RequestText right, Random random) throws IOException {
        XContentType type =
                any(random, List.of(XContentType.YAML, XContentType.CBOR, XContentType.SMILE));
        byte[] body;
        try {
            body = converted(structure(right, random).text(), type);
        } catch (IOException | IllegalArgumentException e) {
            body = converted(right.text().lines().findFirst().orElseThrow(), type);
        }
        return new RequestText(
                right.method(), right.path(), type.mediaTypeWithoutParameters(),
                random.nextBoolean() ? body : new ByteMutator(random).mutate(body, 2));
    }

    private static byte[] converted(String json, XContentType type) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XContentParser parser = JsonXContent.jsonXContent
                .createParser(XContentParserConfiguration.EMPTY, json);
                XContentBuilder builder = new XContentBuilder(type.xContent(), out)) {
            parser.nextToken();
            builder.copyCurrentStructure(parser);
        }
        return out.toByteArray();
    }

    private static RequestText with(RequestText right, byte[] body) {
        return new RequestText(right.method(), right.path(), right.type(), body);
    }

    private static <T> T any(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
