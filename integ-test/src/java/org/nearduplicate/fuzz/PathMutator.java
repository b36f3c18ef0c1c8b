package org.nearduplicate.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes paths and the parameters after them. */
final class PathMutator {

    private static final List<String> SEGMENTS = List.of(
            "*", "_all", "fuzz", "fuzz-write", "fuzz,fuzz-write", "fuzz*,-fuzz", "-fuzz", "none",
            "none,fuzz", "x:fuzz", "*:*", "%3Cfuzz-%7Bnow%2Fd%7D%3E", "%3Cfuzz", ".tasks", "A", ".",
            "..", "%2e%2e", "%00", "%0a", "%20", "%2c", ",", ",,", "%", "%zz", "%ed%a0%80",
            "%F0%9F%98%80", "%c3%a9", "_source", "_near_duplicate", "groups", "chain", "compare",
            "tune",
            "curve", "_search", "_doc", "a".repeat(300), "0", "-1", "%22", "%5b", "\\", "<>", "{}");

    private static final List<String> PARAMETERS = List.of(
            "format", "pretty", "human", "error_trace", "filter_path", "flat_settings",
            "ignore_unavailable", "allow_no_indices", "expand_wildcards", "ignore_throttled",
            "routing", "preference", "wait_for_completion", "timeout", "size", "from", "index",
            "field", "similarity", "recall", "noise", "noise_similarity", "bands", "rows",
            "hash_count", "q", "typed_keys", "rest_total_hits_as_int", "source",
            "source_content_type", "request_cache", "batched_reduce_size", "search_type", "none");

    private static final List<String> VALUES = List.of(
            "", "true", "false", "0", "1", "-1", "2.5", "0.5", "1e400", "NaN", "1e-999999999",
            "99999999999", "json", "yaml", "cbor", "smile", "svg", "html", "txt", "SVG", "maybe",
            "all", "open,closed", "hidden", "none", "*", "-*", "a,b", "%00", "%ed%a0%80", "%20",
            "%F0%9F%98%80", "%", "%zz", "&", "=", "dfs_query_then_fetch", "1s", "-1s", "_local",
            "_shards:0", "_shards:9", "_only_nodes:x", "%7B%22field%22%3A%22near%22%7D",
            "application%2Fjson", "1".repeat(2_000));

    private final Random random;

    PathMutator(Random random) {
        this.random = random;
    }

    String mutate(String path) {
        int question = path.indexOf('?');
        String before = question < 0 ? path : path.substring(0, question);
        List<String> parameters = question < 0
                ? new ArrayList<>()
                : new ArrayList<>(Arrays.asList(path.substring(question + 1).split("&")));
        if (random.nextInt(3) == 0) {
            before = '/' + String.join("/", segments(before));
        } else {
            change(parameters);
        }
        return parameters.isEmpty() ? before : before + '?' + String.join("&", parameters);
    }

    private List<String> segments(String path) {
        List<String> segments = new ArrayList<>(Arrays.asList(path.substring(1).split("/")));
        int at = random.nextInt(segments.size());
        switch (random.nextInt(8)) {
            case 0 -> segments.remove(at);
            case 1 -> segments.add(at, any(SEGMENTS));
            case 2 -> segments.set(at, segments.get(at) + any(SEGMENTS));
            // Mostly the name of the index.
            case 3, 4, 5 -> segments.set(0, any(SEGMENTS));
            default -> segments.set(at, any(SEGMENTS));
        }
        return segments;
    }

    private void change(List<String> parameters) {
        int at = random.nextInt(parameters.size() + 1);
        if (at == parameters.size()) {
            parameters.add(any(PARAMETERS) + '=' + any(VALUES));
            return;
        }
        String parameter = parameters.get(at);
        String name = parameter.substring(0, Math.max(0, parameter.indexOf('=')));
        switch (random.nextInt(6)) {
            case 0 -> parameters.remove(at);
            case 1 -> parameters.add(parameter);
            case 2 -> parameters.add(name + '=' + any(VALUES));
            case 3 -> parameters.set(at, name);
            default -> parameters.set(at, name + '=' + any(VALUES));
        }
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
