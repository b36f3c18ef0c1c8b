package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.sketch.Scheme;

/** What a shard tells of itself arrives as it was sent. */
public class ShardDescriptionTests extends AbstractWireSerializingTestCase<ShardDescription> {

    @Override
    protected Writeable.Reader<ShardDescription> instanceReader() {
        return ShardDescription::new;
    }

    @Override
    protected ShardDescription createTestInstance() {
        return RandomMessages.description();
    }

    @Override
    protected ShardDescription mutateInstance(ShardDescription shard) {
        ShardDocuments documents = shard.documents();
        Scheme scheme = shard.scheme();
        double similarity = shard.similarity();
        String keepValues = shard.keepValues();
        String lack = shard.lack();
        switch (between(0, 5)) {
            case 0 -> documents = new ShardDocuments(
                    documents.documents() ^ 1, documents.withoutSignature());
            case 1 -> documents = new ShardDocuments(
                    documents.documents(), documents.withoutSignature() ^ 1);
            case 2 -> scheme =
                    randomValueOtherThan(scheme, RandomMessages::scheme);
            case 3 -> similarity = similarity / 2;
            case 4 -> keepValues = keepValues == null ? "integer" : null;
            default -> lack = lack == null ? "no source" : null;
        }
        return new ShardDescription(documents, scheme, similarity, keepValues, lack);
    }
}
