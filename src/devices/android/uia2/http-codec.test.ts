import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { isTransportProblem } from '../../port/transport-problem.ts';
import { AnswerDecoder, encodeRequest, type HttpAnswer } from './http-codec.ts';

function decode(bytes: Buffer, cuts: readonly number[] = []): HttpAnswer[] {
  const decoder = new AnswerDecoder();
  const found: HttpAnswer[] = [];
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const end of ends) {
    for (let part = bytes.subarray(from, end); ; part = Buffer.alloc(0)) {
      const answer = decoder.push(part);
      if (!answer) break;
      found.push(answer);
    }
    from = end;
  }
  const last = decoder.end();
  return last ? [...found, last] : found;
}

const plain = (body: string): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
const chunked = (parts: readonly string[]): Buffer =>
  Buffer.from(
    `HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${parts
      .filter((part) => part !== '')
      .map((part) => `${Buffer.byteLength(part).toString(16)};x=y\r\n${part}\r\n`)
      .join('')}0\r\n\r\n`,
  );

describe('answers', () => {
  it('come out whole however they are cut', () => {
    const body = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(400)), (bodies, cuts) => {
        const found = decode(Buffer.concat(bodies.map(plain)), cuts);
        expect(found.map((answer) => answer.body.toString('utf8'))).toEqual(bodies);
      }),
    );
    fc.assert(
      fc.property(fc.array(body, { maxLength: 5 }), fc.array(fc.nat(400)), (parts, cuts) => {
        const [only, ...more] = decode(chunked(parts), cuts);
        expect(more).toEqual([]);
        expect(only?.body.toString('utf8')).toBe(parts.join(''));
        expect(only).toMatchObject({ status: 500, keepAlive: false });
      }),
    );
  });

  it('without a length reach to the end', () => {
    expect(decode(Buffer.from('HTTP/1.0 200 OK\r\n\r\nrest'))).toMatchObject([{ keepAlive: false }]);
    expect(decode(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'))[0]?.body).toHaveLength(0);
  });

  it.each([
    'SSH-2.0-OpenSSH_9.9\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`,
    '\u0000\u0001\u0002',
  ])('that are none are called so: %j', (text) => {
    const failure = (() => {
      try {
        return decode(Buffer.from(text, 'latin1'));
      } catch (error) {
        return error;
      }
    })();
    expect(isTransportProblem(failure, 'wrong')).toBe(true);
  });

  it('never break the decoder, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, headed) => {
        const head = headed ? 'HTTP/1.1 200 OK\r\n' : '';
        try {
          decode(Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
        } catch (error) {
          expect(isTransportProblem(error, 'wrong')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('requests say their length in bytes', () => {
  const text = encodeRequest('POST', '/session/x/keys', { text: 'é😀' }).toString('utf8');
  expect(text).toMatch(/^POST \/session\/x\/keys HTTP\/1\.1\r\nhost: localhost\r\n/);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(encodeRequest('GET', '/status', undefined).toString()).toContain('content-length: 0');
});
