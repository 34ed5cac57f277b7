/**
 * The command lines of a screen reading and how their output falls apart. Pure; screen-dump.ts runs them.
 * Sources: [A1] and [A6].
 */

import type { Foreground, Rotation } from '../../../ui/ui-tree.ts';
import { parseDisplays } from './displays.ts';
import { type DumpOutput, readDumpOutput } from './dump-output.ts';
import { parseForeground } from './foreground.ts';

export interface DumpRequest {
  /** Straight through the terminal, or over a file where the device gives none. */
  readonly way: 'tty' | 'file';
  /** Leaves out views that are not important for accessibility; needs less silence. */
  readonly compressed: boolean;
  readonly windows: boolean;
}

/** State of the window manager, read in the same device command as the dump. */
export interface Frame {
  readonly foreground: Foreground | null;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly rotation: Rotation | null;
}

/**
 * What foreground.ts and displays.ts look at, and the window titles a pop-up needs; filtered on the device because the
 * whole text is some hundred kilobytes.
 */
const framePattern =
  'WINDOW MANAGER|mDisplayId=|mCurrentFocus=|mFocusedApp=|ResumedActivity|cur=|otation=|DisplayFrames|ime[A-Za-z]*Target|mInputMethodTarget';

/** `dumpsys window windows` prints the focus up to Android 9, `dumpsys window displays` from Android 10 on [A6]. */
const firstSdkWithFocusInDisplays = 29;

export function frameCommand(sdk: number): string {
  const displays = `dumpsys window displays | grep -E '${framePattern}' | head -n 300`;
  if (sdk === 0 || sdk >= firstSdkWithFocusInDisplays) return displays;
  return `dumpsys window windows | grep -E 'mCurrentFocus=|mFocusedApp='; ${displays}`;
}

/** Null when there is nothing that could be read. */
export function readFrame(text: string): Frame {
  const foreground = parseForeground(text);
  const known = foreground.appId !== null || foreground.focusedWindow !== null;
  return { foreground: known ? foreground : null, ...parseDisplays(text) };
}

/**
 * One shell line: the dump, the mark, the frame. `file` must be a path of our own making; a file left from before would
 * look like a fresh dump, because the dumper claims success even when it could not write.
 */
export function dumpCommand(request: DumpRequest, { mark, file }: { mark: string; file: string }): string {
  const options = `${request.compressed ? ' --compressed' : ''}${request.windows ? ' --windows' : ''}`;
  if (request.way === 'tty') return `uiautomator dump${options} /dev/tty; echo; echo ${mark}`;
  return `rm -f ${file}; uiautomator dump${options} ${file} 2>&1; cat ${file}; rm -f ${file}; echo; echo ${mark}`;
}

export interface DumpAnswer {
  readonly dump: DumpOutput;
  /** Null when the output broke off before the frame. */
  readonly frame: Frame | null;
}

export function splitAnswer(output: Buffer, mark: string): DumpAnswer {
  const at = output.lastIndexOf(mark);
  if (at < 0) return { dump: readDumpOutput(output), frame: null };
  return {
    dump: readDumpOutput(output.subarray(0, at)),
    frame: readFrame(output.subarray(at + mark.length).toString('utf8')),
  };
}
