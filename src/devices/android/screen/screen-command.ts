/**
 * The command lines of a screen reading, and what their output is: the XML out of the texts around it, or what kind of
 * failure it was. Pure; screen-dump.ts runs them, ui-xml.ts parses. Sources: [A1] and [A6].
 */
import type { Foreground, Rotation } from '../../../ui/ui-tree.ts';
import { parseDisplays } from './displays.ts';
import { parseForeground } from './foreground.ts';
import { decodeDump } from './ui-xml.ts';
import { lastSdkWithoutWindows, parseOverlay, windowListLines } from './window-list.ts';

export interface DumpRequest {
  /** Directly through the terminal, or through a file where the device has none. */
  readonly method: 'tty' | 'file';
  /** Leaves out views that are not important for accessibility; needs less silence. */
  readonly compressed: boolean;
  readonly windows: boolean;
  /** After so many seconds the device ends the dump, so that it does not keep UiAutomation; left out: when it gives up itself. */
  readonly limitS?: number;
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
  'WINDOW MANAGER|mDisplayId=|mCurrentFocus=|mFocusedApp=|ResumedActivity|mAwake=|mDisplayInfo=|cur=|otation=|DisplayFrames|ime[A-Za-z]*Target|mInputMethodTarget';

/** `dumpsys window windows` prints the focus up to Android 9, `dumpsys window displays` from Android 10 on [A6]. */
const firstSdkWithFocusInDisplays = 29;

export function frameCommand(sdk: number): string {
  const displays = `dumpsys window displays | grep -E '${framePattern}' | head -n 300`;
  if (sdk === 0 || sdk > lastSdkWithoutWindows) return displays;
  if (sdk >= firstSdkWithFocusInDisplays) return `${displays}; ${windowList('')}`;
  return `${windowList('mCurrentFocus=|mFocusedApp=|')}; ${displays}`;
}

/** The same where no dump lists the windows beside it: with those that other apps draw over everything. */
export function frontCommand(sdk: number): string {
  const frame = frameCommand(sdk);
  return sdk === 0 || sdk > lastSdkWithoutWindows ? `${frame}; ${windowList('')}` : frame;
}

function windowList(more: string): string {
  return `dumpsys window windows | grep -E '${more}${windowListLines}' | head -n 400`;
}

/** Null when there is nothing that could be read. */
export function readFrame(text: string): Frame {
  const foreground = parseForeground(text);
  const known = foreground.appId !== null || foreground.focusedWindow !== null || foreground.noFocus === true;
  const geometry = parseDisplays(text);
  const overlay = text.includes('Window #') ? parseOverlay(text, geometry.size) : null;
  const front = overlay === null ? foreground : { ...foreground, overlay };
  return { foreground: known ? front : null, ...geometry };
}

/**
 * One shell line: the dump, the mark, the frame. `file` must be a path of our own making; a file left from before would
 * look like a fresh dump, because the dumper claims success even when it could not write.
 */
export function dumpCommand(
  request: DumpRequest,
  { marker, file }: { marker: string; file: string },
): string {
  const options = `${request.compressed ? ' --compressed' : ''}${request.windows ? ' --windows' : ''}`;
  const limit = request.limitS === undefined ? '' : `timeout ${request.limitS} `;
  const dump = `${limit}uiautomator dump${options}`;
  if (request.method === 'tty') return `${dump} /dev/tty; echo; echo ${marker}`;
  return `rm -f ${file}; ${dump} ${file} 2>&1; cat ${file}; rm -f ${file}; echo; echo ${marker}`;
}

export interface DumpAnswer {
  readonly dump: DumpOutput;
  /** Null when the output broke off before the frame. */
  readonly frame: Frame | null;
}

export function splitAnswer(output: Buffer, marker: string): DumpAnswer {
  const at = output.lastIndexOf(marker);
  if (at < 0) return { dump: readDumpOutput(output), frame: null };
  return {
    dump: readDumpOutput(output.subarray(0, at)),
    frame: readFrame(output.subarray(at + marker.length).toString('utf8')),
  };
}

export type DumpFailure =
  /** The screen never stayed still long enough; the tree was there, only the wait failed. */
  | 'not_idle'
  /** No window had a root: between screens, display off, or focus on something hidden. */
  | 'null_root'
  /** Another UiAutomation client is connected. */
  | 'busy'
  /** The process was killed, usually for the same reason as `busy`. */
  | 'killed'
  | 'permission'
  /** The device has no such program. */
  | 'not_found'
  | 'no_space'
  /** It claims success and wrote nothing we could read: no terminal, or a path that cannot be written. */
  | 'not_written'
  /** The dumper crashed on a node. */
  | 'crashed'
  | 'empty'
  | 'garbage';

export type DumpOutput =
  | { readonly kind: 'xml'; readonly xml: string }
  /** `line`: the line that tells, else the first one, at most 200 characters; '' when nothing was printed. */
  | { readonly kind: 'failure'; readonly why: DumpFailure; readonly line: string };

/** In order of precedence: the exception itself before text mentioned in its stack trace [A1]. */
const failures: readonly (readonly [why: DumpFailure, sign: RegExp])[] = [
  ['busy', /already registered/],
  ['not_idle', /could not get idle state|No idle state with idle timeout/],
  ['null_root', /null root node|waiting for root AccessibilityNodeInfo/],
  ['no_space', /No space left on device|ENOSPC/],
  ['not_found', /(?:uiautomator|app_process\d*)\S*: (?:inaccessible or )?(?:not found|No such file)/],
  ['permission', /uiautomator.*Permission denied|SecurityException|Permission denied.*uiautomator/],
  ['crashed', /at com\.android\.(?:commands\.)?uiautomator|Illegal character \(|in childNafCheck/],
  ['killed', /^Killed\b/m],
  // Both spellings: every release so far has written "hierchary", a corrected one must not surprise us.
  ['not_written', /UI hier(?:ch|)ar(?:ch|)y dumped to/],
];

/**
 * The XML reaches from its declaration (or root) to the last closing root tag, whatever stands around it. When that
 * tag is missing it reaches to the end, so that the parser names where the text broke off [A1]. */
export function readDumpOutput(output: Uint8Array | string): DumpOutput {
  const text = typeof output === 'string' ? output : decodeDump(output);
  const root = /<(hierarchy|displays)(?=[\s/>])/.exec(text) ?? /<(node)(?=\s)/.exec(text);
  const declared = text.indexOf('<?xml');
  if (!root && declared < 0) return classify(text);
  const start = declared >= 0 && (!root || declared < root.index) ? declared : (root?.index ?? 0);
  const xml = text.slice(start, endOf(text, root)).trimEnd();
  // The status sentence stands between dumps that were written one after another.
  return { kind: 'xml', xml: xml.replace(/(<\/hierarchy>)[^<]+(?=<)/g, '$1') };
}

function endOf(text: string, root: RegExpExecArray | null): number {
  if (!root) return text.length;
  const closing = `</${root[1]}>`;
  const last = text.lastIndexOf(closing);
  if (last > root.index) {
    const end = last + closing.length;
    // Of a second dump that broke off the parser names the place [A1].
    return /<(?:hierarchy|displays|node)[\s>]/.test(text.slice(end)) ? text.length : end; // [A1]
  }
  const alone = /^<\w+[^<>]*\/>/.exec(text.slice(root.index, root.index + 400));
  return alone ? root.index + alone[0].length : text.length;
}

function classify(text: string): DumpOutput {
  for (const [why, sign] of failures) {
    const match = sign.exec(text);
    if (match) return { kind: 'failure', why, line: lineAt(text, match.index) };
  }
  const first = text.search(/\S/);
  if (first < 0) return { kind: 'failure', why: 'empty', line: '' };
  return { kind: 'failure', why: 'garbage', line: lineAt(text, first) };
}

function lineAt(text: string, index: number): string {
  const start = Math.max(text.lastIndexOf('\n', index), text.lastIndexOf('\r', index)) + 1;
  const end = text.slice(index).search(/[\r\n]/);
  return text
    .slice(start, end < 0 ? text.length : index + end)
    .trim()
    .slice(0, 200);
}
