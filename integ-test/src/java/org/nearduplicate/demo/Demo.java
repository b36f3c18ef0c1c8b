package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Shows near duplicates among the licence texts of the SPDX list, on a server that it starts and stops.
 *
 * <p>System properties: {@code server.distribution} and {@code plugin.zip} say where the server and the
 * plugin are; {@code demo.pages} is where pages go; {@code demo.stay=true} keeps the server up on
 * port 9200 until the program is interrupted.
 */
public final class Demo {

    private static final int STAY_PORT = 9200;

    /** The MIT licence as somebody might paste it: with a copyright line, and changed in four places. */
    private static final String PASTED =
            """
                    Copyright (c) 2026 Example Corporation

                    Permission is hereby granted, free of charge, to any person or company obtaining a copy
                    of this software and associated documentation files (the "Software"), to deal in the
                    Software without restriction, including without limitation the rights to use, copy,
                    modify, merge, publish, distribute and sell copies of the Software, and to permit
                    persons to whom the Software is furnished to do so, subject to these conditions:

                    The above copyright notice and this permission notice shall be included in all copies
                    or substantial portions of the Software.

                    THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
                    INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
                    PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
                    LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT
                    OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
                    OTHER DEALINGS IN THE SOFTWARE.
                    """;

    /** A clause of the GNU General Public License. */
    private static final String CLAUSE =
            """
                    Each time you redistribute the Program (or any work based on the Program), the
                    recipient automatically receives a license from the original licensor to copy,
                    distribute or modify the Program subject to these terms and conditions. You may
                    not impose any further restrictions on the recipients' exercise of the rights
                    granted herein. You are not responsible for enforcing compliance by third parties
                    to this License.
                    """;

    private static final List<String> PARTS = List.of("ISC", "BSL-1.0", "Zlib");

    private static final double MIN_SIMILARITY = 0.5;
    private static final double MIN_SHARE = 0.8;
    private static final String ORIGINAL = "MIT";
    private static final String STORED = "BSD-3-Clause";

    private final PrintStream out;
    private final boolean stay;
    private final Path pages;

    private Demo(PrintStream out, boolean stay, Path pages) {
        this.out = out;
        this.stay = stay;
        this.pages = pages;
    }

    /**
     * Runs the demo.
     *
     * @param args none
     * @throws Exception if the server cannot be started or refuses something
     */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path pages = Path.of(System.getProperty("demo.pages"));
        new Demo(out, Boolean.getBoolean("demo.stay"), pages).run();
    }

    private void run() throws IOException, InterruptedException {
        ServerCluster.Builder server =
                ServerCluster.builder()
                        .distribution(Path.of(System.getProperty("server.distribution")))
                        .plugin(Path.of(System.getProperty("plugin.zip")))
                        .progress(step -> out.println("  " + step));
        if (stay) {
            server.httpPort(STAY_PORT);
        }
        title("A server with the plugin");
        try (ServerCluster cluster = server.start();
                RestCalls rest = cluster.connect()) {
            show(new LicenceIndex(rest));
            title("The same to look at: pages that need no other");
            new LicencePages(rest, pages).write(PASTED, ORIGINAL, out);
            if (stay) {
                stayUp();
            }
        }
    }

    private void show(LicenceIndex index) throws IOException {
        LicenceTables tables = new LicenceTables(out);
        title("One field in the mapping: PUT /" + LicenceIndex.NAME);
        out.println(LicenceIndex.MAPPING.indent(2));
        index.create();
        List<Licence> licences = Licence.readAll();
        index.add(
                licences,
                indexed -> out
                        .println("  " + indexed + " of " + licences.size() + " licences indexed"));

        title("Which licences are nearly this text, a changed MIT licence?");
        out.println(PASTED.lines().limit(7).map(line -> "  | " + line + "\n").reduce("",
                String::concat));
        tables.hits(
                index.search(LicenceIndex.question(PASTED, MIN_SIMILARITY)), "similarity",
                MIN_SIMILARITY);

        title("What has it in common with " + ORIGINAL + "? POST /" + LicenceIndex.NAME
                + "/_near_duplicate/compare");
        tables.comparison(PASTED, index.compare(PASTED, ORIGINAL));

        title("Which licences are nearly the stored " + STORED + "?");
        Map<String, String> stored = Map.of("_index", LicenceIndex.NAME, "_id", STORED);
        tables.hits(
                index.search(LicenceIndex.question(stored, MIN_SIMILARITY)), "similarity",
                MIN_SIMILARITY);

        title("Which licences have this clause? \"share_of\": \"like\"");
        out.println(CLAUSE.indent(2));
        tables.hits(
                index.search(LicenceIndex.question(CLAUSE, "like", MIN_SHARE)), "share", MIN_SHARE);

        title("Which licences are in a text made of " + String.join(", ", PARTS)
                + "? \"share_of\": \"document\"");
        tables.hits(
                index.search(LicenceIndex.question(notice(licences), "document", MIN_SHARE)),
                "share", MIN_SHARE);

        title("Which licences say [sharealike]? Each once. POST /" + LicenceIndex.NAME
                + "/_search");
        out.println(LicenceIndex.SEARCH.indent(2));
        tables.collapsed(index.search(LicenceIndex.SEARCH));

        title("Which licences are the same? POST /" + LicenceIndex.NAME
                + "/_near_duplicate/groups");
        out.println(LicenceIndex.GROUPS.indent(2));
        tables.groups(index.send("groups", LicenceIndex.GROUPS));

        title("And within one family of names? Each is marked.");
        out.println(LicenceIndex.FAMILIES.indent(2));
        Answer families = index.send("groups", LicenceIndex.FAMILIES);
        index.mark(families);
        out.println(LicenceIndex.MARKED.indent(2));
        tables.marked(families, index.search(LicenceIndex.MARKED));

        title("All licences are sent again, edited. PUT /_ingest/pipeline/"
                + LicenceIndex.PIPELINE_NAME);
        out.println(LicenceIndex.PIPELINE.indent(2));
        tables.tagged(licences.size(), index.sendAgain(licences));

        title("Which bands suit these texts? POST /" + LicenceIndex.NAME
                + "/_near_duplicate/tune");
        out.println(LicenceIndex.TUNE.indent(2));
        tables.tuning(index.send("tune", LicenceIndex.TUNE));
    }

    /** Returns the licences of a product that has parts of others, with words between them. */
    private static String notice(List<Licence> licences) {
        StringBuilder notice = new StringBuilder("The licences of what this product contains.");
        for (Licence licence : licences) {
            if (PARTS.contains(licence.id())) {
                notice.append("\n\nA part of it is under this one:\n\n").append(licence.text());
            }
        }
        return notice.toString();
    }

    private void stayUp() throws InterruptedException {
        title("The server stays up; stop it with Ctrl-C");
        out.println(
                """
                          curl 'localhost:9200/licences/_search?pretty&filter_path=hits.hits._id,hits.hits._score' \\
                            -H 'Content-Type: application/json' -d '{
                              "query": { "near_duplicate": {
                                "field": "text.near",
                                "like": { "_index": "licences", "_id": "Apache-2.0" } } } }'

                          curl 'localhost:9200/licences/_search?pretty&filter_path=hits.hits._id,hits.hits._score' \\
                            -H 'Content-Type: application/json' -d '{
                              "query": { "near_duplicate": {
                                "field": "text.near", "share_of": "like",
                                "like": "You are not responsible for enforcing compliance by third parties to this License." } } }'

                          curl 'localhost:9200/licences/_near_duplicate/groups?pretty' \\
                            -H 'Content-Type: application/json' -d '{
                              "field": "text.near", "method": "components", "size": 1 }'

                          curl 'localhost:9200/licences/_near_duplicate/compare?pretty' \\
                            -H 'Content-Type: application/json' -d '{
                              "field": "text.near", "a": { "_id": "MIT" }, "b": { "_id": "X11" } }'

                          curl 'localhost:9200/licences/_near_duplicate/tune?pretty&filter_path=best' \\
                            -H 'Content-Type: application/json' -d '{
                              "field": "text", "shingle_size": [2, 3, 5] }'

                          curl 'localhost:9200/licences/_near_duplicate/groups?format=html' \\
                            -H 'Content-Type: application/json' -d '{
                              "field": "text.near", "min_similarity": 0.8, "fields": ["name"] }' > groups.html

                          curl 'localhost:9200/_near_duplicate/curve?format=html&similarity=0.8' > curve.html

                          curl 'localhost:9200/licences/_mapping/field/text.near?pretty&include_defaults=true'

                          curl 'localhost:9200/_analyze?pretty' -H 'Content-Type: application/json' -d '{
                              "tokenizer": "standard", "filter": ["lowercase", "minhash_bands"],
                              "text": "Permission is hereby granted, free of charge" }'
                        """);
        new CountDownLatch(1).await();
    }

    private void title(String text) {
        out.println();
        out.println("== " + text);
        out.println();
    }
}
