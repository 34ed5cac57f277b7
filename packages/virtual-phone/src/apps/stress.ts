/**
 * The stress app, `com.example.stress`. Menu (`.StressActivity`): `long_list`, `deep_tree`, `wide_tree`, `animations`.
 * `.LongListActivity`: list `long_list_view` of 10,000 rows "Row 1" .. "Row 10000" (`row_title`, check box `row_check`).
 * `.DeepTreeActivity`: 200 nested layouts around text `deepest` "Two hundred levels down".
 * `.WideTreeActivity`: 2,000 texts "Cell 1" .. on one screen (extra `count` changes the number).
 * `.AnimationsActivity`: 12 turning bars and `frame_counter` "Frame n", which changes every 100 ms.
 * `.LeaksActivity` is a second launcher entry, as memory checkers add one: `leaks` "No leaks found".
 */
import type { ActivityDefinition, AppDefinition } from '../phone/app-types.ts';
import type { ViewSpec } from '../phone/view-spec.ts';
import { busy, button, checkBox, column, grid, list, row, text } from '../phone/widgets.ts';

const PACKAGE = 'com.example.stress';
const launchers = ['StressActivity', 'LeaksActivity'];

function activity(name: string, title: string, create: ActivityDefinition['create']): ActivityDefinition {
  return { name: `${PACKAGE}.${name}`, exported: true, launcher: launchers.includes(name), title, create };
}

const menu = activity('StressActivity', 'Stress', (screen) => () => {
  const entry = (id: string, label: string, target: string): ViewSpec =>
    button(label, () => screen.start(target), { id, width: 'fill' });
  return column(
    [
      entry('long_list', '10,000 rows', '.LongListActivity'),
      entry('deep_tree', 'Deep tree', '.DeepTreeActivity'),
      entry('wide_tree', '2,000 cells', '.WideTreeActivity'),
      entry('animations', 'Animations', '.AnimationsActivity'),
    ],
    { paddingDp: 20, gapDp: 12 },
  );
});

const longList = activity('LongListActivity', '10,000 rows', () => {
  const checked = new Set<number>();
  const line = (index: number): ViewSpec =>
    row(
      [
        column([text(`Row ${index + 1}`, { id: 'row_title' })], { weight: 1 }),
        checkBox('', checked.has(index), (on) => void (on ? checked.add(index) : checked.delete(index)), {
          id: 'row_check',
          desc: `Select row ${index + 1}`,
          width: 48,
        }),
      ],
      { paddingDp: [20, 4, 12, 4] },
    );
  return () => list('long_list_view', { count: 10_000, rowHeightDp: 56, row: line }, { height: 'fill' });
});

const deepTree = activity('DeepTreeActivity', 'Deep tree', () => () => {
  let view = text('Two hundred levels down', { id: 'deepest' });
  for (let level = 0; level < 200; level++) view = column([view]);
  return view;
});

const wideTree = activity('WideTreeActivity', 'Wide tree', (screen) => {
  const count = Number(screen.extras['count'] ?? '2000');
  const cells = Array.from({ length: count }, (_, n) =>
    text(`Cell ${n + 1}`, { style: { sizeSp: 4 }, height: 7, id: `cell_${n + 1}` }),
  );
  return () => grid(20, cells);
});

const animations = activity('AnimationsActivity', 'Animations', (screen) => {
  let frame = 0;
  screen.every(100, () => {
    frame++;
  });
  return () =>
    column(
      [
        text(`Frame ${frame}`, { id: 'frame_counter' }),
        grid(
          4,
          Array.from({ length: 12 }, (_, n) => busy(`spinner_${n + 1}`)),
          { gapDp: 20 },
        ),
      ],
      { paddingDp: 20, gapDp: 20 },
    );
});

const leaks = activity(
  'LeaksActivity',
  'Leaks',
  () => () => column([text('No leaks found', { id: 'leaks' })], { paddingDp: 20 }),
);

export const stress: AppDefinition = {
  packageName: PACKAGE,
  label: 'Stress',
  uid: 10_145,
  versionName: '1.0',
  versionCode: 1,
  debuggable: true,
  system: false,
  permissions: {},
  activities: [menu, longList, deepTree, wideTree, animations, leaks],
};
