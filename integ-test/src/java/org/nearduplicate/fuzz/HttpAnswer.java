package org.nearduplicate.fuzz;

import java.nio.charset.StandardCharsets;

/**
 * What came back over HTTP.
 *
 * @param type the content type without its parameters, empty if there is none
 */
record HttpAnswer(int status, String type, byte[] body) {

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
