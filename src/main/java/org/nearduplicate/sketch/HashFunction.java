package org.nearduplicate.sketch;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.function.IntFunction;

/**
 * The 64-bit hash functions a scheme can use. Each is compatible with the reference implementation
 * in C or C++, whose version is pinned by hash4j's documentation of the factory method called here.
 */
public enum HashFunction {

    /** XXH3, 64 bits ({@code XXH3_64bits_withSeed}). */
    XXH3(Hashing::xxh3_64),

    /** MurmurHash3 x64, the lower 64 of its 128 bits ({@code MurmurHash3_x64_128}). */
    MURMUR3(Hashing::murmur3_128),

    /** FarmHash ({@code farmhashuo::Hash64WithSeed}). */
    FARMHASH(Hashing::farmHashUo),

    /** Komihash, version 5.0. */
    KOMIHASH(Hashing::komihash5_0);

    private final IntFunction<Hasher64> seeded;

    HashFunction(IntFunction<Hasher64> seeded) {
        this.seeded = seeded;
    }

    /** Returns an immutable hasher of this function, safe to share between threads. */
    Hasher64 seeded(int seed) {
        return seeded.apply(seed);
    }
}
