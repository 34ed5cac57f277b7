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
    const [, level = '', tag = '', message = ''] = /^(\w) (\w+) *: ?(.*)$/.exec(line) ?? [];
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

  it('takes no plain text for an error', () => {
    expect(appErrors(logged('I ReactNativeJS: Error: printed on purpose\nI flutter : all well'))).toEqual([]);
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
