package org.nearduplicate.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A request over HTTP as it is written in a file: method, path and content type on one line, the body
 * on those that follow, up to an empty line. Lines that begin with # are comments.
 *
 * @param path with its query string, encoded
 * @param type the content type
 * @param body any bytes, none for no body
 */
public record RequestText(String method, String path, String type, byte[] body) {

    public static final String JSON = "application/json";
    public static final String LINES = "application/x-ndjson";

    private static final String BASE64 = "base64 ";

    public RequestText(String method, String path, String type, String body) {
        this(method, path, type, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The body, if it is right UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Reads all requests of a file. */
    public static List<RequestText> read(Class<?> owner, String resource) throws IOException {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no [" + resource + "] beside " + owner);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static List<RequestText> parse(String file) {
        List<RequestText> requests = new ArrayList<>();
        for (String block : file.split("\n\n+")) {
            List<String> lines = block.lines().filter(line -> !line.startsWith("#")).toList();
            if (lines.isEmpty() == false) {
                requests.add(parse(lines));
            }
        }
        return requests;
    }

    private static RequestText parse(List<String> lines) {
        String[] first = lines.getFirst().split(" ", 3);
        List<String> rest = lines.subList(1, lines.size());
        String type = first.length > 2 ? first[2] : JSON;
        if (rest.size() == 1 && rest.getFirst().startsWith(BASE64)) {
            String encoded = rest.getFirst().substring(BASE64.length());
            return new RequestText(first[0], first[1], type, Base64.getDecoder().decode(encoded));
        }
        String body = String.join("\n", rest);
        return new RequestText(first[0], first[1], type, LINES.equals(type) ? body + "\n" : body);
    }

    /** The request as {@link #read} reads it. */
    @Override
    public String toString() {
        String first = method + ' ' + path + ' ' + type;
        if (body.length == 0) {
            return first;
        }
        String plain = first + '\n' + (LINES.equals(type) ? text().stripTrailing() : text());
        boolean oneBlock = plain.contains("\n\n") == false;
        return oneBlock && parse(plain).equals(List.of(this))
                ? plain
                : first + '\n' + BASE64 + Base64.getEncoder().encodeToString(body);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RequestText that
                && method.equals(that.method)
                && path.equals(that.path)
                && type.equals(that.type)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return path.hashCode() + Arrays.hashCode(body);
    }
}
