package org.nearduplicate.elasticsearch.version;

/** What is wrong with bytes that are no JSON and the like, and is no bad request. */
public final class ParserFailures {

    private ParserFailures() {}

    /** There is nothing of that kind. */
    public static boolean has(Throwable failure) {
        return false;
    }

    /** There is nothing of that kind. */
    public static boolean has(String answer) {
        return false;
    }
}
