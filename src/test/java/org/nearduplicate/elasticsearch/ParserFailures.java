package org.nearduplicate.elasticsearch;

import java.util.regex.Pattern;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.compress.NotXContentException;

/** What is wrong with bytes that are no JSON and the like, and is no bad request; from 9.5 on there is nothing of that kind. */
public final class ParserFailures {

    private static final boolean MAY_BE = TestedLine.isBefore("9.5");

    private static final Pattern NAMES =
            Pattern.compile("(json_parse|json_e_o_f|stream_constraints|not_x_content)_exception");

    private ParserFailures() {}

    /** Returns whether a parser failed, and Elasticsearch did not make a bad request of it. */
    public static boolean has(Throwable failure) {
        return MAY_BE && ExceptionsHelper.unwrapCausesAndSuppressed(
                failure,
                cause -> cause instanceof NotXContentException
                        || cause.getClass().getPackageName().startsWith("com.fasterxml.jackson"))
                .isPresent();
    }

    /** Returns whether an answer tells of such a failure. */
    public static boolean has(String answer) {
        return MAY_BE && NAMES.matcher(answer).find();
    }
}
