package org.nearduplicate.elasticsearch.groups;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.unit.MemorySizeValue;
import org.elasticsearch.monitor.jvm.JvmInfo;

/** The settings of a cluster for its runs for groups. */
public final class GroupsSettings {

    private static final String MEMORY_KEY = "near_duplicate.groups.memory";
    private static final ByteSizeValue LEAST = ByteSizeValue.ofMb(1);

    /**
     * About the memory in which a run holds documents at a time: what does not fit is worked off in parts, which takes
     * longer. −1, the default, is half of what the request breaker allows, so that two runs side by side are not
     * refused.
     */
    public static final Setting<ByteSizeValue> MEMORY = new Setting<>(
            MEMORY_KEY, "-1", GroupsSettings::parseMemory, Property.NodeScope, Property.Dynamic);

    private GroupsSettings() {}

    private static ByteSizeValue parseMemory(String value) {
        ByteSizeValue memory = MemorySizeValue.parseBytesSizeValueOrHeapRatio(value, MEMORY_KEY);
        if (memory.compareTo(LEAST) < 0 && memory.equals(ByteSizeValue.MINUS_ONE) == false) {
            throw new IllegalArgumentException(
                    "[" + MEMORY_KEY + "] must be at least [" + LEAST + "], or [-1], got [" + value
                            + "]");
        }
        return memory;
    }

    /**
     * Returns the memory of a run, in bytes: three quarters of what the breaker allows at most, as not all of a run are
     * documents.
     *
     * @param breaker that of requests; if it has no limit, the heap is one
     */
    static long memory(ClusterSettings settings, CircuitBreaker breaker) {
        long set = settings.get(MEMORY).getBytes();
        long limit = breaker.getLimit() < 0
                ? JvmInfo.jvmInfo().getMem().getHeapMax().getBytes()
                : breaker.getLimit();
        return set < 0 ? limit / 2 : Math.min(set, limit / 4 * 3);
    }
}
