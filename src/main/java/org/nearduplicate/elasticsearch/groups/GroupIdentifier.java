package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.hash.MurmurHash3;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.nearduplicate.groups.shard.Document;

/**
 * Names a group in a destination by its keeper, so that the name lasts as long as the group has it: 128 bits of a hash,
 * of which a billion groups have two alike with a probability below 10⁻²⁰, as 22 characters of Base64.
 */
final class GroupIdentifier {

    private static final long SEED = 0;

    private GroupIdentifier() {}

    /** Returns the identifier of the group of a keeper. */
    static String of(Document keeper) {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeString(keeper.index());
            out.writeString(keeper.id());
            out.writeOptionalString(keeper.routing());
            BytesRef bytes = out.bytes().toBytesRef();
            MurmurHash3.Hash128 hash = MurmurHash3.hash128(
                    bytes.bytes, bytes.offset, bytes.length, SEED, new MurmurHash3.Hash128());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(
                    ByteBuffer.allocate(2 * Long.BYTES).putLong(hash.h1).putLong(hash.h2).array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
