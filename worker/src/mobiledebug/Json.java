package mobiledebug;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes JSON piece by piece, and reads the questions. */
final class Json {
    private final StringBuilder text = new StringBuilder();
    private final char end;

    private Json(char start, char end) {
        text.append(start);
        this.end = end;
    }

    static Json object() {
        return new Json('{', '}');
    }

    static Json list() {
        return new Json('[', ']');
    }

    Json put(String name, Object value) {
        next();
        quote(text, name);
        text.append(':');
        value(value);
        return this;
    }

    Json add(Object value) {
        next();
        value(value);
        return this;
    }

    @Override
    public String toString() {
        return text.toString() + end;
    }

    private void next() {
        if (text.length() > 1) {
            text.append(',');
        }
    }

    private void value(Object value) {
        if (value instanceof String words) {
            quote(text, words);
        } else {
            text.append(value);
        }
    }

    private static void quote(StringBuilder to, String words) {
        to.append('"');
        for (int index = 0; index < words.length(); index++) {
            char unit = words.charAt(index);
            if (unit == '"' || unit == '\\') {
                to.append('\\').append(unit);
            } else if (unit < 0x20 || unit > 0x7e) {
                to.append("\\u").append(Character.forDigit(unit >> 12, 16)).append(Character.forDigit(unit >> 8 & 15, 16))
                        .append(Character.forDigit(unit >> 4 & 15, 16)).append(Character.forDigit(unit & 15, 16));
            } else {
                to.append(unit);
            }
        }
        to.append('"');
    }

    static Map<String, Object> readObject(String line) {
        Object value = new Reader(line).value();
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new HashMap<>();
            map.forEach((name, each) -> object.put((String) name, each));
            return object;
        }
        throw new IllegalArgumentException("no object");
    }

    static String text(Map<String, Object> object, String name) {
        return (String) object.get(name);
    }

    static long number(Map<String, Object> object, String name) {
        return (Long) object.get(name);
    }

    static int integer(Map<String, Object> object, String name) {
        return Math.toIntExact(number(object, name));
    }

    static List<?> list(Map<String, Object> object, String name) {
        return (List<?>) object.get(name);
    }

    /** What the server writes: strings, whole numbers, truths, null, lists and objects. */
    private static final class Reader {
        private static final int DEEPEST = 20;
        private final String line;
        private int at;
        private int depth;

        Reader(String line) {
            this.line = line;
        }

        Object value() {
            char first = peek();
            if (first == '{' || first == '[') {
                if (++depth > DEEPEST) {
                    throw new IllegalArgumentException("too deep");
                }
                Object value = first == '{' ? object() : list();
                depth--;
                return value;
            }
            if (first == '"') return string();
            int from = at;
            while (at < line.length() && ",]}".indexOf(line.charAt(at)) < 0) at++;
            String word = line.substring(from, at).strip();
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> Long.valueOf(word);
            };
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new HashMap<>();
            at++;
            while (peek() != '}') {
                String name = string();
                take(':');
                object.put(name, value());
                if (peek() == ',') at++;
            }
            at++;
            return object;
        }

        private List<Object> list() {
            List<Object> list = new ArrayList<>();
            at++;
            while (peek() != ']') {
                list.add(value());
                if (peek() == ',') at++;
            }
            at++;
            return list;
        }

        private String string() {
            take('"');
            StringBuilder words = new StringBuilder();
            for (char unit = line.charAt(at++); unit != '"'; unit = line.charAt(at++)) {
                words.append(unit == '\\' ? escaped() : unit);
            }
            return words.toString();
        }

        private char escaped() {
            char unit = line.charAt(at++);
            switch (unit) {
                case 'n':
                    return '\n';
                case 't':
                    return '\t';
                case 'r':
                    return '\r';
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'u':
                    at += 4;
                    return (char) Integer.parseInt(line.substring(at - 4, at), 16);
                default:
                    return unit;
            }
        }

        private char peek() {
            while (Character.isWhitespace(line.charAt(at))) at++;
            return line.charAt(at);
        }

        private void take(char expected) {
            if (peek() != expected) {
                throw new IllegalArgumentException("not " + expected);
            }
            at++;
        }
    }
}
