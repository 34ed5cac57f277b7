/** The two-way stream that a device service is served on, whichever wire carries it. */
import type { ByteReader } from './byte-reader.ts';

export interface ServiceStream {
  /** What the client sends; ends when the client closes. */
  readonly input: ByteReader;
  /** Aborted when the client's side is gone: what runs for it gets SIGHUP. */
  readonly hangup: AbortSignal;
  /** Resolves when the wire took the bytes; at once, without effect, after either side closed. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes after what was written. Idempotent. */
  end(): void;
}
