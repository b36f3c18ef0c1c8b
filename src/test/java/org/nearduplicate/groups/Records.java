package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.nearduplicate.sketch.JobMonitor;

/** Content records of a test's own choice. */
final class Records {

    private Records() {}

    static byte[] record(int shingleCount, byte[] components) {
        return ByteBuffer.allocate(Integer.BYTES + components.length)
                .putInt(shingleCount)
                .put(components)
                .array();
    }

    /**
     * Returns random records, some of them equal. Of each component there are few values, so that most
     * records begin like others.
     */
    static List<byte[]> random(Random random, int count, int hashCount, int values) {
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
                            : record(1 + random.nextInt(2), components));
        }
        return records;
    }

    /** Makes contents of one document per record. */
    static Contents contents(ContentFormat format, List<byte[]> records, JobMonitor monitor) {
        Contents contents = new Contents(format, records.size(), monitor);
        for (byte[] record : records) {
            contents.add(record, 0);
        }
        contents.finish();
        return contents;
    }
}
