package org.nearduplicate.elasticsearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Test;
import org.nearduplicate.groups.TestCounts;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.page.BrowserTestCase;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.page.Pages;

/** The page of groups as a browser shows it: which there are, what is in them, and what to do with them. */
public class GroupsPageTest extends BrowserTestCase {

    private static final String FIELD = "body.near";
    private static final String HOSTILE =
            "\"><script>ran=1</script><img src=x onerror=ran=1></script><!--\u2028\ud800\u202e\u0000&lt;";

    private static final String GROUPS = "[...document.querySelectorAll('.group')]";
    private static final String SHOWN = GROUPS + ".filter(it => it.checkVisibility())";

    private final Random random = new Random(1);
    private final Map<Document, Map<String, DocumentField>> fields = new HashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private boolean isCut;

    @Test
    public void everywhere() throws Exception {
        add(group("an-index", "id".repeat(200), HOSTILE, 3), group("b", "1", text(300), 2),
                group("b", HOSTILE, "x".repeat(3_000), 2));
        fields.values().stream().limit(3).forEach(each -> each.put(
                HOSTILE, new DocumentField(HOSTILE, List.of(HOSTILE, 7, true, Map.of("a", "b")))));
        PageRules.check(browser, Pages.html(Page.GROUPS, asked("b," + HOSTILE, FIELD), answer(1)));
        groups.clear();
        PageRules.check(browser, Pages.html(Page.GROUPS, "{}", answer(0)));
    }

    @Test
    public void groupsAndTheirMembersAreThoseOfTheAnswer() throws Exception {
        add(group("a", "x", text(20), 5), group("b", "y", text(20), 3));
        open(answer(0));
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            String element = GROUPS + "[" + i + "]";
            String summary = browser.tell(element + ".querySelector('summary').textContent");
            assertTrue(summary, summary.startsWith(
                    group.size() + " documents " + group.keeper().id() + " in "
                            + group.keeper().index()));
            assertTrue(summary, summary.contains("smallest similarity about 81.25%, 2 texts"));
            if (i > 0) {
                assertEquals(
                        0, browser.number(element + ".querySelectorAll('.member').length"), 0);
                browser.tell(element + ".querySelector('summary').focus()");
                browser.press("Enter");
                browser.tell("new Promise(done => setTimeout(done))");
            }
            assertEquals(
                    Stream.concat(Stream.of("keep " + name(group.keeper())), group.members()
                            .stream().map(each -> "about 90.63% " + name(each.document())))
                            .toList(),
                    browser.<List<String>>tell(element
                            + ".querySelectorAll('.member').values().map(it => it.textContent.trim()).toArray()"));
        }
    }

    @Test
    public void whatDiffersIsMarked() throws Exception {
        String text = text(400);
        add(group("a", "x", text, 3));
        Document changed = groups.getFirst().members().getFirst().document();
        fields.put(changed, field(text.replace(" w100 ", " new words ").replace(" w300 ", " ")));
        open(answer(0));
        PageRules.openAll(browser);
        String member = "document.querySelectorAll('.member')[1]";
        assertEquals(3, browser.number(member + ".querySelectorAll('.fold').length"), 0);
        for (int side : new int[] {1, 2}) {
            assertEquals(side == 1 ? List.of("w100", "w300") : List.of("new words"),
                    browser.tell("[..." + member + ".querySelectorAll('.side:nth-child(" + side
                            + ") u')].map(it => it.textContent.trim())"));
        }
        browser.tell(member + ".querySelectorAll('.fold').forEach(it => it.click())");
        for (int side : new int[] {1, 2}) {
            assertEquals(
                    side == 1 ? text : fields.get(changed).get(FIELD).getValue(),
                    browser.tell(
                            "[..." + member + ".querySelectorAll('.side:nth-child(" + side
                                    + ")')].map(it => it.textContent).join('')"));
        }
        String same = "document.querySelectorAll('.member')[2]";
        assertEquals(0, browser.number(same + ".querySelectorAll('u').length"), 0);
        assertEquals("The texts are the same, character by character.",
                browser.tell(same + ".querySelector('p').textContent"));
        assertEquals(1, browser.number(same + ".querySelectorAll('.fold').length"), 0);
        assertEquals(text,
                browser.tell("document.querySelector('.member .side').textContent"));
    }

    @Test
    public void documentsWithoutText() throws Exception {
        add(group("a", "x", text(10), 3));
        fields.remove(groups.getFirst().members().getFirst().document());
        open(answer(0));
        PageRules.openAll(browser);
        assertTrue(browser.<String>tell("document.querySelectorAll('.member')[1].textContent")
                .contains("There is no text of x-1: it is gone, or"));
        assertTrue("the other text is shown", browser.<Boolean>tell(
                "document.querySelectorAll('.member')[1].querySelector('.side').textContent.startsWith('start w0')"));
        open(answer(1));
        PageRules.openAll(browser);
        assertTrue(browser.<String>tell("document.querySelectorAll('.member')[1].textContent")
                .contains("it may be one of those left out of this page"));
        assertEquals(List.of(
                "1 document has no text here, as there would be too much of it."
                        + " A smaller \"size\" or a \"query\" leaves room."),
                notes());
    }

    @Test
    public void filtersAndWhatWouldBeDeleted() throws Exception {
        add(group("a", "apple", "first " + text(10), 7),
                group("b", "pear", "second " + text(10), 4),
                group("a", "plum", "Third " + text(10), 2));
        open(answer(0));
        assertShown(group -> true);
        filter("search", "PEAR");
        assertShown(group -> group.keeper().id().equals("pear"));
        filter("search", "third");
        assertShown(group -> group.keeper().id().equals("plum"));
        filter("search", "nowhere");
        assertShown(group -> false);
        filter("search", "");
        filter("at-least", "4");
        assertShown(group -> group.size() >= 4);
        filter("to", "50");
        assertShown(group -> false);
        filter("to", "81.25");
        assertShown(group -> group.size() >= 4);
        filter("from", "81.25");
        assertShown(group -> group.size() >= 4);
        filter("from", "81.26");
        assertShown(group -> false);
        filter("from", "");
        filter("to", "");
        assertShown(group -> group.size() >= 4);
        browser.tell("at('index').focus()");
        browser.press("ArrowDown");
        assertShown(group -> group.size() >= 4 && group.keeper().index().equals("a"));
        browser.press("ArrowDown");
        assertShown(group -> group.size() >= 4 && group.keeper().index().equals("b"));
    }

    @Test
    public void requestsCanBeCopied() throws Exception {
        add(group("a", HOSTILE, "text", 3));
        browser.open(
                Pages.html(Page.GROUPS, asked("news%2A,-x", "f\u202e"), answer(0)), 800, false);
        browser.tell("navigator.clipboard.writeText = async text => { window.copied = text; }");
        browser.tell("at('copy-write').focus()");
        browser.press("Enter");
        assertEquals("Copied.", browser.tell("at('copied-write').textContent"));
        String[] lines = browser.<String>tell("copied").split("\n", 2);
        assertEquals(
                "POST /news%2A,-x,-near-duplicates-of-news-x*/_near_duplicate/groups?ignore_unavailable=true"
                        + "&wait_for_completion=false",
                lines[0]);
        assertTrue(lines[1], lines[1].contains("\"f\\u202e\""));
        assertEquals(
                Map.of("field", "f\u202e", "min_similarity", 0.8, "size", 0,
                        "dest", Map.of("index", "near-duplicates-of-news-x")),
                map(lines[1]));
        browser.tell("at('copy-delete').focus()");
        browser.press("Space");
        assertEquals("Copied.", browser.tell("at('copied-delete').textContent"));
        assertTrue("DevTools would not send half a pair",
                browser.<Boolean>tell("!/[\\ud800\\u202e\\u2028]/.test(copied)"));
        assertDeleted(group -> true);
        open(answer(0).replace("\"counts\"", "\"dest\":{\"alias\":\"d\"},\"counts\""));
        assertEquals(false, browser.tell("at('write-part').checkVisibility()"));
        assertEquals(List.of("All groups are behind the alias d."), notes());
    }

    /** What JavaScript would round, and a request of which only the short part is told. */
    @Test
    public void requestsThatCannotBeCopiedAsTheyAre() throws Exception {
        add(group("a", "x", "text", 2));
        String request = "{\"uri\":\"/a/_near_duplicate/groups\",\"body\":{\"field\":\"" + FIELD
                + "\",\"query\":{\"term\":{\"account\":9007199254740993}}}%s}";
        browser.open(Pages.html(Page.GROUPS, request.replace("%s", ""), answer(0)), 800, false);
        assertTrue(
                browser.<String>tell("at('write').textContent").contains(": 9007199254740993\n"));
        browser.open(
                Pages.html(Page.GROUPS, request.replace("%s", ",\"left_out\":[\"b\"]"), answer(0)),
                800, false);
        assertEquals("", browser.tell("at('write').textContent"));
        assertEquals(false, browser.tell("at('copy-write').checkVisibility()"));
        assertTrue(browser.<String>tell("at('write-part').innerText").contains("too long"));
    }

    /** The last copies of a text are not offered to be deleted. */
    @Test
    public void groupsWhoseKeeperIsGoneAreNotDeleted() throws Exception {
        add(group("a", "x", "text", 3), group("a", "y", "text", 2));
        fields.remove(groups.getFirst().keeper());
        fields.remove(groups.getLast().members().getFirst().document());
        open(answer(0));
        assertDeleted(group -> group.keeper().id().equals("y"));
        assertTrue(browser.<String>tell("at('delete-words').textContent").contains(
                "Without 1 group whose document to keep gave no text back. The texts of 1 member are not in this page."));
    }

    @Test
    public void anIndexThatIsChosenIsTheOneToDeleteFrom() throws Exception {
        Group group = group("a", "x", "text", 3);
        Member other = new Member(new Document("b", "z", null), 0.9f);
        add(new Group(4, 1, group.keeper(), Stream.concat(
                Stream.of(other), group.members().stream()).toList(), 0.5f, false));
        open(answer(0));
        assertTrue(browser.<String>tell("document.querySelector('.group summary').textContent")
                .contains("50% of the pairs that were compared"));
        assertTrue(browser.<String>tell("at('delete-words').textContent")
                .startsWith("This deletes 3 members of the groups shown above, in a, b."));
        browser.tell("at('index').focus()");
        browser.press("ArrowDown");
        assertTrue(browser.<String>tell("at('delete-words').textContent")
                .startsWith("This deletes 2 members of the groups shown above, in a."));
        assertEquals(false, browser.<String>tell("at('delete').textContent").contains("\"b\""));
    }

    @Test
    public void totalsAreThoseOfTheAnswer() throws Exception {
        add(group("a", "x", "text", 2));
        isCut = true;
        open(answer(0));
        assertEquals(
                "1,234 groups of at least 80%: 5,000 of 20,000 documents are in them, and 3,766 of these can be deleted.",
                browser.tell("at('found').textContent"));
        assertEquals(
                List.of("not in a group: 15,000 15000", "kept: 1,234 1234",
                        "can be deleted: 3,766 3766"),
                browser.tell(
                        "Chart.getChart('bar').data.datasets.map(it => it.label + ' ' + it.data[0])"));
        assertEquals(List.of("3,766", "18.83%", "by signatures", "99%"),
                browser.tell(
                        "[...document.querySelectorAll('#figures dd')].map(it => it.textContent)"));
    }

    @Test
    public void whatIsLeftOutIsTold() throws Exception {
        Group whole = group("a", "x", "text", 500);
        add(new Group(600, 3, whole.keeper(), whole.members(), 0.5f, true));
        isCut = true;
        open(answer(0).replace("\"failed\":0", "\"failed\":1"));
        assertEquals(
                List.of(
                        "Here is the largest group; 1,233 others are left out. \"size\", up to 1,000, shows more. \"dest\" writes all.",
                        "100 members of these groups are left out. \"max_members\", up to 10,000, shows more.",
                        "1 shard of 5 could not be read; what is in them is missing.",
                        "6 documents without a value of the field took no part.",
                        "5 documents are of one shingle, and near duplicates of hardly any but the same text.",
                        "7 large buckets were not compared as a whole: some pairs may be missing."),
                notes());
        String members = "document.querySelectorAll('.member').length";
        String more = "document.querySelector('.group > button')";
        assertEquals(201, browser.number(members), 0);
        assertEquals("299 more members", browser.tell(more + ".textContent"));
        browser.tell(more + ".click()");
        browser.tell(more + ".click()");
        assertEquals(500, browser.number(members), 0);
        assertEquals("100 members more are not in this page.",
                browser.tell("document.querySelector('.group > p').textContent"));
    }

    /** What is shown of a long request is short, and what is copied is all of it. */
    @Test
    public void aLongRequestIsCopiedWhole() throws Exception {
        add(group("a", "x", "text", 500));
        open(answer(0));
        assertEquals(101, browser.number("at('delete').textContent.trim().split('\\n').length"), 0);
        assertEquals("The first 100 lines are shown; 399 more are copied.",
                browser.tell("at('delete-more').textContent"));
        browser.tell("at('copy-delete').click()");
        assertDeleted(group -> true);
        assertEquals("", browser.tell("at('delete-more').textContent"));
        filter("search", "nowhere");
        assertEquals("", browser.tell("at('copied-delete').textContent"));
        assertEquals(false, browser.tell("at('delete-part').checkVisibility()"));
    }

    /** Some members, and no group that the reader wants to be left alone. */
    @Test
    public void whatIsDeletedIsChosen() throws Exception {
        Group group = group("a", "x", "text", 3);
        Member other = new Member(new Document("a", "z", null), 1);
        add(new Group(4, 1, group.keeper(), Stream.concat(
                Stream.of(other), group.members().stream()).toList(), 0.5f, true),
                group("a", "y", "text", 2));
        open(answer(0));
        filter("like", "90.64");
        assertEquals("POST /_bulk\n{\"delete\":{\"_index\":\"a\",\"_id\":\"z\"}}\n",
                browser.tell("at('delete').textContent"));
        browser.tell("at('like').focus(); at('like').select()");
        browser.tell("document.execCommand('insertText', false, '9e')");
        assertEquals(false, browser.tell("at('delete-part').checkVisibility()"));
        assertEquals("The percentage must be a number from 0 to 100.",
                browser.tell("at('delete-words').textContent"));
        filter("like", "90.63");
        browser.tell("document.querySelector('.alone input').focus()");
        browser.press("Space");
        assertDeleted(each -> each.keeper().id().equals("y"));
        browser.press("Space");
        assertDeleted(each -> true);
    }

    /** Which document is kept, what members have in common with it, and what differs. */
    @Test
    public void theRuleIsTold() throws Exception {
        add(group("a", "x", "text", 3));
        Member same = groups.getFirst().members().getFirst();
        fields.get(groups.getFirst().keeper()).put("b", new DocumentField("b", List.of(1, 2)));
        fields.get(same.document()).put("b", new DocumentField("b", List.of(1, 2)));
        fields.get(same.document()).put("a", new DocumentField("a", List.of("v")));
        open(answer(0));
        assertEquals(
                "Kept of each group is the one with the most distinct shingles, the longest text."
                        + " Each member is at least 80% like it. The smallest similarity is that of any two of a group.",
                browser.tell("at('rule').textContent"));
        assertEquals("keep x b: 1, 2",
                browser.tell("document.querySelectorAll('.member')[0].textContent"));
        assertEquals("about 90.63% x-1 a: v · b: 1, 2",
                browser.tell("document.querySelectorAll('.member')[1].textContent"));
        assertEquals(List.of("v"), browser.tell(
                "[...document.querySelectorAll('.member u')].map(it => it.textContent)"));
        browser.open(Pages.html(Page.GROUPS,
                "{\"uri\":\"/a/_near\",\"time\":\"2026-01-01T00:00:00Z\",\"body\":{\"field\":\"f\",\"method\":\"components\",\"query\":{},"
                        + "\"fields\":[{\"field\":\"b\"},\"a\"],"
                        + "\"keep\":{\"by\":\"field\",\"field\":\"published\",\"order\":\"desc\"}}}",
                answer(0)), 800, false);
        assertEquals("As it was at 2026-01-01T00:00:00Z. ", browser.tell("at('when').textContent"));
        String rule = browser.tell("at('rule').textContent");
        assertTrue(rule, rule.startsWith(
                "Kept of each group is the document with the highest published. Members are connected by pairs of at least 80%, and may have little in common"));
        assertTrue(rule, rule.endsWith("Only documents that match the query took part."));
        assertTrue(browser.<String>tell("document.querySelectorAll('.member')[1].textContent")
                .contains("b: 1, 2 · a: v"));
        assertEquals("Groups of near duplicates in a by f", browser.tell("document.title"));
    }

    private void assertShown(Predicate<Group> wanted) throws Exception {
        List<Group> expected = groups.stream().filter(wanted).toList();
        List<String> shown =
                browser.tell(SHOWN + ".map(it => it.querySelector('.keeper').textContent)");
        assertEquals(expected.stream().map(each -> name(each.keeper())).toList(), shown);
        assertEquals(expected.size() + " of " + groups.size() + " groups",
                browser.tell("at('shown').textContent"));
        assertDeleted(wanted);
    }

    /** The page compares, as it may have half a surrogate pair that would not come out of it. */
    private void assertDeleted(Predicate<Group> wanted) throws Exception {
        List<Document> redundant = groups.stream().filter(wanted)
                .flatMap(group -> group.members().stream()).map(Member::document).toList();
        try (XContentBuilder builder = JsonXContent.contentBuilder().startArray()) {
            for (Document each : redundant) {
                builder.startObject().startObject("delete").field("_index", each.index())
                        .field("_id", each.id());
                if (each.routing() != null) {
                    builder.field("routing", each.routing());
                }
                builder.endObject().endObject();
            }
            String expected = Strings.toString(builder.endArray());
            assertTrue(browser.<Boolean>tell(
                    "at('delete').textContent.startsWith('POST /_bulk\\n') && JSON.stringify("
                            + "at('delete').textContent.trim().split('\\n').slice(1).map(JSON.parse)) === JSON.stringify("
                            + expected + ")"));
        }
    }

    private void filter(String input, String value) {
        browser.tell("at('" + input + "').value = '" + value + "'; at('" + input
                + "').dispatchEvent(new Event('input'))");
    }

    private List<String> notes() {
        return browser.tell("[...at('notes').children].map(it => it.textContent)");
    }

    private void add(Group... more) {
        groups.addAll(List.of(more));
    }

    /** Returns a group of documents with one text. */
    private Group group(String index, String id, String text, int size) {
        Document keeper = new Document(index, id, null);
        fields.put(keeper, field(text));
        List<Member> members = IntStream.range(1, size)
                .mapToObj(i -> new Document(index, id + "-" + i, i % 2 == 0 ? "r" : null))
                .map(document -> new Member(document, 0.90625f))
                .toList();
        members.forEach(each -> fields.put(each.document(), field(text)));
        return new Group(size, 2, keeper, members, 0.8125f, true);
    }

    private static Map<String, DocumentField> field(String text) {
        return new HashMap<>(Map.of(FIELD, new DocumentField(FIELD, List.of(text))));
    }

    private String text(int words) {
        StringBuilder text = new StringBuilder("start");
        for (int i = 0; i < words; i++) {
            text.append(' ').append('w').append(i);
        }
        return text.append(" end").append(random.nextInt(1_000_000)).toString();
    }

    private String name(Document document) {
        boolean one = groups.stream().map(each -> each.keeper().index()).distinct().count() == 1;
        return document.id() + (one ? "" : " in " + document.index());
    }

    private void open(String answer) throws Exception {
        browser.open(Pages.html(Page.GROUPS, asked("news", FIELD), answer), 800, false);
        assertEquals(List.of(), browser.complaints());
    }

    private static String asked(String indices, String field) throws Exception {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.startObject().field("method", "GET")
                    .field("uri", "/" + indices
                            + "/_near_duplicate/groups?format=html&ignore_unavailable=true&pretty")
                    .startObject("body").field("field", field).field("min_similarity", 0.8)
                    .field("size", 50).array("fields", "title").endObject().endObject());
        }
    }

    private String answer(int leftOut) {
        long all = isCut ? 1_234 : groups.size();
        GroupsCounts counts = TestCounts.of(
                20_000, isCut ? 6 : 0, isCut ? 5 : 0, 1, 1, 1, 1, 1, isCut ? 7 : 0, 1, 1, 1, 1, 1,
                all, 5_000, 1,
                1);
        return Strings.toString(new GroupsResponse(
                7, 5, List.of(), 0.8, Verify.SIGNATURE, 0.99, counts, groups,
                new ListedFields(fields, leftOut, null), null, null));
    }
}
