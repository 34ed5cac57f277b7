/**
 * What a line of input is by the tables of JSON-RPC 2.0 and of MCP: a message, a batch, or neither, and then the error
 * that answers it. Decides nothing about methods.
 */

import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';

export type Message = ReturnType<typeof parseJSONRPCMessage>;

export interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  /** Null when the request's own could not be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** `answer` is null for what must not be answered: notifications and responses. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: string;
  readonly answer: ErrorAnswer | null;
}

export type Read = { readonly kind: 'message'; readonly message: Message } | Refused;
export type ReadLine = Read | { readonly kind: 'batch'; readonly parts: readonly unknown[] };

export function readLine(line: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return refused(null, PARSE_ERROR, `This is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!Array.isArray(value)) return readValue(value);
  return value.length > 0
    ? { kind: 'batch', parts: value }
    : refused(null, INVALID_REQUEST, 'A batch is empty.');
}

export function readValue(value: unknown): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(null, INVALID_REQUEST, 'A message is a JSON object.');
  }
  const raw: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  const problem = problemOf(raw);
  if (problem === null) {
    try {
      return { kind: 'message', message: parseJSONRPCMessage(known(raw)) };
    } catch {
      return refusedAs(raw, INVALID_REQUEST, 'The request has parts of a wrong type, such as params._meta.');
    }
  }
  return refusedAs(raw, problem.code, problem.message);
}

/** What answers every request of a batch where batches are not part of the protocol. */
export function refusedBatch(parts: readonly unknown[], why: string): readonly Refused[] {
  const requests = parts.filter((part) => idOf(part) !== null);
  if (requests.length === 0) return [refused(null, INVALID_REQUEST, why)];
  return requests.map((part) => refused(idOf(part), INVALID_REQUEST, why));
}

interface Problem {
  readonly code: number;
  readonly message: string;
}

function problemOf(raw: Readonly<Record<string, unknown>>): Problem | null {
  const { jsonrpc, method, params } = raw;
  const invalid = (message: string): Problem => ({ code: INVALID_REQUEST, message });
  if (jsonrpc !== '2.0') return invalid('The field jsonrpc must be "2.0".');
  if (!('method' in raw)) return isAnswer(raw) ? null : invalid('The field method is missing.');
  if (typeof method !== 'string') return invalid('The field method must be a string.');
  if ('id' in raw && typeof raw['id'] !== 'string' && !Number.isInteger(raw['id'])) {
    return invalid('The field id must be a string or an integer.');
  }
  if (params !== undefined && params !== null && !isObject(params)) {
    return invalid('The field params must be an object.');
  }
  return method === 'initialize' && 'id' in raw ? initializeProblem(params) : null;
}

/** The SDK refuses these too, as an internal error of its own. */
function initializeProblem(params: unknown): Problem | null {
  const { protocolVersion, capabilities, clientInfo } = isObject(params) ? params : {};
  const wrong = [
    ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion']),
    ...(isObject(capabilities) ? [] : ['capabilities']),
    ...(isObject(clientInfo) &&
    typeof clientInfo['name'] === 'string' &&
    typeof clientInfo['version'] === 'string'
      ? []
      : ['clientInfo']),
  ];
  if (wrong.length === 0) return null;
  return { code: INVALID_PARAMS, message: `initialize needs the params ${wrong.join(', ')}.` };
}

/** Only the fields of the protocol: it forbids no others, but the SDK refuses them. `params: null` counts as left out. */
function known(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'].filter((name) => name in raw);
  return Object.fromEntries(
    names.filter((name) => !(name === 'params' && raw[name] === null)).map((name) => [name, raw[name]]),
  );
}

function refusedAs(raw: Readonly<Record<string, unknown>>, code: number, why: string): Refused {
  const silent = !('id' in raw) ? typeof raw['method'] === 'string' : isAnswer(raw);
  return silent ? { kind: 'refused', why, answer: null } : refused(idOf(raw), code, why);
}

function refused(id: string | number | null, code: number, message: string): Refused {
  return { kind: 'refused', why: message, answer: { jsonrpc: '2.0', id, error: { code, message } } };
}

function isAnswer(raw: Readonly<Record<string, unknown>>): boolean {
  return !('method' in raw) && ('result' in raw || 'error' in raw);
}

function idOf(value: unknown): string | number | null {
  if (!isObject(value) || isAnswer(value)) return null;
  const { id } = value;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
