package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.function.ThrowingRunnable;

/** The message with which something is refused. */
public record Refusal(String message) {

    public static Refusal of(ThrowingRunnable call) {
        return new Refusal(assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    public void says(String expected) {
        assertEquals(expected, message);
    }
}
