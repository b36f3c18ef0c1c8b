package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.plugins.Plugin;

/** Puts something around the views of shards, as security does for who may not see all. */
public final class ViewsPlugin extends Plugin {

    /** What a view becomes. */
    static volatile CheckedFunction<DirectoryReader, DirectoryReader, IOException> view = in -> in;

    @Override
    public void onIndexModule(IndexModule module) {
        module.setReaderWrapper(service -> reader -> view.apply(reader));
    }

    /** A reader that may hide something. */
    static final class Wrapped extends FilterDirectoryReader {

        Wrapped(DirectoryReader in) throws IOException {
            super(in, new SubReaderWrapper() {
                @Override
                public LeafReader wrap(LeafReader reader) {
                    return reader;
                }
            });
        }

        @Override
        protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
            return new Wrapped(in);
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return in.getReaderCacheHelper();
        }
    }
}
