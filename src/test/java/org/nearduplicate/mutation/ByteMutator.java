package org.nearduplicate.mutation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes bytes, whatever they mean. */
public final class ByteMutator {

    /** Text of several encodings, right and wrong, and what JSON, YAML, CBOR and SMILE begin with. */
    private static final List<byte[]> ODD = List.of(
            bytes(0), bytes(0xff), bytes(0x80), bytes(0xc0, 0x80), bytes(0xed, 0xa0, 0x80),
            bytes(0xef, 0xbb, 0xbf), bytes(0xfe, 0xff), bytes(0xff, 0xfe), bytes(0xf4, 0x90, 0x80),
            bytes(0x9f), bytes(0xbf), bytes(0x5b, 0xff, 0xff, 0xff, 0xff),
            bytes(0x7b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), bytes(0xd9, 0xd9, 0xf7),
            bytes(0x3a, 0x29, 0x0a, 0x01), ascii("{"), ascii("}"), ascii("["), ascii("]"),
            ascii("\""), ascii("\\"), ascii(","), ascii(":"), ascii("\n"), ascii("/*"), ascii("#"),
            ascii("---\n"), ascii("&a *a"), ascii("!!"), ascii("\\ud800"), ascii("e9"));

    private final Random random;

    public ByteMutator(Random random) {
        this.random = random;
    }

    /** Returns the bytes after some changes. */
    public byte[] mutate(byte[] bytes, int changes) {
        byte[] changed = bytes;
        for (int i = 0; i < changes; i++) {
            changed = change(changed);
        }
        return changed;
    }

    /** Returns the beginning of the one and the end of the other. */
    public byte[] splice(byte[] first, byte[] second) {
        return joined(
                Arrays.copyOf(first, random.nextInt(first.length + 1)),
                Arrays.copyOfRange(second, random.nextInt(second.length + 1), second.length));
    }

    private byte[] change(byte[] bytes) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(Math.min(8, bytes.length - from) + 1);
        byte[] before = Arrays.copyOf(bytes, from);
        byte[] middle = Arrays.copyOfRange(bytes, from, to);
        byte[] after = Arrays.copyOfRange(bytes, to, bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> before;
            case 1 -> joined(before, after);
            case 2 -> joined(before, middle, middle, after);
            case 3 -> joined(before, ODD.get(random.nextInt(ODD.size())), middle, after);
            case 4 -> joined(before, ODD.get(random.nextInt(ODD.size())), after);
            default -> joined(before, flipped(middle), after);
        };
    }

    private byte[] flipped(byte[] bytes) {
        byte[] flipped = bytes.clone();
        for (int i = 0; i < flipped.length; i++) {
            flipped[i] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] joined = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, at, part.length);
            at += part.length;
        }
        return joined;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
