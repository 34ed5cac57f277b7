/**
 * Gallery: screens that change by themselves.
 * `.AnimationActivity` never idles: `spinner`, text `below` "Still here".
 * `.LoaderActivity`: `progress` and "Loading..." for 1,500 ms, then `result` "Loaded 3 results"; `reload`.
 * `.LoadingWithResultActivity`: `result` "Order 4711" is there at once, `progress` goes on for 2,000 ms.
 * `.TickingActivity`: `clock` "12:00:01" and `counter` "Count: n" change each second; button `stop` ends it.
 * `.InPlaceActivity`: `status` says Waiting, Working, Done in turn, 600 ms each, after a tap on `start`.
 * `.FlickerActivity`: `flag` is "Yes" except for 150 ms in every 1,500.
 * `.ProgressActivity`: determinate `download` at 40 percent at rest; `advance` adds ten.
 */
import { busy, button, column, note, progress, text, textButton, title } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const page = { paddingDp: 20, gapDp: 16 } as const;

const animation = gallery(
  'AnimationActivity',
  'Endless animation',
  () => () => column([busy('spinner', { desc: 'Working' }), text('Still here', { id: 'below' })], page),
);

const loader = gallery('LoaderActivity', 'Loader to settled', (screen) => {
  let loaded = false;
  const load = (): void => {
    loaded = false;
    screen.after(1_500, () => {
      loaded = true;
    });
  };
  load();
  return () =>
    column(
      loaded
        ? [title('Loaded 3 results', { id: 'result' }), button('Reload', load, { id: 'reload' })]
        : [busy('progress'), note('Loading...', { id: 'loading_label' })],
      page,
    );
});

const loadingWithResult = gallery('LoadingWithResultActivity', 'True while loading', (screen) => {
  let busyStill = true;
  screen.after(2_000, () => {
    busyStill = false;
  });
  return () =>
    column(
      [
        title('Order 4711', { id: 'result' }),
        ...(busyStill ? [busy('progress')] : [text('Paid', { id: 'paid' })]),
      ],
      page,
    );
});

const ticking = gallery('TickingActivity', 'Ticking clock', (screen) => {
  let count = 0;
  const stop = screen.every(1_000, () => {
    count++;
  });
  return () => {
    const seconds = String(count % 60).padStart(2, '0');
    const minutes = String(Math.floor(count / 60) % 60).padStart(2, '0');
    return column(
      [
        title(`12:${minutes}:${seconds}`, { id: 'clock' }),
        text(`Count: ${count}`, { id: 'counter' }),
        textButton('Stop', stop, { id: 'stop' }),
      ],
      page,
    );
  };
});

const inPlace = gallery('InPlaceActivity', 'Text changes in place', (screen) => {
  let status = 'Idle';
  const start = (): void => {
    status = 'Waiting';
    screen.after(600, () => {
      status = 'Working';
    });
    screen.after(1_200, () => {
      status = 'Done';
    });
  };
  return () => column([text(status, { id: 'status' }), button('Start', start, { id: 'start' })], page);
});

const flicker = gallery('FlickerActivity', 'Flicker', (screen) => {
  let shown = true;
  screen.every(1_500, () => {
    shown = false;
    screen.after(150, () => {
      shown = true;
    });
  });
  return () => column([text(shown ? 'Yes' : 'No', { id: 'flag' })], page);
});

const atRest = gallery('ProgressActivity', 'Progress at rest', () => {
  let percent = 40;
  const advance = (): void => {
    percent = Math.min(100, percent + 10);
  };
  return () =>
    column(
      [
        text('Download', { id: 'download_label' }),
        progress('download', percent),
        text(`${percent}%`, { id: 'percent' }),
        button('Advance', advance, { id: 'advance' }),
      ],
      page,
    );
});

export const motionScreens = [animation, loader, loadingWithResult, ticking, inPlace, flicker, atRest];
