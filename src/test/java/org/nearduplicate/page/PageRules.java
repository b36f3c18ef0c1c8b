package org.nearduplicate.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** What holds for every page in a browser, whatever it shows. */
public final class PageRules {

    private static final int[] WIDTHS = {360, 800, 1600};

    /** What a page can do is done by these alone, for they have keys and names of their own. */
    private static final String CONTROLS = "'button, select, input, summary, .table, pre'";

    private static final String COLOURS = "['--curve', '--background'].map("
            + "name => getComputedStyle(document.documentElement).getPropertyValue(name)).join()";

    private static final String AXE =
            "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    /** WCAG 2.2, 1.4.3 and 1.4.11, of all colours on all backgrounds: axe-core does not look into pictures. */
    private static final String CONTRASTS =
            "(() => { const colour = name => { const it = new axe.commons.color.Color();"
                    + " it.parseString(getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()); return it; };"
                    + " const least = (text, behind) => behind === 'background' && !['bar', 'best'].includes(text)"
                    + " || ['text', 'muted'].includes(text) ? 4.5 : 3;"
                    + " return [['background', ['text', 'muted', 'curve', 'find', 'leave-out', 'bar', 'best']],"
                    + " ['panel', ['text', 'muted', 'curve', 'find', 'leave-out']],"
                    + " ['highlight', ['text', 'muted', 'curve', 'find', 'leave-out']]]"
                    + ".flatMap(([behind, texts]) => texts.map(text => [text, behind,"
                    + " axe.commons.color.getContrast(colour(behind), colour(text))]))"
                    + ".filter(([text, behind, found]) => !(found >= least(text, behind))).map(String); })()";

    private PageRules() {}

    /** On a phone, a tablet and a desk, by day and by night, with all open that can be opened. */
    public static void check(Browser browser, String page) throws Exception {
        List<String> colours = new ArrayList<>();
        for (boolean dark : new boolean[] {false, true}) {
            for (int width : WIDTHS) {
                browser.open(page, width, dark);
                openAll(browser);
                fits(browser, width);
                assertEquals(List.of(), browser.complaints());
            }
            colours.add(browser.tell(COLOURS));
            accessible(browser);
        }
        assertNotEquals(colours.getFirst(), colours.getLast());
        paperIsLight(browser, colours.getFirst());
        reachedByKeys(browser);
        nothingElseRuns(browser);
    }

    /** Opens what is closed, and what is in that. */
    public static void openAll(Browser browser) {
        while (browser.number("document.querySelectorAll('details:not([open])').length") > 0) {
            browser.tell(
                    "document.querySelectorAll('details:not([open])').forEach(it => { it.open = true; })");
            // Scripts fill them later.
            browser.tell("new Promise(done => setTimeout(done))");
        }
    }

    private static void fits(Browser browser, int width) {
        assertEquals(width, browser.number("innerWidth"), 0);
        assertEquals(
                List.of(),
                browser.tell(
                        "[...document.querySelectorAll('main *')].filter(it => !it.parentElement.closest('.table'))"
                                + ".filter(it => it.getBoundingClientRect().right > innerWidth)"
                                + ".map(it => it.outerHTML)"));
        assertEquals(width, browser.number("document.documentElement.scrollWidth"), 0);
        assertTrue(
                browser.<Boolean>tell(
                        "[...document.querySelectorAll('canvas')].every(it => it.clientHeight > 100"
                                + " && it.clientWidth > Math.min(300, innerWidth * 0.8))"));
    }

    /** By the rules of axe-core: contrasts, names, roles, orders. */
    private static void accessible(Browser browser) throws IOException {
        try (InputStream axe = PageRules.class.getResourceAsStream(AXE)) {
            browser.tell(new String(axe.readAllBytes(), UTF_8) + "; true");
        }
        assertEquals(
                List.of(),
                browser.tell(
                        "axe.run({resultTypes: ['violations']}).then(found => found.violations"
                                + ".map(it => it.id + ': ' + it.nodes.map(node => node.html)))"));
        assertEquals(List.of(), browser.tell(CONTRASTS));
        assertEquals("en", browser.tell("document.documentElement.lang"));
        assertEquals(1, browser.number("document.querySelectorAll('h1').length"), 0);
        assertEquals(
                List.of(),
                browser.tell(
                        "[...document.querySelectorAll('canvas:not([role=img][aria-label]), [tabindex]:not([tabindex=\"0\"])')]"
                                + ".map(it => it.outerHTML)"));
    }

    private static void paperIsLight(Browser browser, String light) {
        String dark = browser.tell(COLOURS);
        browser.tell("dispatchEvent(new Event('beforeprint'))");
        assertEquals(light, browser.tell(COLOURS));
        browser.tell("dispatchEvent(new Event('afterprint'))");
        assertEquals(dark, browser.tell(COLOURS));
    }

    /** By the key Tab alone, in the order of the page. */
    private static void reachedByKeys(Browser browser) {
        browser.tell(
                "window.order = [...document.querySelectorAll(" + CONTROLS + ")]"
                        + ".filter(it => it.checkVisibility())");
        double controls = browser.number("order.length");
        browser.tell("document.activeElement.blur()");
        for (int i = 0; i < controls; i++) {
            browser.press("Tab");
            assertEquals(i, browser.number("order.indexOf(document.activeElement)"), 0);
            assertEquals("solid",
                    browser.tell("getComputedStyle(document.activeElement).outlineStyle"));
        }
    }

    /** Were a text taken for a script, it would not run. */
    private static void nothingElseRuns(Browser browser) {
        assertEquals(List.of(), ofThePage(browser));
        browser.tell(
                "const other = document.createElement('script'); other.textContent = 'window.ran = true';"
                        + " document.body.append(other);"
                        + " document.body.setAttribute('onclick', 'window.ran = true'); document.body.click()");
        assertEquals("undefined", browser.tell("typeof window.ran"));
        assertEquals(2, ofThePage(browser).size());
    }

    /** What the browser says of how axe-core reads pictures apart. */
    private static List<String> ofThePage(Browser browser) {
        return browser.complaints().stream()
                .filter(each -> each.contains("willReadFrequently") == false)
                .toList();
    }
}
