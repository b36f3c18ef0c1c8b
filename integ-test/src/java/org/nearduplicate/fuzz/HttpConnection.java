package org.nearduplicate.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.mutation.RequestText;
import org.nearduplicate.server.Await;

/**
 * One connection that is kept alive. Ordinary clients would refuse to send what a fuzzer wants to: a
 * path that is no URI, a body of any bytes with any method.
 */
final class HttpConnection implements Closeable {

    private static final int TIMEOUT_MILLIS = Math.toIntExact(Await.LIMIT.toMillis());

    private final String host;
    private final int port;
    private Socket socket;
    private InputStream in;

    /** @param address host and port */
    HttpConnection(String address) {
        int colon = address.lastIndexOf(':');
        this.host = address.substring(0, colon);
        this.port = Integer.parseInt(address.substring(colon + 1));
    }

    /** @throws IOException if there is no answer that HTTP would allow */
    HttpAnswer send(RequestText request) throws IOException {
        if (socket != null) {
            try {
                return exchange(request);
            } catch (ClosedByServer e) {
                close();
            }
        }
        socket = new Socket(host, port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        return exchange(request);
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }

    /** A server may close a connection after an answer to a request that it could not read. */
    private static final class ClosedByServer extends IOException {

        private static final long serialVersionUID = 1;

        private ClosedByServer(IOException cause) {
            super("the server closed the connection", cause);
        }
    }

    private HttpAnswer exchange(RequestText request) throws IOException {
        String statusLine;
        try {
            socket.getOutputStream().write(encoded(request));
            statusLine = line();
        } catch (java.net.SocketTimeoutException e) {
            throw new IOException("no answer within " + TIMEOUT_MILLIS + " ms", e);
        } catch (IOException e) {
            throw new ClosedByServer(e);
        }
        Map<String, String> headers = headers();
        HttpAnswer answer = new HttpAnswer(
                Integer.parseInt(statusLine.split(" ")[1]),
                headers.getOrDefault("content-type", "").replaceFirst("\\s*;.*", ""),
                "HEAD".equals(request.method()) ? new byte[0] : body(headers));
        if ("close".equalsIgnoreCase(headers.get("connection"))) {
            close();
        }
        return answer;
    }

    private byte[] encoded(RequestText request) throws IOException {
        StringBuilder head = new StringBuilder(request.method()).append(' ');
        request.path().chars().forEach(c -> head.append(c > ' ' && c < 127 ? (char) c : '_'));
        head.append(" HTTP/1.1\r\nHost: ").append(host).append(':').append(port);
        head.append("\r\nContent-Length: ").append(request.body().length);
        if (request.body().length > 0) {
            head.append("\r\nContent-Type: ").append(request.type());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(head.append("\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        out.write(request.body());
        return out.toByteArray();
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); line.isEmpty() == false; line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding")) == false) {
            return bytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(bytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().strip(), 16);
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the answer breaks off");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the answer breaks off in [" + line + "]");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }
}
