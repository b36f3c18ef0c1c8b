package org.nearduplicate.page;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** What holds for every page in a browser, whatever it shows. */
public final class PageRules {

    private static final int[] WIDTHS = {360, 800, 1600};

    /** What a page can do is done by these alone, for they have keys and names of their own. */
    private static final String CONTROLS = "'button, select, input, summary, .table, pre'";

    /** WCAG 2.2, 1.4.3 and 1.4.11: of texts on what is behind them, and of shapes. */
    private static final double OF_TEXTS = 4.5;
    private static final double OF_SHAPES = 3;

    private PageRules() {}

    /** On a phone, a tablet and a desk, by day and by night. */
    public static void check(Browser browser, String page) throws Exception {
        List<String> colours = new ArrayList<>();
        for (boolean dark : new boolean[] {false, true}) {
            for (int width : WIDTHS) {
                browser.open(page, width, dark);
                fits(browser, width);
                assertEquals(List.of(), browser.complaints());
            }
            contrasts(browser);
            colours.add(browser.tell("ink.curve + ink.background"));
        }
        assertNotEquals(colours.getFirst(), colours.getLast());
        named(browser);
        paperIsLight(browser, colours.getFirst());
        reachedByKeys(browser);
        nothingElseRuns(browser);
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
                        "[...document.querySelectorAll('canvas')].every(it => it.clientHeight > 200"
                                + " && it.clientWidth > Math.min(300, innerWidth * 0.8))"));
    }

    private static void contrasts(Browser browser) {
        for (String behind : List.of("background", "panel", "highlight")) {
            for (String text : List.of("text", "muted", "curve", "find", "leave-out")) {
                boolean word =
                        behind.equals("background") || List.of("text", "muted").contains(text);
                assertTrue(
                        text + " on " + behind,
                        contrast(browser, text, behind) >= (word ? OF_TEXTS : OF_SHAPES));
            }
        }
        assertTrue(contrast(browser, "bar", "background") >= OF_SHAPES);
        assertTrue(contrast(browser, "best", "background") >= OF_SHAPES);
    }

    private static double contrast(Browser browser, String one, String other) {
        double a = luminance(browser, one) + 0.05;
        double b = luminance(browser, other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(Browser browser, String colour) {
        String hex = browser.tell(
                "getComputedStyle(document.documentElement).getPropertyValue('--" + colour + "')");
        String six = hex.length() == 4 ? hex.replaceAll("([0-9a-f])", "$1$1") : hex;
        double luminance = 0;
        double[] weights = {0.2126, 0.7152, 0.0722};
        for (int i = 0; i < weights.length; i++) {
            double part = Integer.parseInt(six.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            luminance += weights[i]
                    * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return luminance;
    }

    private static void named(Browser browser) {
        assertEquals(
                List.of(),
                browser.tell(
                        "[...document.querySelectorAll(" + CONTROLS + " + ', canvas')].filter(it =>"
                                + " !(it.ariaLabel || it.textContent.trim() && it.matches('button, summary')"
                                + " || it.labels?.[0]?.textContent.trim())).map(it => it.outerHTML)"));
        assertEquals(
                List.of(),
                browser.tell(
                        "[...document.querySelectorAll('canvas:not([role=img]), [tabindex]:not([tabindex=\"0\"])')]"
                                + ".map(it => it.outerHTML)"));
        assertEquals("en", browser.tell("document.documentElement.lang"));
        assertEquals(1, browser.number("document.querySelectorAll('h1').length"), 0);
    }

    private static void paperIsLight(Browser browser, String light) {
        String dark = browser.tell("ink.curve + ink.background");
        browser.tell("dispatchEvent(new Event('beforeprint'))");
        assertEquals(light, browser.tell("ink.curve + ink.background"));
        browser.tell("dispatchEvent(new Event('afterprint'))");
        assertEquals(dark, browser.tell("ink.curve + ink.background"));
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
        assertEquals(List.of(), browser.complaints());
        browser.tell(
                "const other = document.createElement('script'); other.textContent = 'window.ran = true';"
                        + " document.body.append(other);"
                        + " document.body.setAttribute('onclick', 'window.ran = true'); document.body.click()");
        assertEquals("undefined", browser.tell("typeof window.ran"));
        assertEquals(2, browser.complaints().size());
    }
}
