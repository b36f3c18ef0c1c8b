package org.nearduplicate.elasticsearch.field;

import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.nearduplicate.sketch.Scheme;

/** What a shard tells of a field arrives as it was sent. */
public class FieldDescriptionTests extends AbstractWireSerializingTestCase<FieldDescription> {

    @Override
    protected Writeable.Reader<FieldDescription> instanceReader() {
        return FieldDescription::new;
    }

    @Override
    protected FieldDescription createTestInstance() {
        return RandomFields.description();
    }

    @Override
    protected FieldDescription mutateInstance(FieldDescription field) {
        Scheme scheme = field.scheme();
        double similarity = field.similarity();
        String lack = field.lack();
        switch (between(0, 2)) {
            case 0 -> scheme = randomValueOtherThan(scheme, RandomFields::scheme);
            case 1 -> similarity = similarity / 2;
            default -> lack = lack == null ? "no source" : null;
        }
        return new FieldDescription(scheme, similarity, lack);
    }
}
