package org.nearduplicate.sketch;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The 64-bit hash functions a scheme can use. Each is compatible with the reference implementation
 * in C or C++, whose version is pinned by hash4j's documentation of the factory method called here.
 */
public enum HashFunction {

    /** XXH3, 64 bits ({@code XXH3_64bits_withSeed}). */
    XXH3 {
        @Override
        Hasher64 seeded(int seed) {
            return Hashing.xxh3_64(seed);
        }
    },

    /** MurmurHash3 x64, the lower 64 of its 128 bits ({@code MurmurHash3_x64_128}). */
    MURMUR3 {
        @Override
        Hasher64 seeded(int seed) {
            return Hashing.murmur3_128(seed);
        }
    },

    /** FarmHash ({@code farmhashuo::Hash64WithSeed}). */
    FARMHASH {
        @Override
        Hasher64 seeded(int seed) {
            return Hashing.farmHashUo(seed);
        }
    },

    /** Komihash, version 5.0. */
    KOMIHASH {
        @Override
        Hasher64 seeded(int seed) {
            return Hashing.komihash5_0(seed);
        }
    };

    /** Returns an immutable hasher of this function, safe to share between threads. */
    abstract Hasher64 seeded(int seed);
}
