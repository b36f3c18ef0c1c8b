package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Stored signatures of a test's own choice, of 8 bits a component. */
public final class Records {

    private Records() {}

    public static byte[] record(int shingleCount, byte[] components) {
        return record(shingleCount, components, 0);
    }

    public static byte[] record(int shingleCount, byte[] components, long sum) {
        return ByteBuffer.allocate(Integer.BYTES + components.length + Long.BYTES)
                .putInt(shingleCount)
                .put(components)
                .putLong(sum)
                .array();
    }

    /** Fills components at random, all of them: {@code nextBytes} of the random numbers of tests leaves some as they are. */
    public static void fill(Random random, byte[] components) {
        for (int i = 0; i < components.length; i++) {
            components[i] = (byte) random.nextInt();
        }
    }

    /**
     * Returns random records, some of them equal. Of each component there are few values, so that most
     * records begin like others.
     */
    public static List<byte[]> random(Random random, int count, int hashCount, int values) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] components = new byte[hashCount];
            for (int j = 0; j < hashCount; j++) {
                components[j] = (byte) (random.nextInt(values) * 150);
            }
            boolean copies = i > 0 && random.nextInt(4) == 0;
            records.add(
                    copies
                            ? records.get(random.nextInt(i))
                            : record(1 + random.nextInt(2), components, random.nextInt(2)));
        }
        return records;
    }
}
