package mobiledebug;

import com.sun.jdi.Location;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.StepRequest;
import com.sun.jdi.request.ThreadDeathRequest;
import java.util.HashMap;
import java.util.Map;

/** Requests for events, by numbers of ours and with the conditions that JDWP has for them. */
final class Requests {
    private final VirtualMachine vm;
    private final Mirrors mirrors;
    private final Map<Integer, EventRequest> all = new HashMap<>();
    private int last;

    Requests(VirtualMachine vm, Mirrors mirrors) {
        this.vm = vm;
        this.mirrors = mirrors;
    }

    /** By which number it was asked for; 0 for what comes unasked. */
    int numberOf(EventRequest request) {
        return request != null && request.getProperty("number") instanceof Integer number ? number : 0;
    }

    int set(Map<String, Object> question) {
        EventRequest request = made(question);
        request.setSuspendPolicy(Json.integer(question, "policy"));
        for (Object each : Json.list(question, "excluded")) {
            ((StepRequest) request).addClassExclusionFilter((String) each);
        }
        if (question.get("count") != null) request.addCountFilter(Json.integer(question, "count"));
        int number;
        synchronized (all) {
            number = ++last;
            all.put(number, request);
        }
        request.putProperty("number", number);
        request.enable();
        return number;
    }

    /** Nothing where it is gone. */
    void clear(int number) {
        EventRequest request;
        synchronized (all) {
            request = all.remove(number);
        }
        if (request != null) vm.eventRequestManager().deleteEventRequest(request);
    }

    private EventRequest made(Map<String, Object> question) {
        EventRequestManager manager = vm.eventRequestManager();
        switch (Json.text(question, "kind")) {
            case "breakpoint":
                return manager.createBreakpointRequest(place(question));
            case "step":
                return manager.createStepRequest(mirrors.thread(question, vm), StepRequest.STEP_LINE,
                        Json.integer(question, "depth") + 1);
            case "exception":
                boolean ofAny = Json.integer(question, "class") == 0;
                return manager.createExceptionRequest(ofAny ? null : mirrors.type(question),
                        (Boolean) question.get("caught"), (Boolean) question.get("uncaught"));
            case "thread_death":
                ThreadDeathRequest death = manager.createThreadDeathRequest();
                death.addThreadFilter(mirrors.thread(question, vm));
                return death;
            case "class_prepare":
                ClassPrepareRequest prepare = manager.createClassPrepareRequest();
                if (question.get("source") != null) prepare.addSourceNameFilter(Json.text(question, "source"));
                else prepare.addClassFilter(Json.text(question, "match"));
                return prepare;
            default:
                throw new IllegalArgumentException("kind");
        }
    }

    private Location place(Map<String, Object> question) {
        Location place = mirrors.method(question).locationOfCodeIndex(Json.number(question, "index"));
        if (place == null) throw new IllegalArgumentException("index");
        return place;
    }
}
