package mobiledebug;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Map;

/** The attached process: its questions by name. */
final class Machine {
    private static final int CONNECT_MS = 5_000;

    private final Output output;
    private final Mirrors mirrors = new Mirrors();
    private volatile VirtualMachine vm;
    private volatile Questions questions;
    private volatile Requests requests;

    Machine(Output output) {
        this.output = output;
    }

    Json answer(String what, Map<String, Object> question) throws Exception {
        switch (what) {
            case "attach":
                attach(question);
                return Json.object().put("name", vm.name()).put("version", vm.version());
            case "dispose":
                attached().dispose();
                return Json.object();
            case "resume":
                attached();
                // Before it runs: what comes next may be named while this is still on its way. Breakpoints that a called
                // method passes do not end the stop.
                if (!questions.isInvoking()) mirrors.forgetObjects();
                attached().resume();
                return Json.object();
            case "set_request":
                attached();
                return Json.object().put("request", requests.set(question));
            case "clear_request":
                attached();
                requests.clear(Json.integer(question, "request"));
                return Json.object();
            default:
                attached();
                return questions.answer(what, question);
        }
    }

    /** Whatever state it is in: the process runs on. */
    void dispose() {
        try {
            if (vm != null) vm.dispose();
        } catch (VMDisconnectedException gone) {
            // Then it has let go already.
        }
    }

    private VirtualMachine attached() {
        if (vm == null) throw new VMDisconnectedException();
        return vm;
    }

    private void attach(Map<String, Object> question) throws AttachProblem {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.transport().name().equals("dt_socket") && one.defaultArguments().containsKey("port"))
                .findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue(Json.text(question, "host"));
        arguments.get("port").setValue(Long.toString(Json.number(question, "port")));
        arguments.get("timeout").setValue(Integer.toString(CONNECT_MS));
        try {
            VirtualMachine attached = connector.attach(arguments);
            requests = new Requests(attached, mirrors);
            questions = new Questions(attached, mirrors);
            vm = attached;
            Events events = new Events(attached, mirrors, requests, output);
            Thread reader = new Thread(events::read);
            reader.setDaemon(true);
            reader.start();
        } catch (ConnectException refused) {
            throw new AttachProblem("refused", refused);
        } catch (IOException | VMDisconnectedException broken) {
            // JDI says by one class and words alone that the other side has closed.
            throw new AttachProblem("closed", broken);
        } catch (IllegalConnectorArgumentsException wrong) {
            throw new AttachProblem("arguments", wrong);
        }
    }
}
