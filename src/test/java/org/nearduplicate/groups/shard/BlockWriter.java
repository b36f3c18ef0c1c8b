package org.nearduplicate.groups.shard;

import org.nearduplicate.job.JobMonitor;

/** Writes blocks as shards do, for tests of those who read them. */
public final class BlockWriter {

    private final BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);

    public void leaveOut() {
        writer.leaveOut();
    }

    public void begin(long key) {
        writer.begin(key);
    }

    public void add(int doc) {
        writer.add(doc);
    }

    public void end() {
        writer.end();
    }

    /** Writes a term. */
    public void write(long key, int... docs) {
        Walks.write(writer, key, docs);
    }

    public BandBlock finish(ScanPosition next) {
        return writer.finish(next);
    }
}
