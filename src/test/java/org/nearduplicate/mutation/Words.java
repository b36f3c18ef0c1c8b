package org.nearduplicate.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.nearduplicate.mutation.JsonText.Container;
import org.nearduplicate.mutation.JsonText.Part;

/** The names that right input has, each with the values that it has there. */
public final class Words {

    private final List<Part> parts = new ArrayList<>();
    private final List<String> names;

    /** @param jsons right input */
    public Words(Collection<String> jsons) throws IOException {
        Set<String> distinct = new LinkedHashSet<>();
        for (String json : jsons) {
            collect(JsonText.parse(json), distinct);
        }
        names = List.copyOf(distinct);
    }

    private void collect(JsonText json, Set<String> distinct) {
        if (json instanceof Container container) {
            for (Part part : container.parts()) {
                if (container.object()) {
                    distinct.add(part.name());
                    parts.add(part);
                }
                collect(part.value(), distinct);
            }
        }
    }

    /** A name, with its quotes. */
    String name(Random random) {
        return names.get(random.nextInt(names.size()));
    }

    /** A name with a value that it has somewhere; it may be changed. */
    Part part(Random random) {
        Part part = parts.get(random.nextInt(parts.size()));
        return new Part(part.name(), part.value().copy());
    }
}
