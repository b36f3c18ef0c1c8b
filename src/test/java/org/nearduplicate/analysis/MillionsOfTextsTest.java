package org.nearduplicate.analysis;

/** The same with more texts than a build has time for. */
public class MillionsOfTextsTest extends NormalFormsTest {

    @Override
    int texts() {
        return 700_000;
    }
}
