package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.lucene.ReutersCorpus;

/** The texts that are indexed side by side. */
public enum Texts {

    /** Made from a seed, as long as news, with planted near duplicates. */
    PLANTED {
        @Override
        public boolean available() {
            return true;
        }

        @Override
        List<String> first(int count) {
            return IntStream.range(0, count).mapToObj(Corpus.ofNews(1, count)::text).toList();
        }
    },

    /** News of Reuters-21578, if the file is there. */
    REUTERS {
        @Override
        public boolean available() {
            return Files.isRegularFile(Path.of(System.getProperty("corpus.reuters", "")));
        }

        @Override
        List<String> first(int count) {
            try {
                return ReutersCorpus.bodies().subList(0, count);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    /** Returns whether there are such texts on this machine. */
    public abstract boolean available();

    /** Returns the first of them. */
    abstract List<String> first(int count);
}
