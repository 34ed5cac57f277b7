/** Takes what some clients send though the protocol does not know it, before the SDK refuses it unseen by us. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** `arguments: null` of a call is taken as left out. `onClosed` hears of the end whoever else listens. */
export function tolerantTransport(inner: Transport, onClosed: () => void): Transport {
  const outer: Transport = {
    async start() {
      inner.onmessage = (message, extra) => outer.onmessage?.(withoutNullArguments(message), extra);
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => {
        outer.onclose?.();
        onClosed();
      };
      await inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  };
  return outer;
}

function withoutNullArguments<M extends JSONRPCMessage>(message: M): M {
  if (!('method' in message) || message.method !== 'tools/call') return message;
  if (message.params?.['arguments'] !== null) return message;
  const { arguments: _null, ...params } = message.params;
  return { ...message, params };
}
