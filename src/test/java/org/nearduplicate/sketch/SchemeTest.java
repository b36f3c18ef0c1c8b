package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;

/** Every component of a scheme decides about the bytes of an index, and is checked. */
public class SchemeTest {

    private static final int VERSION = Parameters.SCHEME_VERSION.defaultValue();
    private static final List<List<String>> DOCUMENT = List.of(
            List.of("a", "text", "of", "some", "words", "more", "than", "a", "shingle", "has"));

    private static final Scheme BASE = base().build();

    @Test
    public void anotherValueOfAnyComponentGivesOtherBytes() {
        Map<String, Scheme> others = others();
        Set<String> outputs = new HashSet<>(Set.of(termsAndSignature(BASE)));
        others.values().forEach(other -> outputs.add(termsAndSignature(other)));
        assertEquals("distinct outputs", 1 + others.size(), outputs.size());

        Set<String> components = new HashSet<>(Set.of("version"));
        components.addAll(others.keySet());
        assertEquals("components with a test", componentsOfScheme(), components);
    }

    @Test
    public void anotherValueOfAnyComponentIsAnotherParameterOfAMapping() {
        Map<String, String> differing = new HashMap<>();
        others().forEach((component, other) -> {
            Map<String, Object> parameters = other.parameters();
            assertEquals(BASE.parameters().keySet(), parameters.keySet());
            parameters.entrySet().removeAll(BASE.parameters().entrySet());
            differing.put(component, parameters.toString());
        });
        assertEquals(
                Map.of(
                        "shingleUnit", "{shingle_unit=character}", "shingleSize",
                        "{shingle_size=4}", "hashFunction", "{hash_function=komihash}", "seed",
                        "{seed=1}", "sketch", "{sketch=minhash}", "hashCount", "{hash_count=33}",
                        "signatureBits", "{signature_bits=4}", "banding", "{rows=4}"),
                differing);
        assertEquals(4, BASE.parameters().get("scheme_version"));
    }

    /** Returns for each component a scheme that differs from {@link #BASE} in it. */
    private static Map<String, Scheme> others() {
        return Map.of(
                "shingleUnit", base().shingles(ShingleUnit.CHARACTER, 3).build(),
                "shingleSize", base().shingles(ShingleUnit.WORD, 4).build(),
                "hashFunction", base().hash(HashFunction.KOMIHASH, 0).build(),
                "seed", base().hash(HashFunction.XXH3, 1).build(),
                "sketch", base().sketch(SketchAlgorithm.MINHASH, 32).build(),
                "hashCount", base().sketch(SketchAlgorithm.FAST_SIMILARITY, 33).build(),
                "signatureBits", base().bits(4).build(),
                "banding", base().banding(8, 4).build());
    }

    private static SchemeBuilder base() {
        return scheme().sketch(SketchAlgorithm.FAST_SIMILARITY, 32).bits(8).banding(8, 3);
    }

    @Test
    public void numbersOutOfBounds() {
        assertRefused("[scheme_version]", () -> of(VERSION + 1, 3, 0, 128, 8, new Banding(16, 6)));
        assertRefused("[scheme_version]", () -> of(VERSION - 1, 3, 0, 128, 8, new Banding(16, 6)));
        assertRefused("[shingle_size]", () -> of(VERSION, 0, 0, 128, 8, new Banding(16, 6)));
        assertRefused("[shingle_size]", () -> of(VERSION, 65, 0, 128, 8, new Banding(16, 6)));
        assertRefused("[seed]", () -> of(VERSION, 3, -1, 128, 8, new Banding(16, 6)));
        assertRefused("[hash_count]", () -> of(VERSION, 3, 0, 15, 8, new Banding(1, 2)));
        assertRefused("[hash_count]", () -> of(VERSION, 3, 0, 1025, 8, new Banding(1, 2)));
        for (int bits : new int[] {-1, 0, 3, 16}) {
            assertRefused(
                    "[signature_bits] must be one of [1, 2, 4, 8], got [" + bits + "]",
                    () -> of(VERSION, 3, 0, 128, bits, new Banding(1, 2)));
        }
    }

    @Test
    public void bandsNeedTheirComponents() {
        of(VERSION, 3, 0, 96, 8, new Banding(16, 6));
        assertRefused(
                "[bands] × [rows] must be at most [hash_count] 95, got [16] × [6] = 96",
                () -> of(VERSION, 3, 0, 95, 8, new Banding(16, 6)));
    }

    private static void assertRefused(String named, Runnable construction) {
        String message =
                assertThrows(IllegalArgumentException.class, construction::run).getMessage();
        assertEquals(message, true, message.contains(named));
    }

    private static Scheme of(int version, int shingleSize, int seed, int hashCount,
            int signatureBits, Banding banding) {
        return new Scheme(version, ShingleUnit.WORD, shingleSize, HashFunction.XXH3, seed,
                SketchAlgorithm.FAST_SIMILARITY, hashCount, signatureBits, banding);
    }

    private static Set<String> componentsOfScheme() {
        return new HashSet<>(Arrays.stream(Scheme.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
    }

    private static String termsAndSignature(Scheme scheme) {
        Output output = Output.of(scheme, DOCUMENT);
        return output.terms() + " " + output.signature();
    }
}
