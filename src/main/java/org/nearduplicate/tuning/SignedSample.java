package org.nearduplicate.tuning;

import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.Sketch;

/**
 * The contents of a sample, sketched as a field does it, with their signatures in the form in which they
 * are stored. Belongs to one thread.
 */
final class SignedSample implements Closeable {

    /** So many contents are sketched before the time is taken, to have the code compiled. */
    private static final int WARM_UP = 500;

    private static final long BYTES_PER_CONTENT = 100;

    private final TextSketcher sketcher;
    private final ShingledSample sample;
    private final Sketch[] sketches;
    private final byte[][] signatures;
    private final JobMonitor monitor;
    private final ShingleHashes hashes;
    private final double micros;

    /** Sketches a document of each content by a scheme of the shingles of the sample, and of any bands. */
    SignedSample(ShingledSample sample, Scheme scheme, JobMonitor monitor) {
        this.sketcher = sample.sketcher(scheme);
        this.sample = sample;
        this.monitor = monitor;
        this.hashes = new ShingleHashes(monitor::reserve);
        monitor.reserve(bytes());
        this.sketches = new Sketch[sample.contents()];
        this.signatures = new byte[sample.contents()][];
        for (int content = 0; content < Math.min(WARM_UP, sketches.length); content++) {
            makeSketch(content);
        }
        long nanos = 0;
        for (int content = 0; content < sketches.length; content++) {
            monitor.checkCancelled();
            long start = System.nanoTime();
            Sketch sketch = makeSketch(content);
            nanos += System.nanoTime() - start;
            sketches[content] = sketch;
            signatures[content] = Signature.encode(sketch);
        }
        hashes.clear();
        this.micros = nanos / (double) TimeUnit.MICROSECONDS.toNanos(1) / sketches.length;
    }

    private Sketch makeSketch(int content) {
        hashes.clear();
        sample.texts(content).forEach(value -> sketcher.shingle(value, hashes));
        return sketcher.sketch(hashes);
    }

    ShingledSample sample() {
        return sample;
    }

    SignatureFormat format() {
        return sketcher.scheme().signatureFormat();
    }

    /** Returns the sketch of a content, with bands still to be chosen. */
    Sketch sketch(int content) {
        return sketches[content];
    }

    /** Returns the time from text to sketch, on the average. */
    double signingMicros() {
        return micros;
    }

    /** Compares the signatures of two contents as a query does. */
    double similarity(SignatureComparison comparison, int a, int b) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
    }

    @Override
    public void close() {
        monitor.reserve(-bytes());
    }

    private long bytes() {
        long components = (long) format().hashCount() * Long.BYTES;
        return sample.contents() * (BYTES_PER_CONTENT + components + format().length());
    }
}
