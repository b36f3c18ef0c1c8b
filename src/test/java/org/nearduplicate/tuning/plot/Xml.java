package org.nearduplicate.tuning.plot;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads a document as the JDK's parser does, which refuses what is not well-formed. */
public final class Xml {

    private Xml() {}

    /** Returns the root element. */
    public static Element parse(String document) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            factory.setNamespaceAware(true);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler() {
                @Override
                public void error(SAXParseException e) throws SAXParseException {
                    throw e;
                }
            });
            return builder.parse(new InputSource(new StringReader(document))).getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(document, e);
        }
    }

    /** Returns all elements of a name, or all for an asterisk, in their order. */
    public static List<Element> elements(Element root, String name) {
        List<Element> elements = new ArrayList<>();
        if (name.equals("*") || root.getLocalName().equals(name)) {
            elements.add(root);
        }
        for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                elements.addAll(elements(element, name));
            }
        }
        return elements;
    }

    /** Returns all elements of a name that satisfy a condition. */
    public static List<Element> elements(Element root, String name, Predicate<Element> condition) {
        return elements(root, name).stream().filter(condition).toList();
    }

    /** Whether an element is of a class. */
    public static Predicate<Element> hasClass(String name) {
        return element -> List.of(element.getAttribute("class").split(" ")).contains(name);
    }

    /** Returns the number that an attribute holds. */
    public static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
