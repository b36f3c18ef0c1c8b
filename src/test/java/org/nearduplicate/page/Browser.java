package org.nearduplicate.page;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assume.assumeTrue;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * A headless Chromium that opens pages, presses keys in them and evaluates expressions in them, through its
 * DevTools protocol. One thread uses it.
 */
public final class Browser implements Closeable {

    private static final String NAME = "chromium";
    private static final String LISTENING = "DevTools listening on ";
    private static final long MINUTES = 10;

    /** What a key is called, and what it types. */
    private static final Map<String, Map<String, Object>> KEYS = Map.of(
            "Tab", Map.of("key", "Tab", "windowsVirtualKeyCode", 9),
            "Enter", Map.of("key", "Enter", "windowsVirtualKeyCode", 13, "text", "\r"),
            "Space", Map.of("key", " ", "windowsVirtualKeyCode", 32, "text", " "),
            "ArrowDown", Map.of("key", "ArrowDown", "windowsVirtualKeyCode", 40));

    private final Path directory;
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<Map<String, Object>> messages = new LinkedBlockingQueue<>();
    private final List<String> complaints = new ArrayList<>();
    private String session;
    private int calls;

    private Browser(Path executable, Path directory) throws IOException {
        this.directory = directory;
        this.process = new ProcessBuilder(
                executable.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-quic", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                "--remote-debugging-port=0", "--user-data-dir=" + directory.resolve("profile"))
                .redirectErrorStream(true)
                .start();
        this.socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(address()), new Listener(messages)).join();
        Object target = call("Target.createTarget", Map.of("url", "about:blank")).get("targetId");
        session = (String) call(
                "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId");
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
    }

    /**
     * Starts the browser of this machine; where it has none the test is skipped.
     *
     * @param directory an empty one, where the browser may write
     */
    public static Browser start(Path directory) throws IOException {
        Optional<Path> executable = Stream.of(System.getenv("PATH").split(":"))
                .map(each -> Path.of(each, NAME))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue("there is no " + NAME + " on the PATH", executable.isPresent());
        return new Browser(executable.get(), directory);
    }

    /** Opens a page in a window of a width, and waits until it is there. */
    public void open(String page, int width, boolean dark) throws IOException {
        Path file = Files.writeString(directory.resolve("page.html"), page);
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        colours(dark);
        complaints.clear();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        while ("Page.loadEventFired".equals(next().get("method")) == false) {
            // Everything before has been looked at.
        }
    }

    /** Changes what the reader prefers. */
    public void colours(boolean dark) {
        Map<String, Object> scheme =
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    /** Returns the value of an expression, or of what it promises, in the page. */
    @SuppressWarnings("unchecked")
    public <T> T tell(String expression) {
        Map<String, Object> answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        assertFalse(expression + ": " + answer, answer.containsKey("exceptionDetails"));
        return (T) ((Map<?, ?>) answer.get("result")).get("value");
    }

    /** Returns a number that an expression is. */
    public double number(String expression) {
        return this.<Number>tell(expression).doubleValue();
    }

    /** Presses a key. */
    public void press(String key) {
        for (String type : List.of("keyDown", "keyUp")) {
            Map<String, Object> event = new HashMap<>(KEYS.get(key));
            event.put("type", type);
            event.put("code", key);
            call("Input.dispatchKeyEvent", event);
        }
    }

    /** Returns what the browser wrote to its console, and what the page requested from elsewhere, since it was opened. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Writes what is seen of the whole page, as PNG. */
    public byte[] screenshot() {
        Object data = call(
                "Page.captureScreenshot", Map.of("captureBeyondViewport", true)).get("data");
        return Base64.getDecoder().decode((String) data);
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        http.shutdownNow();
    }

    /** Reads where the browser listens; what else it writes is of no interest. */
    private String address() throws IOException {
        BufferedReader output = process.inputReader();
        String line = output.readLine();
        while (line != null && line.startsWith(LISTENING) == false) {
            line = output.readLine();
        }
        assertNotNull("the browser ended", line);
        Thread.ofVirtual().start(() -> {
            try {
                process.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The browser has ended.
            }
        });
        return line.substring(LISTENING.length());
    }

    private Map<String, Object> call(String method, Map<String, ?> parameters) {
        Map<String, Object> message = new HashMap<>();
        message.put("id", ++calls);
        message.put("method", method);
        message.put("params", parameters);
        if (session != null) {
            message.put("sessionId", session);
        }
        socket.sendText(json(message), true).join();
        Map<String, Object> answer = next();
        while (Integer.valueOf(calls).equals(answer.get("id")) == false) {
            answer = next();
        }
        assertFalse(method + ": " + answer, answer.containsKey("error"));
        @SuppressWarnings("unchecked")
        Map<String, Object> result = (Map<String, Object>) answer.get("result");
        return result;
    }

    private Map<String, Object> next() {
        Map<String, Object> message;
        try {
            message = messages.poll(MINUTES, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertNotNull("the browser takes too long", message);
        switch (String.valueOf(message.get("method"))) {
            case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown" ->
                complaints.add(message.toString());
            case "Network.requestWillBeSent" -> {
                if (message.toString().contains("url=file:") == false) {
                    complaints.add(message.toString());
                }
            }
            default -> {
            }
        }
        return message;
    }

    private static String json(Map<String, Object> message) {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.map(message));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the parts of messages together. */
    private record Listener(BlockingQueue<Map<String, Object>> messages, StringBuilder text)
            implements
            WebSocket.Listener {

        Listener(BlockingQueue<Map<String, Object>> messages) {
            this(messages, new StringBuilder());
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                messages.add(
                        XContentHelper.convertToMap(
                                JsonXContent.jsonXContent, text.toString(), false));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
