package org.nearduplicate.sketch;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** How much memory was allocated, which can be counted where time cannot. */
public final class AllocatedBytes {

    private AllocatedBytes() {}

    /**
     * Returns the bytes that the calling thread has allocated since it was started. They are asked for by
     * name, since the interface that has them is none of every JDK.
     */
    public static long ofThisThread() {
        try {
            return (long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(
                            new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                            "CurrentThreadAllocatedBytes");
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
