package org.nearduplicate.groups.part;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.Records;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.SignatureFormat;

/** Documents of equal records are one signature, numbered by its first document. */
public class DistinctSignaturesTest extends LuceneTestCase {

    private static final int HASH_COUNT = 19;

    /** Who knows the code does not know which signatures meet in a slot. */
    public void testSlotsCannotBeForeseen() {
        byte[] record = Records.random(random(), 1, HASH_COUNT, 2).getFirst();
        assertNotEquals(
                StringHelper.murmurhash3_x86_32(record, 0, record.length, 0),
                DistinctSignatures.hash(record, 0, record.length));
    }

    public void testReservesPagesAndGivesTheSlotsBack() {
        CountingMonitor monitor = CountingMonitor.unlimited();
        List<byte[]> records = Records.random(random(), 9_000, HASH_COUNT, 200);
        DistinctSignatures signatures = signatures(records, monitor);
        long pages = (signatures.size() + 1023) / 1024 * 1024L * (12 + HASH_COUNT);
        long lists = monitor.reserved() - pages - 9_000 * 4;
        assertTrue("lists of " + lists, lists >= signatures.size() * 8);
        assertTrue("lists of " + lists, lists <= signatures.size() * 10);
    }

    /** Makes signatures of one document per record. */
    static DistinctSignatures signatures(List<byte[]> records, JobMonitor monitor) {
        int hashCount = records.isEmpty()
                ? 1
                : records.getFirst().length - new SignatureFormat(0, 8).length();
        DistinctSignatures signatures = new DistinctSignatures(
                new SignatureFormat(hashCount, 8), PeerFormat.NONE, records.size(), monitor);
        for (byte[] record : records) {
            signatures.add(record, 1);
        }
        signatures.finish();
        return signatures;
    }
}
