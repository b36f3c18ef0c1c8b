package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.RandomFields;
import org.nearduplicate.groups.ShardDocuments;

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
        int maxDoc = shard.maxDoc();
        ShardDocuments documents = shard.documents();
        FieldDescription field = shard.field();
        String keepValues = shard.keepValues();
        switch (between(0, 4)) {
            case 0 -> documents = new ShardDocuments(
                    documents.documents() ^ 1, documents.withoutSignature());
            case 1 -> documents = new ShardDocuments(
                    documents.documents(), documents.withoutSignature() ^ 1);
            case 2 -> field = randomValueOtherThan(field, RandomFields::description);
            case 3 -> maxDoc ^= 1;
            default -> keepValues = keepValues == null ? "integer" : null;
        }
        return new ShardDescription(maxDoc, documents, field, keepValues);
    }
}
