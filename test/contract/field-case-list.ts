/**
 * Failure cases known from the field, by number, and the test that keeps each from coming back: a file and words of it.
 * field-cases.test.ts checks that they are there, and holds the cases that need the whole way from client to phone.
 */

export interface FieldCase {
  readonly id: string;
  readonly what: string;
  /** Where it is proved; absent for what this product has no tool for, and then `what` says so. */
  readonly file?: string;
  readonly words?: string;
}

const screen = 'src/devices/android/screen/screen.test.ts';
const fallbacks = 'src/devices/android/screen/screen-fallbacks.test.ts';
const tree = 'src/ui/build-tree.test.ts';
const place = 'src/ui/build-tree-bounds.test.ts';
const selector = 'src/ui/selector.test.ts';
const target = 'src/ui/target.test.ts';
const xml = 'src/devices/android/screen/ui-xml.test.ts';
const brokenXml = 'src/devices/android/screen/ui-xml-robustness.test.ts';
const lines = 'src/devices/android/adb/device-lines.test.ts';
const adbStart = 'src/host/adb-start.test.ts';
const front = 'src/devices/android/screen/foreground.test.ts';
const apps = 'src/devices/android/apps/apps.test.ts';
const shots = 'src/devices/android/screen/screenshot.test.ts';
const logs = 'src/devices/android/logs/logs.test.ts';
const list = 'src/devices/android/android-source.test.ts';
const text = 'test/contract/text.ts';
const here = 'test/contract/field-cases.test.ts';
const onIos = 'test/contract/ios-field-cases.test.ts';
const simulators = 'src/devices/ios/device-lists.test.ts';

function at(id: string, what: string, file: string, words = id): FieldCase {
  return { id, what, file, words };
}

export const fieldCases: readonly FieldCase[] = [
  at(
    'DUMP-03',
    'the status sentence before or behind the XML',
    'src/devices/android/screen/screen-command.test.ts',
  ),
  at('DUMP-04', 'an answer without any XML', fallbacks),
  at('DUMP-06', 'only system bars while an app is in front', screen),
  at('DUMP-07', 'one empty view that covers the screen', screen),
  at('DUMP-12', 'a screen that never idles: a screenshot is offered', fallbacks),
  at('DUMP-13', 'a root that never came', fallbacks),
  at('DUMP-14', 'content swapped in place: no tree is older than the last action', here),
  at('DUMP-15', 'not idle: what is there, with a note', fallbacks),
  at('DUMP-19', 'two windows, two roots', xml),
  at('PARSE-01', 'emoji that the dumper masks', selector),
  at('PARSE-02', 'compressed for one call only', fallbacks),
  at('PARSE-03', 'malformed XML: a position, never half a tree', brokenXml),
  at('PARSE-04', 'bottoms above tops below the fold', xml),
  at('PARSE-05', 'no area: never tapped', target),
  at('PARSE-07', 'bounds outside the display', place),
  at('PARSE-10', 'password fields are secure, their neighbours are not', tree),
  at('PARSE-12', 'attributes over several lines, no package', xml),
  at('DEV-04', 'no permissions, with words and a link', lines, 'no permissions with words and a link'),
  at('DEV-08', 'chatter before or behind the header', lines, 'skips the header and chatter'),
  at('DEV-09', 'two versions of adb', adbStart, 'warns once of a replaced server'),
  at('DEV-10', 'the server cannot start', adbStart, 'takes a port in use as a failure'),
  at('DEV-11', 'question marks for a serial', lines, '????????????'),
  at('DEV-15', 'blanks or a tab behind the serial', lines, '192.0.2.21:40559'),
  { id: 'DEV-16', what: 'the console of the emulator is never asked: facts come from properties' },
  at('TAP-02', 'cut by the edge of a scroller', place),
  at('TAP-03', 'a button in the bottom band', here),
  at('TAP-08', 'delivered is not done', here),
  at('TAP-10', 'a handle of another screen', here),
  at('TEXT-07', 'quotes and doubled backslashes', here),
  at('TEXT-08', 'no clipboard command', text, 'refused with nothing typed where there is no way'),
  at('TEXT-12', 'replacing and appending', text, 'clear replaces, without it text is appended'),
  at('TEXT-13', 'a disabled field', text, 'a disabled field is refused'),
  at('SHOT-02', 'the folded display is off', shots),
  at('SHOT-04', 'no bytes', shots),
  at('SHOT-07', 'coordinates read off a scaled picture', here),
  at('SHOT-12', 'a turned device', here),
  { id: 'SHOT-13', what: 'there is no screen recording in this product' },
  { id: 'SHOT-14', what: 'there is no screen recording in this product' },
  at('LOG-08', 'not running is not silent; no buffer is cleared', here),
  at('LOG-09', 'pids from the system, not from the log', logs),
  at('LOG-10', 'the log of an app by its executable', onIos),
  at('LOG-11', 'a column of user ids, event lines', 'src/logs/parse-threadtime.test.ts'),
  at('LAUNCH-05', 'a focused window without a class', front, 'takes a record with a package and no class'),
  at(
    'LAUNCH-06',
    'exit code 0 for an activity that does not exist',
    apps,
    'takes the error text and not the exit code',
  ),
  at('LAUNCH-07', 'Error type 3', apps, 'Error type 3'),
  at('LAUNCH-08', 'monkey tells nothing and is never used', here),
  at('LAUNCH-09', 'installed and nothing to launch', apps, 'tells not installed, nothing to launch'),
  at('LAUNCH-14', 'a pop-up has the focus', front, 'finds the owner of a pop-up'),
  at('LAUNCH-16', 'two launcher activities', apps, 'takes the first of two launchers and names the other'),
  at('SCREEN-01', 'the usable height is not the screen', place),
  at('SCREEN-04', 'a virtual display stands first', front, 'takes display 0, not the first one'),
  at('SCREEN-06', 'user_rotation is not the rotation', here),
  at('SCREEN-10', 'natural and logical size', 'src/devices/android/screen/screen-virtual.test.ts'),
  at('MCP-01', 'only protocol on standard output', 'test/e2e/quiet-stdout.test.ts', 'a chattering device'),
  at(
    'MCP-02',
    'console goes to standard error',
    'test/e2e/quiet-stdout.test.ts',
    'Standard output carries the protocol only',
  ),
  at('MCP-05', 'arguments that are missing', 'test/contract/bad-input.test.ts', 'null and {} are the same'),
  at('MCP-08', 'flat coordinates', here),
  at(
    'MCP-10',
    'an app that is not installed',
    'test/contract/tools/manage.ts',
    'start_app of what is not installed',
  ),
  at(
    'MCP-12',
    'one device needs no choice, several are listed',
    'test/contract/bad-input.test.ts',
    'with two devices and no id',
  ),
  at('MCP-13', 'no answer is empty', here),
  at(
    'MCP-14',
    'the end of standard input ends it',
    'test/e2e/ending.test.ts',
    'ends an idle server within a second',
  ),
  at('SEL-01', 'parentheses are literal', here),
  at('SEL-04', 'a plus is literal', here),
  at('SEL-06', 'test tags without a package', here),
  at('SEL-08', 'merged labels', selector),
  at('SEL-12', 'two labels that differ in case', selector),
  at('SEL-13', 'markers on a map', here),
  at('SEL-14', 'typographic apostrophes', selector),
  at('SEL-16', 'a minus that is none', selector),
  at('SEL-17', 'right to left', selector),
  at('TIME-02', 'a device that hangs every command', list, 'lists good, hung, starting'),
  at('TIME-03', 'one bad device does not spoil the list', list, 'lists good, hung, starting'),
  at('IDB-01', 'a keyboard with another layout', onIos),
  at('IDB-02', 'chatter before the tree, and a tree of another process', onIos),
  at('IDB-04', 'accessibility is off', onIos),
  at('IDB-06', 'a picker of another process on top', onIos),
  at('IDB-08', 'no tool to read with', onIos),
  at('IDB-09', 'a companion that is gone', onIos),
  at(
    'IDB-09, its socket',
    'a listed companion that nobody answers for',
    'src/devices/ios/screen/companion/companion-process.test.ts',
    'that nobody answers for',
  ),
  at('IDB-12', 'one element of no size', onIos),
  at('IDB-13', 'a turned interface is touched where it is seen', onIos),
  at(
    'IDB-13, the frame',
    'the application keeps its portrait frame',
    'src/devices/ios/screen/orientation.test.ts',
    'is that of the windows when the application kept its own',
  ),
  at('SIM-02', 'Booted as a failure, and a list that fails', onIos),
  at('SIM-03', 'availability in old and new spelling', simulators, 'understands the old spelling'),
  at(
    'SIM-06',
    'braces in a name of the list of apps',
    'src/devices/ios/apps/openstep-plist.test.ts',
    'an app whose name holds braces',
  ),
  at('SIM-09', 'two booted simulators', onIos),
  at('SIM-13', 'booted, and unavailable', simulators),
  at('PARSE-10, on iOS', 'a password field by its subrole', onIos, 'PARSE-10'),
  at('TAP-10, on iOS', 'a handle of another screen', onIos, 'TAP-10'),
  at('SWIPE-02', 'a scroll that begins in the status bar', here),
];
