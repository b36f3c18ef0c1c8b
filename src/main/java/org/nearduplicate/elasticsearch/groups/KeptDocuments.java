package org.nearduplicate.elasticsearch.groups;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.TransportGetAction;
import org.nearduplicate.groups.KeptComponents;
import org.nearduplicate.groups.ShardVersion;
import org.nearduplicate.sketch.JobMonitor;

/**
 * What is kept for the next run in a destination: its bytes in documents of their own, and what they are in the status
 * document.
 */
final class KeptDocuments {

    /** As Base64 below what is written at a time. */
    private static final int PIECE_BYTES = 1 << 19;

    private static final String SHARDS = "shards";
    private static final String SHARD = "shard";
    private static final String HISTORY = "history";
    private static final String TERM = "term";
    private static final String SHOWN = "shown";
    private static final String CHECKPOINT = "checkpoint";
    private static final String HIGHEST = "highest";
    private static final String DOCUMENTS = "documents";
    private static final String COMPONENTS = "components";
    private static final String BYTES = "bytes";
    private static final String CHECKSUM = "checksum";

    private KeptDocuments() {}

    /** Writes the bytes, and returns what the status document is to tell. */
    static Map<String, Object> write(
            KeptComponents kept, DestinationDocuments documents, BulkWriter writer) {
        byte[] bytes = kept.bytes();
        for (int piece = 0; piece < pieces(bytes.length); piece++) {
            int from = piece * PIECE_BYTES;
            writer.add(
                    documents.kept(
                            piece,
                            Arrays.copyOfRange(
                                    bytes, from, Math.min(bytes.length, from + PIECE_BYTES))));
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put(SHARDS, kept.shards().stream().map(KeptDocuments::shard).toList());
        told.put(DOCUMENTS, kept.documents());
        told.put(COMPONENTS, kept.components());
        told.put(BYTES, bytes.length);
        told.put(CHECKSUM, checksum(kept));
        return told;
    }

    /**
     * Reads what was kept.
     *
     * @param told what the status document tells
     * @param documents those of the run that wrote it
     * @param calls read them
     * @param monitor is asked for the memory of the bytes
     * @throws IllegalArgumentException if they are not those that the run wrote
     */
    static KeptComponents read(
            Map<?, ?> told, DestinationDocuments documents, DestinationCalls calls,
            JobMonitor monitor) {
        try {
            List<ShardVersion> shards = new ArrayList<>();
            for (Object shard : (List<?>) told.get(SHARDS)) {
                shards.add(shard((Map<?, ?>) shard));
            }
            int count = Math.toIntExact(number(told, DOCUMENTS));
            int components = Math.toIntExact(number(told, COMPONENTS));
            byte[] bytes = bytes(
                    Math.toIntExact(number(told, BYTES)), documents, calls, monitor);
            boolean success = false;
            try {
                KeptComponents kept = new KeptComponents(shards, count, components, bytes);
                if (number(told, CHECKSUM) != checksum(kept)) {
                    throw new IllegalArgumentException("its checksum is another");
                }
                success = true;
                return kept;
            } finally {
                if (success == false) {
                    monitor.reserve(-(long) bytes.length);
                }
            }
        } catch (NullPointerException | ClassCastException | IndexOutOfBoundsException
                | ArithmeticException e) {
            throw new IllegalArgumentException("some of it is missing", e);
        }
    }

    /** Nothing is asked for that is not there: whoever wrote the length may be somebody else. */
    private static byte[] bytes(
            int length, DestinationDocuments documents, DestinationCalls calls,
            JobMonitor monitor) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        long reserved = 0;
        boolean success = false;
        try {
            for (int piece = 0; read.size() < length; piece++) {
                byte[] data = read(documents.keptId(piece), calls);
                if (data.length != Math.min(PIECE_BYTES, length - read.size())) {
                    throw new IllegalArgumentException(
                            "document [" + documents.keptId(piece) + "] is of another length");
                }
                // The stream grows to twice as much, and is copied.
                monitor.reserve(3L * data.length);
                reserved += 3L * data.length;
                read.writeBytes(data);
            }
            byte[] bytes = read.toByteArray();
            if (bytes.length != length) {
                throw new IllegalArgumentException("it has a length of [" + length + "] bytes");
            }
            success = true;
            return bytes;
        } finally {
            monitor.reserve((success ? length : 0) - reserved);
        }
    }

    private static byte[] read(String id, DestinationCalls calls) {
        Object data = calls.call(
                TransportGetAction.TYPE, new GetRequest(calls.dest(), id),
                response -> response.isExists()
                        ? response.getSourceAsMap().get(DestinationMapping.DATA)
                        : null);
        if (data instanceof String base64) {
            return Base64.getDecoder().decode(base64);
        }
        throw new IllegalArgumentException("document [" + id + "] is missing");
    }

    private static int pieces(int bytes) {
        return Math.ceilDiv(bytes, PIECE_BYTES);
    }

    private static long checksum(KeptComponents kept) {
        String told = kept.shards() + " " + kept.documents() + " " + kept.components();
        CRC32 checksum = new CRC32();
        checksum.update(told.getBytes(StandardCharsets.UTF_8));
        checksum.update(kept.bytes());
        return checksum.getValue();
    }

    private static Map<String, Object> shard(ShardVersion version) {
        return Map.of(
                SHARD, version.shard(), HISTORY, version.history(), TERM, version.term(), SHOWN,
                version.shown(), CHECKPOINT, version.checkpoint(), HIGHEST,
                version.highest());
    }

    private static ShardVersion shard(Map<?, ?> told) {
        return new ShardVersion(
                (String) told.get(SHARD), (String) told.get(HISTORY), number(told, TERM),
                number(told, SHOWN), number(told, CHECKPOINT),
                number(told, HIGHEST));
    }

    private static long number(Map<?, ?> told, String name) {
        return ((Number) told.get(name)).longValue();
    }
}
