package org.nearduplicate.tuning.plot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/** A picture as its reader sees it. What every picture has to be is checked when it is read. */
final class Drawing {

    private static final Pattern TRANSLATION = Pattern.compile("translate\\((\\S+) (\\S+)\\)");
    private static final double TEXT_CONTRAST = 4.5;
    private static final double SHAPE_CONTRAST = 3;

    private final Element svg;

    /** A place in the picture. */
    record Place(double x, double y) {}

    Drawing(String document) {
        svg = Xml.parse(document);
        assertEquals("svg", svg.getLocalName());
        assertEquals("http://www.w3.org/2000/svg", svg.getNamespaceURI());
        assertFalse(document.substring(document.indexOf('>')).contains("http"));
        assertTrue(title().length() > 3);
        assertTrue(Xml.elements(svg, "desc").getFirst().getTextContent().length() > 20);
        checkAttributes();
        checkContrast();
        checkExtent();
    }

    Element svg() {
        return svg;
    }

    String title() {
        return Xml.elements(svg, "title").getFirst().getTextContent();
    }

    String description() {
        return Xml.elements(svg, "desc").getFirst().getTextContent();
    }

    /** Returns the words that are written, line by line. */
    List<String> texts() {
        return Xml.elements(svg, "text").stream().map(Element::getTextContent).toList();
    }

    /** Returns the words of the labels, and of lines of the legend. */
    String words() {
        return String.join(" ", texts());
    }

    /** Returns where the area ends below. */
    double bottom() {
        return Xml.elements(svg, "line", Xml.hasClass("nd-axis")).stream()
                .mapToDouble(line -> Xml.number(line, "y2")).max().orElseThrow();
    }

    /** Returns the shapes of a class that are drawn at a place, and not in the legend. */
    List<Element> marks(String name) {
        return Xml.elements(svg, "path", Xml.hasClass(name)).stream()
                .filter(path -> path.getAttribute("transform").isEmpty() == false)
                .filter(path -> place(path).y() <= bottom())
                .toList();
    }

    static Place place(Element mark) {
        Matcher matcher = TRANSLATION.matcher(mark.getAttribute("transform"));
        assertTrue(matcher.matches());
        return new Place(
                Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2)));
    }

    /** Returns the points of the S-curve. */
    List<Place> curve() {
        String path = Xml.elements(svg, "path", Xml.hasClass("nd-curve")).getFirst()
                .getAttribute("d");
        return Arrays.stream(path.substring(1).split(" L"))
                .map(point -> point.split(" "))
                .map(point -> new Place(
                        Double.parseDouble(point[0]), Double.parseDouble(point[1])))
                .toList();
    }

    /** Nothing is loaded, nothing runs, and nothing speaks of what another picture may hold too. */
    private void checkAttributes() {
        for (Element element : Xml.elements(svg, "*")) {
            assertFalse(element.getLocalName().equals("script"));
            NamedNodeMap attributes = element.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                String name = attributes.item(i).getNodeName();
                assertFalse(name, name.startsWith("on") || name.contains("href")
                        || name.equals("id") || name.equals("style"));
            }
        }
        String css = Xml.elements(svg, "style").getFirst().getTextContent();
        assertFalse(css.contains("url(") || css.contains("@import"));
        for (String selector : css.replace("@media (prefers-color-scheme:dark){", "").split("\n")) {
            assertTrue(selector, selector.matches("}?") || selector.startsWith(".nd-"));
        }
    }

    private void checkContrast() {
        String css = Xml.elements(svg, "style").getFirst().getTextContent();
        for (boolean dark : new boolean[] {false, true}) {
            Map<String, String> colours = Css.classes(css, dark);
            String background = colours.get("nd-fill-background");
            for (Element text : Xml.elements(svg, "text")) {
                assertTrue(Css.contrast(background,
                        colours.get(text.getAttribute("class").split(" ")[0])) >= TEXT_CONTRAST);
            }
            for (String ink : List.of("curve", "find", "leave-out", "bar", "best", "axis")) {
                assertTrue(ink, Css.contrast(background,
                        colours.get("nd-fill-" + ink)) >= SHAPE_CONTRAST);
            }
            for (Element shape : Xml.elements(svg, "*", e -> e.hasAttribute("class") && e != svg)) {
                assertTrue(Arrays.stream(shape.getAttribute("class").split(" "))
                        .anyMatch(colours::containsKey));
            }
        }
    }

    /** Every text begins in the picture, and what lies behind is opaque. */
    private void checkExtent() {
        String[] box = svg.getAttribute("viewBox").split(" ");
        assertEquals(svg.getAttribute("width"), box[2]);
        assertEquals(svg.getAttribute("height"), box[3]);
        for (Element text : Xml.elements(svg, "text")) {
            double x = Xml.number(text, "x");
            double y = Xml.number(text, "y");
            assertTrue(x >= 0 && x <= Double.parseDouble(box[2]));
            assertTrue(y >= 14 && y <= Double.parseDouble(box[3]) - 4);
        }
        Element background = Xml.elements(svg, "rect").getFirst();
        assertEquals("100%", background.getAttribute("width"));
        assertEquals("100%", background.getAttribute("height"));
        assertEquals("nd-fill-background", background.getAttribute("class"));
    }
}
