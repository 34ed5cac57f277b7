package mobiledebug;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.ArrayType;
import com.sun.jdi.BooleanValue;
import com.sun.jdi.ByteValue;
import com.sun.jdi.CharValue;
import com.sun.jdi.ClassLoaderReference;
import com.sun.jdi.ClassObjectReference;
import com.sun.jdi.DoubleValue;
import com.sun.jdi.FloatValue;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.InterfaceType;
import com.sun.jdi.Location;
import com.sun.jdi.LongValue;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ShortValue;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadGroupReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.VoidValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names for what JDI gives as Java objects. Objects have the id that JDWP gave them, classes a number of ours, methods
 * and fields their place in the class, all from 1; 0 is none. Objects are forgotten when the process runs on.
 */
final class Mirrors {
    private static final int MOST_EXCEPTIONS = 1_000;

    private final Map<Long, ObjectReference> objects = new HashMap<>();
    /** Of events that wait to be looked at: they outlive the stop before. */
    private final Map<Long, ObjectReference> exceptions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ObjectReference> eldest) {
            return size() > MOST_EXCEPTIONS;
        }
    };
    private final Map<ReferenceType, Integer> numbers = new HashMap<>();
    private final List<ReferenceType> types = new ArrayList<>();

    synchronized void forgetObjects() {
        objects.clear();
    }

    synchronized long id(ObjectReference object) {
        if (object == null) return 0;
        objects.put(object.uniqueID(), object);
        return object.uniqueID();
    }

    synchronized long exceptionId(ObjectReference exception) {
        exceptions.put(exception.uniqueID(), exception);
        return exception.uniqueID();
    }

    synchronized ObjectReference object(Map<String, Object> question, String name) {
        long id = Long.parseLong(Json.text(question, name));
        ObjectReference object = objects.getOrDefault(id, exceptions.get(id));
        if (object == null) throw new ObjectCollectedException();
        return object;
    }

    ThreadReference thread(Map<String, Object> question, VirtualMachine vm) {
        try {
            if (object(question, "thread") instanceof ThreadReference thread) return thread;
        } catch (ObjectCollectedException forgotten) {
            // Threads are known to the machine for as long as they live.
        }
        long id = Long.parseLong(Json.text(question, "thread"));
        for (ThreadReference thread : vm.allThreads()) {
            if (thread.uniqueID() == id) return thread;
        }
        throw new IllegalThreadStateException();
    }

    synchronized int number(ReferenceType type) {
        return numbers.computeIfAbsent(type, added -> {
            types.add(added);
            return types.size();
        });
    }

    synchronized ReferenceType type(Map<String, Object> question) {
        return types.get(Json.integer(question, "class") - 1);
    }

    Method method(Map<String, Object> question) {
        return type(question).methods().get(Json.integer(question, "method") - 1);
    }

    static int tag(ReferenceType type) {
        return type instanceof ArrayType ? 3 : type instanceof InterfaceType ? 2 : 1;
    }

    Json location(Location location) {
        ReferenceType type = location.declaringType();
        return Json.list().add(tag(type)).add(number(type)).add(type.methods().indexOf(location.method()) + 1)
                .add(location.codeIndex());
    }

    /** Tag and text: what JDWP calls a tagged value. */
    Json value(Value value) {
        return Json.list().add(tag(value)).add(text(value));
    }

    private String text(Value value) {
        if (value instanceof ObjectReference object) return Long.toString(id(object));
        if (value instanceof CharValue unit) return Integer.toString(unit.value());
        if (value instanceof FloatValue number) return Double.toString(number.value());
        if (value == null) return "0";
        return value instanceof VoidValue ? "" : value.toString();
    }

    private static String tag(Value value) {
        if (value instanceof StringReference) return "s";
        if (value instanceof ThreadReference) return "t";
        if (value instanceof ThreadGroupReference) return "g";
        if (value instanceof ClassLoaderReference) return "l";
        if (value instanceof ClassObjectReference) return "c";
        if (value instanceof ArrayReference) return "[";
        if (value instanceof BooleanValue) return "Z";
        if (value instanceof ByteValue) return "B";
        if (value instanceof CharValue) return "C";
        if (value instanceof ShortValue) return "S";
        if (value instanceof IntegerValue) return "I";
        if (value instanceof LongValue) return "J";
        if (value instanceof FloatValue) return "F";
        if (value instanceof DoubleValue) return "D";
        return value instanceof VoidValue ? "V" : "L";
    }
}
