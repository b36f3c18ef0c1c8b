package org.nearduplicate.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.nearduplicate.mutation.JsonText.Container;
import org.nearduplicate.mutation.JsonText.Literal;
import org.nearduplicate.mutation.JsonText.Part;

/** Changes JSON where it has a structure: names, values, levels. */
public final class JsonMutator {

    private final Random random;
    private final Words words;

    /** @param words what is put in beside odd values */
    public JsonMutator(Random random, Words words) {
        this.random = random;
        this.words = words;
    }

    /**
     * Returns the JSON after some changes.
     *
     * @param json right JSON
     * @param changes how many
     */
    public String mutate(String json, int changes) throws IOException {
        // The root is a part too: it can be replaced, doubled or left out.
        Container root = new Container(false, new ArrayList<>());
        root.parts().add(new Part("\"root\"", JsonText.parse(json)));
        for (int i = 0; i < changes; i++) {
            change(root);
        }
        StringBuilder out = new StringBuilder();
        for (Part part : root.parts()) {
            part.value().write(out);
        }
        return out.toString();
    }

    private void change(Container root) {
        List<Container> containers = new ArrayList<>();
        collect(root, containers);
        Container container = containers.get(random.nextInt(containers.size()));
        // The root itself is changed seldom, as nothing of the body is left then.
        if (container == root && random.nextInt(4) > 0) {
            container = containers.getLast();
        }
        if (container.parts().isEmpty()) {
            container.parts().add(inserted());
        } else {
            change(container.parts(), random.nextInt(container.parts().size()));
        }
    }

    private static void collect(Container container, List<Container> all) {
        all.add(container);
        for (Part part : container.parts()) {
            if (part.value() instanceof Container inner) {
                collect(inner, all);
            }
        }
    }

    private void change(List<Part> parts, int at) {
        Part part = parts.get(at);
        switch (random.nextInt(16)) {
            case 0 -> parts.remove(at);
            case 1 -> parts.add(at, part);
            case 2 -> parts.set(at, new Part(words.name(random), part.value()));
            case 3 -> parts.set(at, new Part(misspelt(part.name()), part.value()));
            case 4 -> parts.add(random.nextInt(parts.size() + 1), inserted());
            case 5 -> parts.set(at, new Part(part.name(), words.part(random).value()));
            case 6 -> parts.set(at, new Part(part.name(), wrapped(part)));
            case 7 -> parts.set(at, new Part(part.name(), unwrapped(part.value())));
            case 8 -> Collections.swap(parts, at, random.nextInt(parts.size()));
            case 9 -> swapValues(parts, at, random.nextInt(parts.size()));
            case 10 -> parts.addAll(Collections.nCopies(random.nextInt(60), part));
            case 11, 12 -> parts.set(at, new Part(part.name(), varied(part.value())));
            default -> parts.set(at, new Part(part.name(), odd()));
        }
    }

    private Part inserted() {
        return random.nextBoolean() ? words.part(random) : new Part(words.name(random), odd());
    }

    private Literal odd() {
        return new Literal(OddValues.any(random));
    }

    private String misspelt(String name) {
        int at = 1 + random.nextInt(Math.max(1, name.length() - 2));
        return switch (random.nextInt(5)) {
            case 0 -> name.substring(0, at) + name.substring(Math.min(at + 1, name.length() - 1));
            case 1 -> name.substring(0, at) + "\\ud800" + name.substring(at);
            case 2 -> name.substring(0, at) + "." + name.substring(at);
            case 3 -> name.toUpperCase(Locale.ROOT);
            default -> OddValues.any(random);
        };
    }

    private Container wrapped(Part part) {
        Container outer = new Container(random.nextBoolean(), new ArrayList<>());
        outer.parts().add(random.nextBoolean() ? part : new Part(words.name(random), part.value()));
        return outer;
    }

    private JsonText unwrapped(JsonText value) {
        return value instanceof Container inner && inner.parts().isEmpty() == false
                ? inner.parts().get(random.nextInt(inner.parts().size())).value()
                : odd();
    }

    private static void swapValues(List<Part> parts, int a, int b) {
        Part first = parts.get(a);
        Part second = parts.get(b);
        parts.set(a, new Part(first.name(), second.value()));
        parts.set(b, new Part(second.name(), first.value()));
    }

    /** A value near the one that is right. */
    private JsonText varied(JsonText value) {
        if (value instanceof Literal literal == false || ((Literal) value).text().isEmpty()) {
            return odd();
        }
        String text = ((Literal) value).text();
        if (text.startsWith("\"")) {
            return new Literal(misspelt(text));
        }
        return new Literal(switch (random.nextInt(6)) {
            case 0 -> '-' + text;
            case 1 -> text + random.nextInt(10);
            case 2 -> text + '.' + random.nextInt(10);
            case 3 -> text + 'e' + (random.nextInt(41) - 20);
            case 4 -> '"' + text + '"';
            default -> text.substring(0, text.length() - 1);
        });
    }
}
