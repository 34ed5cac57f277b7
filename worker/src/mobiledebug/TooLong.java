package mobiledebug;

/** What was asked for is more than this process could hold. */
final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1;
}
