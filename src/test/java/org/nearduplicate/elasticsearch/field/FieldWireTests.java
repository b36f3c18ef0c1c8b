package org.nearduplicate.elasticsearch.field;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** What shards tell of fields, as it travels. */
public class FieldWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(FieldDescription.class, RandomFields::description, FieldDescription::new);
    }
}
