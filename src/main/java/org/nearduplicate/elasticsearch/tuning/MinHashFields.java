package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.index.mapper.ObjectMapper;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.request.RunSearches;

/** The {@code minhash} fields that are made from the texts of another field. */
final class MinHashFields {

    private MinHashFields() {}

    /**
     * Returns those of a field: the field itself, or its multi-fields.
     *
     * @param searches ask for them
     * @param field the field of the texts
     * @return the names of those that are in all of the indices, for all that the caller may know, in their order
     */
    static List<String> madeFrom(RunSearches searches, String field) {
        String below = field + ".";
        FieldCapabilitiesResponse fields = searches.fields(field, below + "*");
        Set<String> types = types(fields, field);
        if (types.isEmpty() || types.stream().anyMatch(MinHashFields::holdsFields)) {
            return List.of();
        }
        return Stream.concat(
                Stream.of(field),
                fields.get().keySet().stream()
                        .filter(each -> each.startsWith(below))
                        .filter(each -> each.indexOf('.', below.length()) < 0)
                        .sorted())
                .filter(each -> types(fields, each).equals(Set.of(MinHashFieldMapper.CONTENT_TYPE)))
                .toList();
    }

    private static Set<String> types(FieldCapabilitiesResponse fields, String field) {
        Map<String, FieldCapabilities> types = fields.getField(field);
        return types == null ? Set.of() : types.keySet();
    }

    private static boolean holdsFields(String type) {
        return type.equals(ObjectMapper.CONTENT_TYPE) || type.equals("nested");
    }
}
