package org.nearduplicate.elasticsearch;

import java.lang.module.ModuleDescriptor;
import org.elasticsearch.Version;

/** The line of Elasticsearch that tests run on. */
public final class TestedLine {

    private TestedLine() {}

    /** Returns whether it comes before another one, such as 9.5. */
    public static boolean isBefore(String line) {
        return ModuleDescriptor.Version.parse(Version.CURRENT.toString())
                .compareTo(ModuleDescriptor.Version.parse(line)) < 0;
    }
}
