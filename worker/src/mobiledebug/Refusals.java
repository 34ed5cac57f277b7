package mobiledebug;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.ClassNotLoadedException;
import com.sun.jdi.ClassNotPreparedException;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InternalException;
import com.sun.jdi.InvalidStackFrameException;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.NativeMethodException;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VMOutOfMemoryException;

/** What JDI throws, as the error numbers of JDWP. Messages stay here: they may hold what the process holds. */
final class Refusals {
    static final int INVALID_OBJECT = 20;
    static final int INVALID_CLASS = 21;
    static final int INTERNAL = 113;
    static final int INVALID_LENGTH = 504;
    /** Of the server's own: no machine has it. */
    static final int TOO_LONG = 65_535;

    private Refusals() {}

    static int numberOf(Throwable problem) {
        if (problem instanceof TooLong) return TOO_LONG;
        if (problem instanceof InternalException internal) return internal.errorCode() > 0 ? internal.errorCode() : INTERNAL;
        if (problem instanceof ObjectCollectedException) return INVALID_OBJECT;
        if (problem instanceof VMDisconnectedException) return 112;
        if (problem instanceof IncompatibleThreadStateException) return 13;
        if (problem instanceof IllegalThreadStateException) return 10;
        if (problem instanceof InvalidStackFrameException) return 30;
        if (problem instanceof NativeMethodException) return 511;
        if (problem instanceof AbsentInformationException) return 101;
        if (problem instanceof ClassNotPreparedException) return 22;
        if (problem instanceof ClassNotLoadedException) return INVALID_CLASS;
        if (problem instanceof InvalidTypeException) return 34;
        if (problem instanceof IndexOutOfBoundsException) return 503;
        if (problem instanceof UnsupportedOperationException) return 99;
        if (problem instanceof VMOutOfMemoryException || problem instanceof OutOfMemoryError) return 110;
        if (problem instanceof IllegalArgumentException) return 103;
        return INTERNAL;
    }
}
