package org.nearduplicate.page;

import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.rules.TemporaryFolder;

/** Tests of one page in a browser, which they share; skipped where there is none. */
public abstract class BrowserTestCase {

    /** Where the browser may write. */
    @ClassRule
    public static final TemporaryFolder FOLDER = new TemporaryFolder();

    /** The browser. */
    protected static Browser browser;

    /** Starts the browser. */
    @BeforeClass
    public static void start() throws Exception {
        browser = Browser.start(FOLDER.newFolder().toPath());
    }

    /** Ends it. */
    @AfterClass
    public static void end() throws Exception {
        if (browser != null) {
            browser.close();
            browser = null;
        }
    }

    /** Returns the text of an element. */
    protected static String text(String id) {
        return browser.tell("at('" + id + "').textContent");
    }

    /** Returns whether an element is shown. */
    protected static boolean isVisible(String id) {
        return browser.<Boolean>tell("at('" + id + "').checkVisibility()");
    }

    /** Reads JSON, with its names in their order. */
    protected static Map<String, Object> map(String json) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
    }
}
