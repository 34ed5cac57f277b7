/** One printed line as a diagnostic of a compiler or build tool, by the shapes that each of them uses. Pure. */

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** What may follow: a caret line under the source, or the message itself on the next lines. */
  readonly then: 'caret' | 'message' | 'symbols' | null;
}

type Reader = (text: string) => Diagnostic | null;

/** A path ends before `:LINE`; a drive letter has a colon of its own. */
const path = '((?:[A-Za-z]:[\\\\/])?[^:\\s][^:]*?)';

function shape(
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[]) => Diagnostic | null,
): Reader {
  return (text) => {
    const match = pattern.exec(text);
    return match ? read(match.slice(1)) : null;
  };
}

interface SourceLocation {
  readonly file?: string | undefined;
  readonly line?: string | undefined;
  readonly column?: string | undefined;
}

function made(
  severity: string,
  { file, line, column }: SourceLocation,
  message: string,
  then: Diagnostic['then'] = null,
): Diagnostic {
  return {
    severity: /^(?:w|warning)/i.test(severity) // [T5], [S14]
      ? 'warning'
      : 'error',
    file: file === undefined ? null : plainPath(file),
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
    message: message.trim(),
    then,
  };
}

/** Of no file. */
export function bareError(message: string): Diagnostic {
  return made('error', {}, message);
}

const readers: readonly Reader[] = [
  // Kotlin: `e: file:///a/B.kt:3:5: text`, K2 without the last colon, old ones with `(3, 5)` [T5].
  shape(
    /^([ew]): (file:\/\/\S+?|\/[^:]+?|[A-Za-z]:[\\/][^:]+?):(\d+):(\d+):?\s+(.*)$/,
    ([kind = '', file, line, column, message = '']) => made(kind, { file, line, column }, message),
  ),
  shape(/^([ew]): (.+?): \((\d+), (\d+)\): (.*)$/, ([kind = '', file, line, column, message = '']) =>
    made(kind, { file, line, column }, message),
  ),
  // KSP: `e: [ksp] [/a/B.kt:14: ]text`; its last line only says that there were errors [T5].
  shape(
    /^([ew]): \[ksp\] (?:(\/[^:]+?|[A-Za-z]:[\\/][^:]+?):(\d+): )?(.*)$/,
    ([kind = '', file, line, message = '']) => made(kind, { file, line }, message),
  ),
  // kapt: `e: /a/B.java:12: error: text` [T5].
  shape(
    /^([ew]): (?:\[kapt\] )?(\/[^:]+?|[A-Za-z]:[\\/][^:]+?):(\d+): (?:error: |warning: )?(.*)$/,
    ([kind = '', file, line, message = '']) => made(kind, { file, line }, message),
  ),
  // R8 and D8 [T5].
  shape(/^(ERROR|WARNING): (?!AAPT|\/)(?:R8: |D8: )?(.*)$/, ([kind = '', message = '']) =>
    made(kind, {}, message),
  ),
  // Problems of the configuration cache: `- Build file 'app/build.gradle': line 12: text` [T5].
  shape(
    /^- (?:Build file|Plugin|Script|Task) ['`]([^'`]+)['`](?:: line (\d+))?: (.*)$/,
    ([file, line, message = '']) => made('error', { file, line }, message),
  ),
  // Signing: `/a/App.app/Core.framework: errSecInternalComponent` [S14].
  shape(
    /^(\/[^:]+): (errSec\w+|code object is not signed at all|resource fork.*not allowed.*)$/,
    ([file, message = '']) => made('error', { file }, message),
  ),
  // Kotlin without a file [T5].
  shape(/^([ew]): (?!file:|\/)(.+)$/, ([kind = '', message = '']) => made(kind, {}, message)),
  // AAPT and the manifest merger: `[ERROR:] /a/x.xml:5[:3[-20:12]]: AAPT: error: text` [T5].
  shape(
    new RegExp(`^(?:ERROR: ?)?${path}:(\\d+)(?::(\\d+))?(?:-[\\d:]+)?: AAPT: (error|warning): (.*)$`),
    ([file, line, column, kind = '', message = '']) => made(kind, { file, line, column }, `AAPT: ${message}`),
  ),
  // AAPT without a file [T5].
  shape(/^(?:ERROR: ?)?AAPT: (error|warning): (.*)$/, ([kind = '', message = '']) =>
    made(kind, {}, `AAPT: ${message}`),
  ),
  shape(
    new RegExp(`^${path}:(\\d+):(\\d+)-\\d+(?::\\d+)? (Error|Warning):\\s*(.*)$`),
    ([file, line, column, kind = '', message = '']) => made(kind, { file, line, column }, message, 'message'),
  ),
  // clang, Swift, Dart: `/a/B.swift:3:5: [fatal ]error: text`; ninja under Gradle puts `C/C++: ` before it [S14], [T5], [T6].
  shape(
    new RegExp(`^(?:C/C\\+\\+: )?${path}:(\\d+):(\\d+): (?:fatal )?(error|warning|Error|Warning): (.*)$`),
    ([file, line, column, kind = '', message = '']) => made(kind, { file, line, column }, message),
  ),
  // javac: no column but a caret two lines below [T7].
  shape(new RegExp(`^${path}:(\\d+): (error|warning): (.*)$`), ([file, line, kind = '', message = '']) =>
    made(kind, { file, line }, message, 'caret'),
  ),
  // CMake under Gradle [T5].
  shape(
    /^CMake (Error|Warning)(?: \(dev\))? at (.+?):(\d+) \((\w+)\):/,
    ([kind = '', file, line, command = '']) => made(kind, { file, line }, `${command}:`, 'message'),
  ),
  // Metro and Babel: `SyntaxError: /a/App.js: Unexpected token (3:5)` [T6].
  shape(
    /^(?:error:? )?(?:SyntaxError|TransformError \w+): ([^:]+\.[jt]sx?): (.*?) ?\((\d+):(\d+)\)/,
    ([file, message = '', line, column]) => made('error', { file, line, column }, message),
  ),
  // Metro [T6].
  shape(
    /^(?:error:? )(?:Error: )?(Unable to resolve module (\S+) from ([^\s:]+)):?\s*(.*)$/,
    ([, module = '', file, rest = '']) =>
      made('error', { file }, `Unable to resolve module ${module}. ${rest}`),
  ),
  // The linker names the symbols on the lines below [S14].
  shape(/^(Undefined symbols? for architecture \S+:?|duplicate symbol.*)$/, ([message = '']) =>
    made('error', {}, message, 'symbols'),
  ),
  // Every other error of the linker [S14].
  shape(/^(?:ld|ld64\.lld|lld): (?:error: )?(?!warning)(.+)$/, ([message = '']) =>
    /symbol\(s\) not found/.test(message) ? null : made('error', {}, `ld: ${message}`),
  ),
  shape(/^ld: warning: (.+)$/, ([message = '']) => made('warning', {}, message)), // [S14]
  shape(/^xcodebuild: error: (.+)$/, ([message = '']) => made('error', {}, message, 'message')), // [S14]
  // A message about the project: at the start of a line, never inside one [S14].
  shape(/^(error|warning): (?!.*\bDomain=)(.+)$/, ([kind = '', message = '']) => made(kind, {}, message)),
  // The same with the file that it is about [S14].
  shape(
    /^(\/.+?\.(?:xcodeproj|xcworkspace|swift|plist|xcconfig|storyboard|xib|xcassets)): (error|warning): (.+)$/,
    ([file, kind = '', message = '']) => made(kind, { file }, message),
  ),
];

/** Null for every line that is none [S14], [T5], [T6]. */
export function diagnosticIn(text: string): Diagnostic | null {
  // A word of each reader above [S14], [T5], [T6]. Almost no line is one; this keeps a build log of hundreds of megabytes cheap.
  if (/^e: Error occurred in KSP, check log/.test(text)) return null;
  if (
    !/error|warning|^[ew]: |errSec|^- |^\/[^:]+: (?:code object|resource fork)|^Undefined symbol|^duplicate symbol|^ld|^CMake/i.test(
      text,
    )
  )
    return null;
  for (const read of readers) {
    const found = read(text);
    if (found) return found;
  }
  return null;
}

function plainPath(file: string): string {
  if (!file.startsWith('file://')) return file.trim();
  // Kotlin names files by URL [T5].
  const path = file.replace(/^file:\/\/(?:localhost)?/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign: the path as it was printed
  }
}
