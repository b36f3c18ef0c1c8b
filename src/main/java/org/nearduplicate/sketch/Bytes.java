package org.nearduplicate.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in arrays of bytes: big-endian in signatures, little-endian in stored sets, in sketches and in what is hashed. Each
 * takes an array and the index of the first byte, and only {@code get} and {@code set} take every index.
 */
public final class Bytes {

    public static final VarHandle BIG_LONG = of(long[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle BIG_INT = of(int[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle LITTLE_LONG = of(long[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle LITTLE_INT = of(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Bytes() {}

    private static VarHandle of(Class<?> numbers, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(numbers, order);
    }
}
