package org.nearduplicate.elasticsearch.field;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.nearduplicate.lucene.MinHashBandsFilter;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Scheme;

/**
 * The token filter {@code minhash_bands}: the band terms of any analysis chain, with the parameters
 * of a {@code minhash} field. Terms are compared whole, so they end after the rows that a lookup for the similarity takes.
 */
public record MinHashBandsTokenFilterFactory(String name, UnaryOperator<TokenStream> filter)
        implements TokenFilterFactory {

    /** The type of the filter, and its name with the default parameters. */
    public static final String NAME = "minhash_bands";

    private static final String TYPE = "type";

    /**
     * Creates a factory.
     *
     * @throws IllegalArgumentException if a parameter is unknown or out of its bounds
     */
    public MinHashBandsTokenFilterFactory(
            IndexSettings indexSettings, Environment environment, String name, Settings settings) {
        this(name, filter(requireKnown(name, settings)::get));
    }

    /** Returns the filter with the default parameters, for analysis chains that only name it. */
    public static PreConfiguredTokenFilter preConfigured() {
        return PreConfiguredTokenFilter.singleton(NAME, false, filter(parameter -> null));
    }

    private static UnaryOperator<TokenStream> filter(Function<String, String> settings) {
        SchemeOptions options = SchemeOptions.read(settings);
        Scheme scheme = options.scheme();
        int rows = options.bandChoice().taken().rows();
        return tokens -> new MinHashBandsFilter(tokens, scheme, rows);
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        return filter.apply(tokens);
    }

    private static Settings requireKnown(String name, Settings settings) {
        Set<String> unknown = new TreeSet<>(settings.keySet());
        List<String> known = SchemeOptions.ALL.stream().map(Parameter::name).toList();
        unknown.removeAll(known);
        unknown.remove(TYPE);
        if (unknown.isEmpty() == false) {
            throw new IllegalArgumentException(
                    "unknown parameter " + unknown + " on token filter [" + name + "] of type ["
                            + NAME + "], expected one of " + known);
        }
        return settings;
    }
}
