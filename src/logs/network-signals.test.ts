/** The line shapes of the common HTTP clients, pairs of request and answer, kinds of errors, noise. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { LogRecord } from './log-record.ts';
import { isNoise, networkErrorIn } from './network-errors.ts';
import { isFilePath } from './network-lines.ts';
import { networkEvents, statusOf } from './network-signals.ts';

function record(message: string, more: Partial<LogRecord> = {}): LogRecord {
  return {
    timestamp: '1.0',
    epochMs: 1_000,
    level: 'INFO',
    tag: 'okhttp.OkHttpClient',
    pid: 10,
    tid: 20,
    uid: null,
    process: null,
    buffer: 'main',
    message,
    ...more,
  };
}

function events(...lines: (string | LogRecord)[]) {
  return networkEvents(lines.map((line) => (typeof line === 'string' ? record(line) : line))).map((event) =>
    [
      event.method ?? '-',
      event.endpoint,
      event.statusCode ?? event.networkError ?? 'pending',
      event.durationMs ?? '-',
      statusOf(event),
    ].join(' '),
  );
}

const api = 'https://api.example.com/v1/cart';

describe('clients', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'OkHttp',
      [`--> GET ${api}?token=secret http/1.1`, `<-- 200 OK ${api}?token=secret (123ms, 45-byte body)`],
      [`GET ${api} 200 123 success`],
    ],
    [
      'OkHttp without a reason',
      [`--> POST ${api} (12-byte body)`, `<-- 503 ${api} (5ms, unknown-length body)`],
      [`POST ${api} 503 5 retryable`],
    ],
    [
      'OkHttp failing',
      [`--> GET ${api}`, '<-- HTTP FAILED: java.net.SocketTimeoutException: timeout'],
      [`GET ${api} timeout 0 retryable`],
    ],
    ['Retrofit 1', [`---> HTTP GET ${api}`, `<--- HTTP 404 ${api} (88ms)`], [`GET ${api} 404 88 failure`]],
    [
      'Ktor',
      [
        `REQUEST: ${api}`,
        'METHOD: HttpMethod(value=PUT)',
        'RESPONSE: 201 Created',
        'METHOD: HttpMethod(value=PUT)',
        `FROM: ${api}`,
      ],
      [`PUT ${api} 201 0 success`],
    ],
    [
      'Ktor failing',
      [`REQUEST ${api} failed with exception: java.net.UnknownHostException: Unable to resolve host`],
      [`- ${api} dns_error - retryable`],
    ],
    [
      'Volley',
      [`[12] NetworkUtility.shouldRetryException: Unexpected response code 500 for ${api}`],
      [`- ${api} 500 - retryable`],
    ],
    [
      'Volley, slow',
      [
        `HTTP response for request=<[ ] ${api} 0x1 NORMAL 1> [lifetime=3105], [size=2], [rc=200], [retryCount=0]`,
      ],
      [`- ${api} 200 3105 success`],
    ],
    [
      'Dio',
      ['*** Request ***', `uri: ${api}`, 'method: GET', '*** Response ***', `uri: ${api}`, 'statusCode: 200'],
      [`GET ${api} 200 0 success`],
    ],
    [
      'Dio failing',
      ['*** DioException ***:', `uri: ${api}`, 'DioException [connection error]: Failed host lookup'],
      [`- ${api} dns_error - retryable`],
    ],
    [
      'React Native',
      [`'[API]', 'GET', '${api}', 200`, `POST ${api} 401 (32 ms)`],
      [`GET ${api} 200 - success`, `POST ${api} 401 32 failure`],
    ],
    [
      'URLSession',
      [
        `Task <A>.<1> finished with error [-1001] Error Domain=NSURLErrorDomain Code=-1001 "timed out" UserInfo={NSErrorFailingURLStringKey=${api}, x=1}`,
      ],
      [`- ${api} timeout - retryable`],
    ],
    [
      'Alamofire',
      [`[Request]: GET ${api}\n[Response]: [Status Code]: 200`],
      [`GET ${api} pending - success`],
    ],
    ['a path only', ['GET /v1/cart -> 200'], ['GET /v1/cart 200 - success']],
    ['a framed logger', [`│ --> GET ${api}`, `│ <-- 204 ${api} (1ms)`], [`GET ${api} 204 1 success`]],
  ])('%s', (_, lines, expected) => {
    expect(events(...lines)).toEqual(expected);
  });

  it('takes no file of the device for an endpoint, no other line for a request', () => {
    expect(
      events(
        'GET /data/user/0/com.example/cache 200',
        'see https://example.com/help for more',
        'Loaded /storage/emulated/0/a.png',
      ),
    ).toEqual([]);
    expect(isFilePath('/data/app')).toBe(true);
    expect(isFilePath('/database')).toBe(false);
  });

  it('pairs by process, and what fails without an address by thread', () => {
    const other = 'https://api.example.com/other';
    expect(
      events(
        record(`--> GET ${api}`, { tid: 1 }),
        record(`--> GET ${other}`, { tid: 2 }),
        record(`--> GET ${api}`, { pid: 99 }),
        record('<-- HTTP FAILED: javax.net.ssl.SSLHandshakeException: bad', { tid: 1, epochMs: 1_500 }),
        record(`<-- 200 ${other} (7ms)`, { tid: 2 }),
      ),
    ).toEqual([
      `GET ${api} tls_error 500 retryable`,
      `GET ${other} 200 7 success`,
      `GET ${api} pending - success`,
    ]);
  });
});

describe('errors and noise', () => {
  it.each([
    ['java.net.SocketTimeoutException: timeout', 'timeout'],
    ['java.net.UnknownHostException: Unable to resolve host "x"', 'dns_error'],
    [
      'javax.net.ssl.SSLHandshakeException: Trust anchor for certification path not found; connection reset',
      'tls_error',
    ],
    ['java.net.ConnectException: Failed to connect to /10.0.2.2:80', 'connection_refused'],
    ['connect ECONNREFUSED 127.0.0.1:80', 'connection_refused'],
    ['java.net.SocketException: Connection reset', 'connection_reset'],
    ['java.io.IOException: unexpected end of stream', 'connection_reset'],
    ['TypeError: Network request failed', 'network_error'],
    ['all is well', null],
  ])('%s', (text, kind) => {
    expect(networkErrorIn(text)).toBe(kind);
  });

  it.each([
    ['https://firebaselogging.googleapis.com/v0', true],
    ['https://www.google-analytics.com/collect', true],
    ['https://o1.ingest.sentry.io/api/1', true],
    ['https://cdn.example.com/a/b.png', true],
    ['https://api.example.com/v1/png', false],
    ['https://segmentation.example.com/x', false],
  ])('%s is noise: %s', (endpoint, noise) => {
    expect(isNoise(endpoint)).toBe(noise);
  });
});

it('reads anything without failing', () => {
  const piece = fc.constantFrom(
    '--> GET ',
    '<-- 200 ',
    api,
    'METHOD: ',
    'RESPONSE: 200',
    '*** Response ***',
    'uri: ',
    '(12ms',
    ' ',
    'statusCode: 200',
    'REQUEST: ',
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof(piece, fc.string({ maxLength: 10 })), { maxLength: 6 }), { maxLength: 40 }),
      (lines) => {
        for (const event of networkEvents(lines.map((parts) => record(parts.join('')))))
          expect(event.endpoint).not.toMatch(/[?#]/);
      },
    ),
  );
});
