/**
 * The latency fixture, `com.example.latency`. The 13-step flow: start it; wait `open_detail`; tap it; wait `activate`;
 * tap it; assert `result` visible; assert text "Status: active" visible; press back; wait `reopen`; assert text "Visits: 1"
 * visible; tap `reopen`; assert `state_switch` visible; assert that `state_switch` is checked.
 * Home (`.HomeActivity`, title "Latency fixture"): `headline` "Ready", `visits` "Visits: n", `open_detail` "Open detail",
 * `reopen` "Reopen detail". Detail (`.DetailActivity`, title "Detail"): `status` "Status: idle" or "Status: active",
 * `activate` "Activate", `result` "Activated" once done, `state_switch` (follows the activation, can be changed).
 */
import { type AppDefinition, dataKey } from '../phone/app-types.ts';
import { button, column, item, note, switchView, text, textButton, title } from '../phone/widgets.ts';

const progressMade = dataKey('progress', () => ({ visits: 0, active: false }));

export const latency: AppDefinition = {
  packageName: 'com.example.latency',
  label: 'Latency',
  uid: 10_141,
  versionName: '1.0',
  versionCode: 1,
  debuggable: true,
  system: false,
  permissions: {},
  activities: [
    {
      name: 'com.example.latency.HomeActivity',
      exported: true,
      launcher: true,
      title: 'Latency fixture',
      create: (screen) => {
        const made = screen.memory(progressMade);
        const open = (): void => {
          made.visits++;
          screen.start('.DetailActivity');
        };
        return () =>
          column(
            [
              title('Ready', { id: 'headline' }),
              text(`Visits: ${made.visits}`, { id: 'visits' }),
              note('Every screen of this app settles at once.', { id: 'explanation' }),
              button('Open detail', open, { id: 'open_detail' }),
              ...(made.visits > 0 ? [textButton('Reopen detail', open, { id: 'reopen' })] : []),
            ],
            { paddingDp: 20, gapDp: 16 },
          );
      },
    },
    {
      name: 'com.example.latency.DetailActivity',
      exported: false,
      launcher: false,
      title: 'Detail',
      create: (screen) => {
        const made = screen.memory(progressMade);
        const set = (active: boolean): void => {
          made.active = active;
        };
        return () =>
          column(
            [
              text(`Status: ${made.active ? 'active' : 'idle'}`, {
                id: 'status',
                style: { sizeSp: 20, bold: true },
              }),
              button('Activate', () => set(true), { id: 'activate' }),
              ...(made.active ? [text('Activated', { id: 'result' })] : []),
              item('State', 'Follows the activation', null, {
                end: switchView('state_switch', made.active, set),
                paddingDp: [0, 8, 0, 8],
              }),
            ],
            { paddingDp: 20, gapDp: 16 },
          );
      },
    },
  ],
};
