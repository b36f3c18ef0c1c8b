package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.nearduplicate.lucene.Verify;

/** What a job wants to see arrives as it was sent. */
public class ShardViewTests extends AbstractWireSerializingTestCase<ShardView> {

    @Override
    protected NamedWriteableRegistry getNamedWriteableRegistry() {
        return new NamedWriteableRegistry(
                new SearchModule(Settings.EMPTY, List.of()).getNamedWriteables());
    }

    @Override
    protected Writeable.Reader<ShardView> instanceReader() {
        return ShardView::new;
    }

    @Override
    protected ShardView createTestInstance() {
        return RandomMessages.view();
    }

    public void testBySignatureIsTheSameButForThat() {
        ShardView view = RandomMessages.view();
        assertThat(
                view.bySignature(),
                equalTo(
                        new ShardView(
                                view.field(), view.ignoreUnmapped(), Verify.SIGNATURE,
                                view.query(), view.keepField(), view.highest())));
    }

    @Override
    protected ShardView mutateInstance(ShardView view) {
        String field = view.field();
        boolean ignore = view.ignoreUnmapped();
        Verify verify = view.verify();
        String keepField = view.keepField();
        return switch (between(0, 5)) {
            case 0 -> new ShardView(
                    field + "x", ignore, verify, view.query(), keepField, view.highest());
            case 1 -> new ShardView(
                    field,
                    ignore,
                    randomValueOtherThan(
                            verify, () -> randomFrom(Verify.EXACT, Verify.SIGNATURE, null)),
                    view.query(), keepField, view.highest());
            case 2 -> new ShardView(
                    field, ignore, verify, new TermQueryBuilder("other", randomIdentifier()),
                    keepField,
                    view.highest());
            case 3 -> new ShardView(
                    field, ignore, verify, view.query(),
                    keepField == null ? "rank" : null,
                    view.highest());
            case 4 -> new ShardView(
                    field, ignore == false, verify, view.query(), keepField, view.highest());
            default -> new ShardView(
                    field, ignore, verify, view.query(), keepField, view.highest() == false);
        };
    }
}
