package mobiledebug;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.ArrayReference;
import com.sun.jdi.ClassType;
import com.sun.jdi.Field;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.InvocationException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What the server asks of classes, objects, threads and frames. Lists that may be long come in pieces. */
final class Questions {
    /** With names of some hundred characters a piece stays below the longest line. */
    private static final int CLASSES_IN_PIECE = 2_000;
    private static final String RAW_LINES = "Java";
    /** Several copies of it fit into the heap of this process. */
    private static final int LONGEST_STRING_BYTES = 8 << 20;

    private final VirtualMachine vm;
    private final Mirrors mirrors;
    private final AtomicInteger invoking = new AtomicInteger();

    Questions(VirtualMachine vm, Mirrors mirrors) {
        this.vm = vm;
        this.mirrors = mirrors;
    }

    boolean isInvoking() {
        return invoking.get() > 0;
    }

    Json answer(String what, Map<String, Object> question) throws Exception {
        switch (what) {
            case "classes":
                return classes(vm.classesByName(Json.text(question, "name")), 0);
            case "all_classes":
                return classes(vm.allClasses(), Json.integer(question, "from"));
            case "type":
                return type(mirrors.type(question));
            case "source":
                return Json.object().put("file", source(mirrors.type(question)));
            case "members":
                return members(mirrors.type(question));
            case "lines":
                return lines(mirrors.method(question));
            case "variables":
                return variables(frame(question));
            case "class_of":
                ReferenceType type = mirrors.object(question, "object").referenceType();
                return Json.list().add(Mirrors.tag(type)).add(mirrors.number(type));
            case "fields":
                return fields(question);
            case "invoke":
                return invoke(question);
            case "string":
                return string(question);
            case "length":
                return Json.object().put("length", ((ArrayReference) mirrors.object(question, "object")).length());
            case "elements":
                return values(((ArrayReference) mirrors.object(question, "object"))
                        .getValues(Json.integer(question, "from"), Json.integer(question, "count")));
            case "threads":
                return ids(vm.allThreads());
            default:
                return ofThread(what, question);
        }
    }

    private Json ofThread(String what, Map<String, Object> question) throws IncompatibleThreadStateException {
        ThreadReference thread = mirrors.thread(question, vm);
        switch (what) {
            case "thread":
                return Json.object().put("name", thread.name()).put("status", thread.status())
                        .put("suspended", thread.isSuspended());
            case "monitors":
                return ids(thread.ownedMonitors());
            case "contended":
                ObjectReference wanted = thread.currentContendedMonitor();
                return ids(wanted == null ? List.of() : List.of(wanted));
            case "frame_count":
                return Json.object().put("count", thread.frameCount());
            case "frames":
                return frames(thread, Json.integer(question, "from"), Json.integer(question, "count"));
            case "this":
                ObjectReference self = thread.frame(Json.integer(question, "frame")).thisObject();
                return ids(self == null ? List.of() : List.of(self));
            case "values":
                return slots(thread.frame(Json.integer(question, "frame")), Json.list(question, "slots"));
            default:
                throw new UnsupportedOperationException();
        }
    }

    private Json classes(List<ReferenceType> types, int from) {
        int to = Math.min(types.size(), from + CLASSES_IN_PIECE);
        Json list = Json.list();
        for (ReferenceType type : types.subList(Math.min(from, to), to)) {
            list.add(Json.list().add(Mirrors.tag(type)).add(mirrors.number(type)).add(type.isPrepared())
                    .add(type.signature()));
        }
        return Json.object().put("classes", list).put("next", to < types.size() ? to : 0);
    }

    private Json type(ReferenceType type) {
        ClassType above = type instanceof ClassType one ? one.superclass() : null;
        return Json.object().put("signature", type.signature())
                .put("loader", Long.toString(type.classLoader() == null ? 0 : type.classLoader().uniqueID()))
                .put("super", above == null ? 0 : mirrors.number(above));
    }

    private static String source(ReferenceType type) {
        try {
            return type.sourceNames(RAW_LINES).get(0);
        } catch (AbsentInformationException none) {
            return null;
        }
    }

    private static Json members(ReferenceType type) {
        Json fields = Json.list();
        for (Field field : type.fields()) {
            fields.add(Json.list().add(field.name()).add(field.signature()).add(field.modifiers()));
        }
        Json methods = Json.list();
        for (Method method : type.methods()) {
            methods.add(Json.list().add(method.name()).add(method.signature()).add(method.modifiers()));
        }
        return Json.object().put("fields", fields).put("methods", methods);
    }

    /** Code index and line in turn. */
    private static Json lines(Method method) throws AbsentInformationException {
        Json list = Json.list();
        for (Location place : method.allLineLocations(RAW_LINES, null)) {
            list.add(place.codeIndex()).add(place.lineNumber(RAW_LINES));
        }
        return list;
    }

    /** The slot is the place in the method's list. */
    private static Json variables(StackFrame frame) throws AbsentInformationException {
        Json list = Json.list();
        boolean isNameless = true;
        List<LocalVariable> all = frame.location().method().variables();
        for (int slot = 0; slot < all.size(); slot++) {
            LocalVariable variable = all.get(slot);
            isNameless &= variable.name().equals("this");
            if (!variable.isVisible(frame) || variable.name().equals("this")) continue;
            list.add(Json.list().add(variable.name()).add(variable.signature()).add(slot));
        }
        return Json.object().put("nameless", isNameless).put("variables", list);
    }

    private StackFrame frame(Map<String, Object> question) throws IncompatibleThreadStateException {
        return mirrors.thread(question, vm).frame(Json.integer(question, "frame"));
    }

    private Json frames(ThreadReference thread, int from, int count) throws IncompatibleThreadStateException {
        Json list = Json.list();
        for (StackFrame frame : count < 0 ? thread.frames() : thread.frames(from, count)) {
            list.add(mirrors.location(frame.location()));
        }
        return list;
    }

    private Json slots(StackFrame frame, List<?> slots) {
        List<LocalVariable> all;
        try {
            all = frame.location().method().variables();
        } catch (AbsentInformationException none) {
            throw new IndexOutOfBoundsException();
        }
        List<LocalVariable> asked = new ArrayList<>();
        for (Object slot : slots) asked.add(all.get(Math.toIntExact((Long) slot)));
        Map<LocalVariable, Value> found = frame.getValues(asked);
        return values(asked.stream().map(found::get).toList());
    }

    /** Of an object, or of a class where there is none. */
    private Json fields(Map<String, Object> question) {
        boolean isStatic = question.get("object") == null;
        ObjectReference object = isStatic ? null : mirrors.object(question, "object");
        List<Field> asked = new ArrayList<>();
        for (Object each : Json.list(question, "fields")) asked.add(field((List<?>) each));
        Map<Field, Value> found =
                object == null ? mirrors.type(question).getValues(asked) : object.getValues(asked);
        Json list = Json.list();
        for (Field field : asked) list.add(mirrors.value(found.get(field)));
        return list;
    }

    private Field field(List<?> named) {
        return mirrors.type(Map.of("class", named.get(0))).fields().get(Math.toIntExact((Long) named.get(1)) - 1);
    }

    /** No other thread runs meanwhile. */
    private Json invoke(Map<String, Object> question) throws Exception {
        ObjectReference object = mirrors.object(question, "object");
        invoking.incrementAndGet();
        try {
            Value value = object.invokeMethod(mirrors.thread(question, vm), mirrors.method(question), List.of(),
                    ObjectReference.INVOKE_SINGLE_THREADED);
            return Json.object().put("value", mirrors.value(value));
        } catch (InvocationException thrown) {
            return Json.object().put("exception", Long.toString(mirrors.id(thrown.exception())));
        } finally {
            invoking.decrementAndGet();
        }
    }

    /** JDI gives a string as a whole or not at all, so its length is asked first. */
    private Json string(Map<String, Object> question) {
        StringReference string = (StringReference) mirrors.object(question, "object");
        if (mostBytes(string) > LONGEST_STRING_BYTES) throw new TooLong();
        String whole = string.value();
        int from = Math.min(whole.length(), Json.integer(question, "from"));
        int to = Math.min(whole.length(), from + Json.integer(question, "count"));
        return Json.object().put("length", whole.length()).put("part", whole.substring(from, to));
    }

    /** From the array of its characters (OpenJDK) or from its count (libcore, twice the length); 0 where neither is. */
    private static int mostBytes(StringReference string) {
        Field characters = string.referenceType().fieldByName("value");
        if (characters != null && string.getValue(characters) instanceof ArrayReference array) return array.length();
        Field count = string.referenceType().fieldByName("count");
        return count != null && string.getValue(count) instanceof IntegerValue twice ? twice.value() : 0;
    }

    private Json values(List<? extends Value> values) {
        Json list = Json.list();
        for (Value value : values) list.add(mirrors.value(value));
        return list;
    }

    private Json ids(List<? extends ObjectReference> objects) {
        Json list = Json.list();
        for (ObjectReference object : objects) list.add(Long.toString(mirrors.id(object)));
        return list;
    }
}
