package org.nearduplicate.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** What a page may do, as browsers are told: to use its own style and scripts, known by their hashes. */
final class ContentPolicy {

    private ContentPolicy() {}

    /** Returns the policy of a page with one style and these scripts. */
    static String of(String style, List<String> scripts) {
        return "default-src 'none'; style-src " + hash(style) + "; script-src "
                + scripts.stream().map(ContentPolicy::hash).collect(Collectors.joining(" "))
                + "; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
