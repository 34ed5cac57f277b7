/**
 * Gallery: windows of the system, and what goes wrong.
 * `.DialogActivity`: `open_alert` ("Delete file?", Cancel / Delete), `open_input` (a dialog with field `name_field` over
 * the keyboard), `open_modal` (cannot be cancelled), `answer` says what was chosen; `show_toast`.
 * `.KeyboardActivity`: field `message` at the top, button `send` at the bottom, under the keyboard while it is open.
 * `.PermissionActivity`: `ask_notifications`, `ask_camera`; `permission_state` "notifications: granted".
 * `.UnresponsiveActivity`: `freeze` stops the main thread; five seconds after the next touch the ANR dialog comes.
 * `.CrashActivity`: `crash_java` (with cause), `crash_late` (after one second).
 * `.SecureActivity`: cannot be pictured; `account` "Balance: 1,024.00 EUR".
 * `.LandscapeActivity`: turns the phone; `left_button` and `right_button` at both ends, `pressed`.
 */
import { button, column, field, row, text, textButton } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const page = { paddingDp: 20, gapDp: 14 } as const;

const dialogs = gallery('DialogActivity', 'Dialogs', (screen) => {
  let answer = 'none';
  const say = (what: string) => () => {
    answer = what;
  };
  const alert = (): void =>
    screen.dialog({
      title: 'Delete file?',
      message: 'report.pdf will be deleted for good.',
      negative: { text: 'Cancel', onTap: say('cancelled') },
      positive: { text: 'Delete', onTap: say('deleted') },
    });
  const input = (): void => {
    screen.dialog({
      title: 'Your name',
      body: () => field('name_field', 'Name'),
      negative: { text: 'Cancel', onTap: say('cancelled') },
      positive: { text: 'OK', onTap: () => say(`name ${screen.fieldText('name_field')}`)() },
    });
  };
  const modal = (): void =>
    screen.dialog({
      title: 'Update required',
      message: 'This cannot be put off.',
      cancelable: false,
      positive: { text: 'Update', onTap: say('updated') },
    });
  return () =>
    column(
      [
        button('Open alert', alert, { id: 'open_alert' }),
        button('Open input', input, { id: 'open_input' }),
        button('Open modal', modal, { id: 'open_modal' }),
        textButton('Show toast', () => screen.toast('Hello from below'), { id: 'show_toast' }),
        text(`Answer: ${answer}`, { id: 'answer' }),
      ],
      page,
    );
});

const covered = gallery('KeyboardActivity', 'Keyboard covers', (screen) => {
  let sent = '';
  const send = (): void => {
    sent = screen.fieldText('message');
  };
  return () =>
    column(
      [
        column([field('message', 'Message'), text(`Sent: ${sent}`, { id: 'sent' })], {
          weight: 1,
          gapDp: 12,
        }),
        button('Send', send, { id: 'send', width: 'fill' }),
      ],
      { ...page, height: 'fill' },
    );
});

const permissions = gallery('PermissionActivity', 'Permissions', (screen) => {
  let state = 'not asked';
  const ask = (name: string, label: string) => () =>
    screen.requestPermission(`android.permission.${name}`, (granted) => {
      state = `${label}: ${granted ? 'granted' : 'denied'}`;
    });
  return () =>
    column(
      [
        button('Ask for notifications', ask('POST_NOTIFICATIONS', 'notifications'), {
          id: 'ask_notifications',
        }),
        button('Ask for camera', ask('CAMERA', 'camera'), { id: 'ask_camera' }),
        text(state, { id: 'permission_state' }),
      ],
      page,
    );
});

const unresponsive = gallery('UnresponsiveActivity', 'Not responding', (screen) => {
  let taps = 0;
  const tap = (): void => {
    taps++;
  };
  return () =>
    column(
      [
        button('Freeze', () => screen.freeze(), { id: 'freeze' }),
        button('Tap me', tap, { id: 'tap_me' }),
        text(`Taps: ${taps}`, { id: 'taps' }),
      ],
      page,
    );
});

const crashes = gallery('CrashActivity', 'Crashes', (screen) => {
  const crash = (): void =>
    screen.crash({
      type: 'java.lang.RuntimeException',
      message: 'Unable to render chart',
      frames: [
        'com.example.gallery.chart.ChartView.draw(ChartView.kt:112)',
        'com.example.gallery.CrashActivity.onRender(CrashActivity.kt:40)',
      ],
      cause: {
        type: 'java.lang.ArithmeticException',
        message: 'divide by zero',
        frames: [
          'com.example.gallery.chart.Scale.step(Scale.kt:21)',
          'com.example.gallery.chart.ChartView.draw(ChartView.kt:108)',
        ],
      },
    });
  return () =>
    column(
      [
        button('Crash now', crash, { id: 'crash_java' }),
        button('Crash in a second', () => void screen.after(1_000, crash), { id: 'crash_late' }),
      ],
      page,
    );
});

const secure = gallery(
  'SecureActivity',
  'Secure',
  () => () => column([text('Balance: 1,024.00 EUR', { id: 'account' })], page),
  { secure: true },
);

const landscape = gallery(
  'LandscapeActivity',
  'Landscape',
  () => {
    let pressed = 'none';
    const press = (name: string) => () => {
      pressed = name;
    };
    return () =>
      column(
        [
          row(
            [
              textButton('Left', press('left'), { id: 'left_button' }),
              text(`Pressed: ${pressed}`, { id: 'pressed', weight: 1, style: { align: 'center' } }),
              textButton('Right', press('right'), { id: 'right_button' }),
            ],
            { gapDp: 12 },
          ),
        ],
        { paddingDp: [0, 16, 0, 0] },
      );
  },
  { landscape: true },
);

export const systemScreens = [dialogs, covered, permissions, unresponsive, crashes, secure, landscape];
