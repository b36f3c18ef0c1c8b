package org.nearduplicate.elasticsearch;

import static org.hamcrest.Matchers.equalTo;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.version.MessageInput;

/**
 * What a package sends between nodes: all of it arrives as it was sent, and bytes that were cut off or
 * flipped on the way are refused, or read as something else that can be sent.
 */
public abstract class WireTestCase extends ESTestCase {

    private static final NamedWriteableRegistry REGISTRY =
            new NamedWriteableRegistry(
                    new SearchModule(Settings.EMPTY, List.of()).getNamedWriteables());

    private final Map<String, Message<?>> messages = new LinkedHashMap<>();
    private final Set<String> versioned = new HashSet<>();
    private final Set<String> sent = new TreeSet<>();

    /** Read once for all packages. */
    private static final class Production {

        private static final JavaClasses CLASSES = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.nearduplicate");
    }

    private record Message<T extends Writeable>(Supplier<T> random, Writeable.Reader<T> reader) {

        BytesReference write() throws IOException {
            return bytes(random.get());
        }

        BytesReference copy(BytesReference bytes) throws IOException {
            return bytes(read(bytes));
        }

        /** What has an equality is equal too: a part may be sent twice, in the place of another. */
        void assertArrives() throws IOException {
            T sent = random.get();
            BytesReference bytes = bytes(sent);
            T arrived = read(bytes);
            assertThat(toString(), bytes(arrived), equalTo(bytes));
            if (arrived.equals(read(bytes))) {
                assertThat(arrived, equalTo(sent));
                assertThat(arrived.hashCode(), equalTo(sent.hashCode()));
            }
        }

        private T read(BytesReference bytes) throws IOException {
            try (StreamInput in = new MessageInput(bytes.streamInput(), REGISTRY)) {
                return reader.read(in);
            }
        }

        private static BytesReference bytes(Writeable message) throws IOException {
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                message.writeTo(out);
                return out.bytes();
            }
        }
    }

    /** Adds a class whose objects are sent. */
    protected final <T extends Writeable> void message(
            Class<T> type, Supplier<T> random, Writeable.Reader<T> reader) {
        messages.put(type.getName(), new Message<>(random, reader));
        sent.add(type.getName());
    }

    /** Adds a class whose objects tell the version of what is sent. */
    protected final <T extends Writeable> void versioned(
            Class<T> type, Supplier<T> random, Writeable.Reader<T> reader) {
        message(type, random, reader);
        versioned.add(type.getName());
    }

    /** Adds a call: the message with its question, which tells the version of what is sent, and its answer. */
    protected final <S extends Call.Subject, Q, A> void call(
            Call<S, Q, A> call, Supplier<S> subject, Supplier<Q> question, Supplier<A> answer) {
        messages.put(
                call.action(),
                new Message<>(
                        () -> call.message(subject.get(), question.get()), call::readMessage));
        messages.put(
                "answer of " + call.action(),
                new Message<>(() -> call.answer(answer.get()), call::readAnswer));
        versioned.add(call.action());
        sent.add(call.action());
    }

    public final void testAnotherVersionIsRefused() throws IOException {
        for (String type : versioned) {
            byte[] sent = BytesReference.toBytes(messages.get(type).write());
            boolean refused = false;
            for (int place = 0; place < sent.length; place++) {
                byte[] other = sent.clone();
                other[place]++;
                Throwable refusal = refusal(messages.get(type), other);
                refused |= refusal != null && String.valueOf(refusal.getMessage())
                        .startsWith("all nodes need the same version of the plugin");
            }
            assertTrue("no version in " + type, refused);
        }
    }

    public final void testNothingThatIsSentIsMissing() {
        Stream<String> calls = Production.CLASSES.stream()
                .filter(this::isOfThisPackage)
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(Call.class))
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .map(WireTestCase::action);
        assertThat(
                sent,
                equalTo(
                        Stream.concat(
                                sent().filter(this::isOfThisPackage).map(JavaClass::getName), calls)
                                .collect(Collectors.toCollection(TreeSet::new))));
    }

    private static String action(JavaField constant) {
        try {
            Field field = constant.reflect();
            field.setAccessible(true);
            return ((Call<?, ?, ?>) field.get(null)).action();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isOfThisPackage(JavaClass type) {
        return type.getPackageName().equals(getClass().getPackageName());
    }

    public final void testArrivesAsItWasSent() throws IOException {
        for (Message<?> message : messages.values()) {
            for (int i = scaledRandomIntBetween(20, 100); i > 0; i--) {
                message.assertArrives();
            }
        }
    }

    public final void testCutOffAtEveryByte() throws IOException {
        for (Map.Entry<String, Message<?>> message : messages.entrySet()) {
            byte[] sent = BytesReference.toBytes(message.getValue().write());
            for (int length = 0; length < sent.length; length++) {
                byte[] cut = Arrays.copyOf(sent, length);
                assertTrue(
                        message.getKey() + " of " + length + " bytes of " + sent.length,
                        isRefused(message.getValue(), cut));
            }
        }
    }

    public final void testEveryBitFlipped() throws IOException {
        for (Message<?> message : messages.values()) {
            byte[] sent = BytesReference.toBytes(message.write());
            for (int bit = 0; bit < sent.length * Byte.SIZE; bit++) {
                byte[] flipped = sent.clone();
                flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                isRefused(message, flipped);
            }
        }
    }

    public final void testAnyBytes() throws IOException {
        for (Message<?> message : messages.values()) {
            for (int i = scaledRandomIntBetween(200, 2_000); i > 0; i--) {
                isRefused(message, randomByteArrayOfLength(between(0, 60)));
            }
        }
    }

    /** Returns every class of the plugin that is read from a stream. */
    protected static Stream<JavaClass> sent() {
        return Production.CLASSES.stream()
                .filter(type -> type.isAssignableTo(Writeable.class))
                .filter(type -> type.getModifiers().contains(JavaModifier.ABSTRACT) == false)
                .filter(type -> type.tryGetConstructor(StreamInput.class).isPresent());
    }

    private static boolean isRefused(Message<?> message, byte[] bytes) {
        return refusal(message, bytes) != null;
    }

    /**
     * Returns what bytes are refused with, or null if they are not.
     *
     * @throws RuntimeException of any other kind, as for an index out of bounds, unless it is Elasticsearch's
     */
    private static Throwable refusal(Message<?> message, byte[] bytes) {
        try {
            message.copy(new BytesArray(bytes));
            return null;
        } catch (IOException | IllegalArgumentException | IllegalStateException
                | ElasticsearchException e) {
            return e;
        } catch (RuntimeException | AssertionError e) {
            if (isThrownByElasticsearch(e)) {
                return e;
            }
            throw e;
        }
    }

    /** Its own readers throw what they like. */
    private static boolean isThrownByElasticsearch(Throwable e) {
        List<StackTraceElement> frames = Arrays.stream(e.getStackTrace())
                .dropWhile(frame -> frame.getClassName().startsWith("java."))
                .toList();
        return frames.isEmpty() == false
                && frames.getFirst().getClassName().startsWith("org.elasticsearch.")
                && frames.stream().noneMatch(frame -> frame.getMethodName().equals("writeTo"));
    }
}
