package mobiledebug;

import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.ThreadDeathEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.EventRequest;

/** Tells every set of events as it comes; what suspended the process is released by the server alone. */
final class Events {
    private final VirtualMachine vm;
    private final Mirrors mirrors;
    private final Requests requests;
    private final Output output;

    Events(VirtualMachine vm, Mirrors mirrors, Requests requests, Output output) {
        this.vm = vm;
        this.mirrors = mirrors;
        this.requests = requests;
        this.output = output;
    }

    void read() {
        try {
            while (tell(vm.eventQueue().remove())) {
                // Until the connection ends.
            }
        } catch (InterruptedException | VMDisconnectedException ended) {
            // Nothing more will come.
        }
        output.closed();
    }

    private boolean tell(EventSet set) {
        Json list = Json.list();
        for (Event event : set) {
            if (event instanceof VMDisconnectEvent) return false;
            Json told = told(event);
            if (told != null) list.add(told);
        }
        boolean suspendsAll = set.suspendPolicy() == EventRequest.SUSPEND_ALL;
        output.event(Json.object().put("all", suspendsAll).put("events", list));
        return true;
    }

    /** Null for what nobody asked for. */
    private Json told(Event event) {
        Json told = Json.object().put("request", requests.numberOf(event.request()));
        if (event instanceof VMDeathEvent) return told.put("kind", "vm_death");
        if (event instanceof VMStartEvent) return told.put("kind", "vm_start");
        if (event instanceof ThreadDeathEvent death) {
            return told.put("kind", "thread_death").put("thread", thread(death.thread()));
        }
        if (event instanceof ClassPrepareEvent prepared) {
            return told.put("kind", "class_prepare").put("tag", Mirrors.tag(prepared.referenceType()))
                    .put("class", mirrors.number(prepared.referenceType()))
                    .put("signature", prepared.referenceType().signature());
        }
        if (!(event instanceof LocatableEvent place)) return null;
        told.put("thread", thread(place.thread())).put("at", mirrors.location(place.location()));
        if (event instanceof BreakpointEvent) return told.put("kind", "breakpoint");
        if (event instanceof StepEvent) return told.put("kind", "step");
        if (event instanceof ExceptionEvent thrown) {
            return told.put("kind", "exception").put("exception", Long.toString(mirrors.exceptionId(thrown.exception())));
        }
        return null;
    }

    private static String thread(com.sun.jdi.ThreadReference thread) {
        return Long.toString(thread.uniqueID());
    }
}
