/** What the dump command prints around its XML, and every way in which it says that it failed. */
import { describe, expect, it } from 'vitest';
import { bareDump, windowsDump } from '../fixtures/dumps.ts';
import { readDumpOutput } from './screen-command.ts';
import { parseUiXml } from './ui-xml.ts';

const vendorTrace =
  'java.io.FileNotFoundException: /data/system/theme_config/theme.xml: open failed: ENOENT (No such file or directory)\n' +
  '\tat libcore.io.IoBridge.open(IoBridge.java:574)\n\tat vendor.theme.Loader.<clinit>(Loader.java:31)\n';

describe('cutting the XML out', () => {
  it.each([
    ['before it (DUMP-03)', `UI hierchary dumped to: /sdcard/window_dump.xml\r\n${bareDump}\n`],
    ['glued behind it', `${bareDump}UI hierchary dumped to: /dev/tty\n`],
    ['in the right spelling', `${bareDump}UI hierarchy dumped to: /dev/tty\n`],
    ['a stack trace of the vendor before it', `${vendorTrace}${bareDump}UI hierchary dumped to: /dev/tty\n`],
    ['a warning on both sides', `WARNING: linker: x\n${bareDump}\nKilled\n`],
    ['no declaration', bareDump.slice(bareDump.indexOf('<hierarchy'))],
  ])('with the status text %s', (_where, output) => {
    for (const shape of [output, Buffer.from(output), Buffer.from(output, 'utf16le')]) {
      if (typeof shape !== 'string' && shape[1] === 0 && !output.startsWith('<')) continue;
      const found = readDumpOutput(shape);
      expect(found.kind).toBe('xml');
      if (found.kind === 'xml') expect(parseUiXml(found.xml)).toEqual(parseUiXml(bareDump));
    }
  });

  it('keeps all displays and the empty hierarchy', () => {
    expect(readDumpOutput(`${windowsDump}UI hierchary dumped to: /dev/tty`)).toEqual({
      kind: 'xml',
      xml: windowsDump,
    });
    expect(readDumpOutput('<hierarchy rotation="0" />UI hierchary dumped to: /dev/tty')).toEqual({
      kind: 'xml',
      xml: '<hierarchy rotation="0" />',
    });
  });

  it('hands on a cut text to its end, for the parser to refuse', () => {
    const cut = bareDump.slice(0, 500);
    expect(readDumpOutput(cut)).toEqual({ kind: 'xml', xml: cut });
    expect(readDumpOutput("<?xml version='1.0'")).toEqual({ kind: 'xml', xml: "<?xml version='1.0'" });
  });
});

describe('failures', () => {
  it.each([
    ['not_idle', 'ERROR: could not get idle state.\n', 'ERROR: could not get idle state.'],
    [
      'not_idle',
      'java.util.concurrent.TimeoutException: No idle state with idle timeout: 500 within global timeout: 10000\n\tat a.b.C\n',
      'java.util.concurrent.TimeoutException: No idle state with idle timeout: 500 within global timeout: 10000',
    ],
    [
      'null_root',
      `${vendorTrace}ERROR: null root node returned by UiTestAutomationBridge.\r\n`,
      'ERROR: null root node returned by UiTestAutomationBridge.',
    ],
    [
      'null_root',
      'Timed out after 10000 milliseconds waiting for root AccessibilityNodeInfo',
      'Timed out after 10000 milliseconds waiting for root AccessibilityNodeInfo',
    ],
    [
      'busy',
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1f2already registered!\n\tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:1)\nKilled \n',
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1f2already registered!',
    ],
    ['killed', 'Killed \n', 'Killed'],
    [
      'not_found',
      '/system/bin/sh: uiautomator: inaccessible or not found\n',
      '/system/bin/sh: uiautomator: inaccessible or not found',
    ],
    ['not_found', 'sh: uiautomator: not found', 'sh: uiautomator: not found'],
    [
      'permission',
      '/system/bin/sh: /system/bin/uiautomator: Permission denied\n',
      '/system/bin/sh: /system/bin/uiautomator: Permission denied',
    ],
    [
      'no_space',
      'java.io.IOException: write failed: ENOSPC (No space left on device)',
      'java.io.IOException: write failed: ENOSPC (No space left on device)',
    ],
    ['not_written', 'UI hierchary dumped to: /dev/tty\n', 'UI hierchary dumped to: /dev/tty'],
    ['not_written', 'UI hierarchy dumped to: /dev/tty\n', 'UI hierarchy dumped to: /dev/tty'],
    [
      'crashed',
      'java.lang.NullPointerException\n\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper.childNafCheck(X.java:9)\n',
      'at com.android.uiautomator.core.AccessibilityNodeInfoDumper.childNafCheck(X.java:9)',
    ],
    ['empty', ' \r\n', ''],
    ['garbage', '\n  \u0001\u0002 what is this\nmore', '\u0001\u0002 what is this'],
  ])('%s: %j', (why, output, line) => {
    expect(readDumpOutput(output)).toEqual({ kind: 'failure', why, line });
  });
});
