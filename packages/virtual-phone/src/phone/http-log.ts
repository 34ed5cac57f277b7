/** Request and answer lines in the shape of OkHttp's logging interceptor (level BASIC). */
import type { HttpExchange } from './app-types.ts';

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export function logExchange(
  exchange: HttpExchange,
  write: (message: string) => void,
  after: (ms: number, fire: () => void) => unknown,
): void {
  const { method, url, status, delayMs, sizeBytes } = exchange;
  write(`--> ${method} ${url}`);
  after(delayMs, () => {
    if (status === 0) {
      const host = url.split('/')[2] ?? url;
      write(`<-- HTTP FAILED: java.net.UnknownHostException: Unable to resolve host "${host}"`);
    } else {
      const reason = reasons[status] ?? '';
      write(`<-- ${status} ${reason} ${url} (${delayMs}ms, ${sizeBytes}-byte body)`);
    }
    exchange.answered();
  });
}
