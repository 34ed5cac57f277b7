/**
 * Kinds of network errors by the words of the common clients, and which requests are only background noise. Pure.
 * Source: [T2].
 */

export type NetworkError =
  | 'timeout'
  | 'dns_error'
  | 'tls_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'network_error';

/** In this order: an error of TLS may hold the word "reset", one of DNS "connect" [T2]. */
const kinds: readonly (readonly [NetworkError, RegExp])[] = [
  [
    'dns_error',
    /UnknownHost|Unable to resolve host|Failed host lookup|ENOTFOUND|EAI_AGAIN|NSURLErrorDomain -1003|hostname could not be found|nodename nor servname/i,
  ],
  [
    'tls_error',
    /SSL|TLS|HandshakeException|CertPath|CERTIFICATE_VERIFY|Trust anchor|certificate|NSURLErrorDomain -120\d/i,
  ],
  ['timeout', /time[d ]?-?out|ETIMEDOUT|NSURLErrorDomain -1001/i],
  [
    'connection_refused',
    /ECONNREFUSED|Connection refused|Failed to connect to|NSURLErrorDomain -1004|Could not connect to the server/i,
  ],
  [
    'connection_reset',
    /ECONNRESET|Connection reset|unexpected end of stream|Broken pipe|Connection closed|StreamReset|NSURLErrorDomain -1005|network connection was lost/i,
  ],
  [
    'network_error',
    /IOException|Network request failed|NSURLErrorDomain -\d+|SocketException|ENETUNREACH|Software caused connection abort/i,
  ],
];

/** Null when the words name no network error. */
export function networkErrorIn(text: string): NetworkError | null {
  return kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** Chosen here [O1]. */
const noiseHosts =
  /(?:^|\.)(?:google-analytics|googletagmanager|app-measurement|firebaselogging|firebaseinstallations|firebaseremoteconfig|crashlytics|doubleclick|googlesyndication|sentry|segment|amplitude|mixpanel|appsflyer|branch|adjust|bugsnag|newrelic|nr-data|instabug|datadoghq|braze|onesignal|facebook)\.(?:[a-z-]+\.)*[a-z]+$/i;
const noisePaths = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|js|map|woff2?|ttf|otf|mp4|webm|m3u8|ts)$/i;

/** Analytics and assets, by host and by ending [O1]. */
export function isNoise(endpoint: string): boolean {
  const match = /^https?:\/\/([^/:]+)(?::\d+)?(.*)$/.exec(endpoint);
  const host = match?.[1] ?? '';
  const path = match?.[2] ?? endpoint;
  return (
    noiseHosts.test(host) ||
    /^(?:firebase|crashlytics|analytics|telemetry|metrics)[\w-]*\./i.test(host) ||
    noisePaths.test(path)
  );
}
