package mobiledebug;

/** Why there is no connection, in one of the words that the server knows. */
final class AttachProblem extends Exception {
    private static final long serialVersionUID = 1;

    final String reason;

    AttachProblem(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }
}
