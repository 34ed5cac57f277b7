/** Errors that an app survives: one record each, at ERROR, with what, message and the frame of the project. */
import { describe, expect, it } from 'vitest';
import { appErrors } from './framework-errors.ts';
import { logFilter } from './log-filter.ts';
import type { LogRecord } from './log-record.ts';
import { LogRing } from './log-ring.ts';
import { LogcatParser } from './parse-threadtime.ts';

/** `E flutter : text` a line, as one thread logs them in one millisecond. */
function logged(text: string): readonly LogRecord[] {
  const ring = new LogRing();
  const parser = new LogcatParser();
  for (const line of text.split('\n')) {
    const [, level = '', tag = '', message = ''] = /^(\w) ([\w./]+) *: ?(.*)$/.exec(line) ?? [];
    const record = parser.line(`1784554596.472 10123   100   100 ${level} ${tag}: ${message}`);
    if (record) ring.push(record, parser.continues);
  }
  return ring.newest(() => true, 100).records;
}

describe('Dart and Flutter', () => {
  it('takes an unhandled exception with its frames and suspensions as one', () => {
    const records = logged(
      [
        'E flutter : [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: RangeError (index): Not in range',
        'E flutter : #0      List.[] (dart:core-patch/growable_array.dart:264:36)',
        'E flutter : #1      OrdersPage.row (package:store/orders.dart:31:9)',
        'E flutter : <asynchronous suspension>',
        'E flutter : ',
        'I flutter : opened',
      ].join('\n'),
    );
    expect(records.map(({ message }) => message.split('\n').length)).toEqual([5, 1]);
    expect(appErrors(records)).toEqual([
      {
        kind: 'dart',
        what: 'Unhandled Exception',
        message: 'RangeError (index): Not in range',
        frame: 'OrdersPage.row (package:store/orders.dart:31:9)',
        pid: 100,
        timestamp: '1784554596.472',
        times: 1,
      },
    ]);
  });

  const report = [
    'I flutter : \u2550\u2550\u2561 EXCEPTION CAUGHT BY WIDGETS LIBRARY \u255e\u2550\u2550\u2550\u2550\u2550\u2550\u2550\u2550\u2550',
    'I flutter : The following ArgumentError was thrown building Badge(dirty):',
    'I flutter : Invalid argument(s): count is negative',
    'I flutter : ',
    'I flutter : The relevant error-causing widget was:',
    'I flutter :   Badge Badge:file:///home/me/store/lib/badge.dart:12:7',
    'I flutter : When the exception was thrown, this was the stack:',
    'I flutter : #0      Badge.build (package:store/badge.dart:14:5)',
    `I flutter : ${'\u2550'.repeat(40)}`,
  ].join('\n');

  it('takes a report of the framework as one, at ERROR though it comes at INFO', () => {
    const records = logged(`${report}\nI flutter : later`);
    expect(records.map(({ level }) => level)).toEqual(['ERROR', 'INFO']);
    expect(records.filter(logFilter({ minLevel: 'ERROR' }))).toHaveLength(1);
    expect(appErrors(records)).toMatchObject([
      {
        kind: 'flutter',
        what: 'ArgumentError',
        message: 'Invalid argument(s): count is negative',
        frame: 'Badge.build (package:store/badge.dart:14:5)',
      },
    ]);
  });

  it('takes what an older release puts on the next line', () => {
    const records = logged(
      [
        'E flutter : [ERROR:flutter/runtime/dart_isolate.cc(1137)] Unhandled exception:',
        'E flutter : FormatException: Unexpected character (at character 1)',
        'E flutter : #0      Price.parse (package:store/price.dart:9:5)',
        'I flutter : opened',
      ].join('\n'),
    );
    expect(records).toHaveLength(2);
    expect(appErrors(records)).toMatchObject([
      {
        kind: 'dart',
        what: 'FormatException',
        message: 'Unexpected character (at character 1)',
        frame: 'Price.parse (package:store/price.dart:9:5)',
      },
    ]);
  });

  it('counts what is logged again', () => {
    const again = 'I flutter : Another exception was thrown: ArgumentError: count is negative';
    expect(appErrors(logged(`${again}\n${again}`))).toMatchObject([
      { what: 'ArgumentError', message: 'count is negative', times: 2 },
    ]);
    expect(appErrors(logged(`${report}\n${report}`))).toMatchObject([{ times: 2 }]);
  });
});

describe('JavaScript', () => {
  it('takes printed errors, rejections and objects as one record each', () => {
    const records = logged(
      [
        'E ReactNativeJS: { [TypeError: basket is not a function]',
        'E ReactNativeJS:   line: 12,',
        "E ReactNativeJS:   sourceURL: 'http://127.0.0.1:8081/index.bundle' }",
        'W ReactNativeJS: Possible unhandled promise rejection (id: 0):',
        'W ReactNativeJS: Error: no stock',
        'W ReactNativeJS:     at reserve (http://127.0.0.1:8081/index.bundle?dev=true:88:4)',
        "I ReactNativeJS: 'state', { open: true,",
        "I ReactNativeJS:   list: [ 'x' ] }",
        'I ReactNativeJS: done',
      ].join('\n'),
    );
    expect(records.map(({ message, level }) => [level, message.split('\n').length])).toEqual([
      ['ERROR', 3],
      ['ERROR', 3],
      ['INFO', 2],
      ['INFO', 1],
    ]);
    expect(appErrors(records)).toMatchObject([
      { kind: 'javascript', what: 'TypeError', message: 'basket is not a function' },
      {
        kind: 'javascript',
        what: 'Error',
        message: 'no stock',
        frame: 'reserve (http://127.0.0.1:8081/index.bundle?dev=true:88:4)',
      },
    ]);
  });

  it('tells an uncaught error of a web view, which comes at INFO', () => {
    const line =
      'I chromium: [INFO:CONSOLE(7)] "Uncaught ReferenceError: cart is not defined", source: https://shop.example/a.js (7)';
    expect(appErrors(logged(line))).toMatchObject([
      { what: 'ReferenceError', message: 'cart is not defined', frame: 'https://shop.example/a.js:7' },
    ]);
    expect(logged(line)[0]?.level).toBe('ERROR');
  });

  it('keeps the components of an error with it', () => {
    const records = logged(
      [
        'E ReactNativeJS: Error: basket is gone',
        'E ReactNativeJS: ',
        'E ReactNativeJS: This error is located at:',
        'E ReactNativeJS:     in Basket (at Shop.tsx:12)',
        'E ReactNativeJS:     in Shop',
        'E ReactNativeJS: another word',
      ].join('\n'),
    );
    expect(records.map(({ message }) => message.split('\n').length)).toEqual([5, 1]);
    expect(appErrors(records)).toMatchObject([{ what: 'Error', message: 'basket is gone' }]);
  });

  it.each([
    [
      'I chromium: [INFO:CONSOLE(3)] "Uncaught (in promise) TypeError: price is undefined", source: https://shop.example/b.js (3)',
      { what: 'TypeError', message: 'price is undefined', frame: 'https://shop.example/b.js:3' },
    ],
    [
      'E Capacitor/Console: File: https://localhost/main.js - Line 12 - Msg: Uncaught TypeError: price is undefined',
      { what: 'TypeError', message: 'price is undefined', frame: 'https://localhost/main.js:12' },
    ],
    [
      'D SystemWebChromeClient: https://localhost/js/index.js: Line 7 : Uncaught ReferenceError: basket is not defined',
      { what: 'ReferenceError', message: 'basket is not defined', frame: 'https://localhost/js/index.js:7' },
    ],
  ])('tells what no script caught: %s', (line, told) => {
    expect(appErrors(logged(line))).toMatchObject([{ kind: 'javascript', ...told }]);
    expect(logged(line)[0]?.level).toBe('ERROR');
  });

  it('takes no plain text for an error', () => {
    expect(appErrors(logged('I ReactNativeJS: Error: printed on purpose\nI flutter : all well'))).toEqual([]);
  });
});

describe('exceptions that an app logs itself', () => {
  const trace = (level: string, tag: string): string =>
    [
      `${level} ${tag}: java.io.IOException: no network`,
      `${level} ${tag}: \tat java.net.Socket.connect(Socket.java:1)`,
      `${level} ${tag}: \tat com.example.shop.Api.load(Api.kt:20)`,
      `${level} ${tag}: Caused by: java.net.UnknownHostException: shop.example`,
      `${level} ${tag}: \t... 3 more`,
    ].join('\n');

  it.each([
    ['E', 'Api'],
    ['W', 'System.err'],
  ])('are told at %s of %s', (level, tag) => {
    expect(appErrors(logged(trace(level, tag)))).toEqual([
      expect.objectContaining({
        kind: 'exception',
        what: 'java.io.IOException',
        message: 'no network',
        frame: 'com.example.shop.Api.load(Api.kt:20)',
      }),
    ]);
  });

  it('are told behind the words they are logged with', () => {
    const [record] = logged(trace('E', 'Api'));
    if (!record) throw new Error('no record');
    expect(appErrors([{ ...record, message: `Loading failed\n${record.message}` }])).toMatchObject([
      { what: 'java.io.IOException' },
    ]);
  });

  it('are none where no trace follows, below WARN, of the system, or where the process crashed', () => {
    expect(appErrors(logged('E Api: java.io.IOException: no network'))).toEqual([]);
    expect(appErrors(logged(trace('D', 'Api')))).toEqual([]);
    expect(appErrors(logged(trace('E', 'Api')).map((record) => ({ ...record, uid: 1_000 })))).toEqual([]);
    expect(appErrors(logged(trace('E', 'AndroidRuntime')))).toEqual([]);
  });
});

describe('printed objects', () => {
  it('joins the lines of JSON, and nothing after its end', () => {
    const records = logged(
      'D Api: {\nD Api:  "a": [\nD Api:   "}"\nD Api:  ]\nD Api: }\nD Api: sent {ok}\nD Api: next',
    );
    expect(records.map(({ message }) => message.split('\n').length)).toEqual([5, 1, 1]);
  });

  it('leaves alone what only looks open', () => {
    expect(logged('D Api: a { b\nD Api: another line\nD Api: x')).toHaveLength(3);
    expect(logged('D Api: odd ] text\nD Api: ]\nD Api: x')).toHaveLength(3);
  });
});
