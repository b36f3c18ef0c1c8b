package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** What hangs together, learned in steps, and packed into parts, is what a map of all links has. */
public class DocumentComponentsTest extends LuceneTestCase {

    private final DocumentAddresses all =
            new DocumentAddresses(List.of(new StubShard("a"), new StubShard("b")));
    private final CountingMonitor monitor = CountingMonitor.unlimited();

    public void testEqualsAMapOfLinks() {
        for (int i = 0; i < 50; i++) {
            DocumentComponents components = new DocumentComponents(all, monitor);
            Map<Integer, TreeSet<Integer>> expected = learn(components);
            int[] addresses = components.addresses();
            assertEquals(expected.size(), components.size());
            for (int a = 0; a < addresses.length; a++) {
                assertEquals(
                        expected.get(addresses[a]).first().intValue(),
                        addresses[components.find(a)]);
            }
            int stranger = addresses.length == 0 ? 0 : addresses[addresses.length - 1] + 1;
            assertFalse(components.areLinked(stranger, stranger));
            for (int a : addresses) {
                int b = addresses[random().nextInt(addresses.length)];
                assertEquals(expected.get(a).contains(b), components.areLinked(a, b));
                assertFalse(components.areLinked(a, stranger));
                assertFalse(components.areLinked(stranger, b));
            }
        }
    }

    public void testPartsHoldWholeComponents() {
        for (int i = 0; i < 50; i++) {
            DocumentComponents components = new DocumentComponents(all, monitor);
            Map<Integer, TreeSet<Integer>> expected = learn(components);
            Parts parts = new Parts(components, monitor);
            int most = TestUtil.nextInt(random(), 1, 12);
            int walked = most * TestUtil.nextInt(random(), 1, 4);
            TreeSet<Integer> seen = new TreeSet<>();
            while (parts.hasNext()) {
                int together = 0;
                List<int[]> next = parts.next(walked, most, monitor);
                for (int[] part : next) {
                    together += part.length;
                    assertHoldsWholeComponents(part, expected, most);
                    for (int address : part) {
                        assertTrue(seen.add(address));
                    }
                }
                assertTrue(together <= walked || next.size() == 1);
            }
            assertEquals(expected.keySet(), seen);
        }
    }

    private static void assertHoldsWholeComponents(
            int[] part, Map<Integer, TreeSet<Integer>> expected, int most) {
        TreeSet<Integer> documents = new TreeSet<>();
        int before = -1;
        for (int address : part) {
            assertTrue(address > before);
            before = address;
            documents.addAll(expected.get(address));
        }
        assertEquals(part.length, documents.size());
        assertTrue(part.length <= most || expected.get(part[0]).size() == part.length);
    }

    /** Learns random links in random steps, and returns for each document what it hangs together with. */
    private Map<Integer, TreeSet<Integer>> learn(DocumentComponents components) {
        Map<Integer, TreeSet<Integer>> expected = new HashMap<>();
        int documents = TestUtil.nextInt(random(), 2, 100);
        for (int steps = random().nextInt(5); steps > 0; steps--) {
            List<int[]> links = new ArrayList<>();
            TreeSet<Integer> linked = new TreeSet<>();
            for (int count = random().nextInt(40); count > 0; count--) {
                int a = all.address(random().nextInt(2), random().nextInt(documents));
                int b = all.address(random().nextInt(2), random().nextInt(documents));
                links.add(new int[] {a, b});
                linked.add(a);
                linked.add(b);
            }
            List<Integer> addresses = List.copyOf(linked);
            components.add(addresses.size(), addresses::get);
            for (int[] link : links) {
                components.link(link[0], link[1]);
                TreeSet<Integer> joined = new TreeSet<>(List.of(link[0], link[1]));
                joined.addAll(expected.getOrDefault(link[0], joined));
                joined.addAll(expected.getOrDefault(link[1], joined));
                joined.forEach(document -> expected.put(document, joined));
            }
        }
        return expected;
    }
}
