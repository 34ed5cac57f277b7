/**
 * Whatever users have whichever apps, whatever runs and is in front, and whoever is named: only the data of the user that is
 * meant is cleared, and nothing where nobody can say which that is.
 */

import fc from '@mobile-debug/core/testing/property.ts';
import type { InputRecord } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf } from '../contract/reading.ts';

const apps = ['com.example.shop', 'com.example.notes'] as const;
const everybody = [0, 10, 999] as const;
const made = oneBed({
  users: [
    { id: 10, name: 'Work', flags: '1030', apps: [...apps] },
    { id: 999, name: 'Clone', flags: '1030', apps: [...apps] },
  ],
});

type User = (typeof everybody)[number];
type App = (typeof apps)[number];

const user = fc.constantFrom(...everybody);
const app = fc.constantFrom(...apps);
const copy = fc.record({ user, app });

const world = fc.record({
  missing: fc.array(copy, { maxLength: 4 }),
  running: fc.array(copy, { maxLength: 3 }),
  front: fc.option(copy),
  asked: fc.record({ app, user: fc.option(fc.oneof(user, fc.constant(11)), { nil: undefined }) }),
  tool: fc.constantFrom('reset_app_data', 'uninstall_app', 'terminate_app'),
});

/** Of the call: the user that is meant, or null where it must be refused. */
function meant(
  installed: (copy: { user: User; app: App }) => boolean,
  {
    front,
    runs,
    asked,
  }: {
    readonly front: User;
    readonly runs: boolean;
    readonly asked: { readonly app: App; readonly user: number | undefined };
  },
): number | null {
  const owners = everybody.filter((one) => installed({ user: one, app: asked.app }));
  if (asked.user !== undefined) return owners.find((one) => one === asked.user) ?? null;
  if (owners.length === 1) return owners[0] ?? null;
  return runs && owners.includes(front) ? front : null;
}

const kinds = { reset_app_data: 'clear', terminate_app: 'stop' } as const;

test('over users, apps and calls', async () => {
  const { phone } = made();
  const key = (one: { user: number; app: string }): string => `${one.user}:${one.app}`;
  await fc.assert(
    fc.asyncProperty(world, async ({ missing, running, front, asked, tool }) => {
      for (const one of apps) {
        phone.forceStop(one);
        phone.setInstalled(one, true, 'all');
      }
      const gone = new Set(missing.map(key));
      for (const one of missing) phone.setInstalled(one.app, false, one.user);
      phone.key(3);
      const installed = (one: { user: User; app: App }): boolean => !gone.has(key(one));
      for (const one of running) if (installed(one)) phone.start(one.app, null, { user: one.user });
      if (front && installed(front)) phone.start(front.app, null, { user: front.user });
      else phone.key(3);
      const inFront = (phone.resumedActivity()?.user ?? 0) as User;
      const runs = phone.processes.some(
        ({ name, uid }) => name === asked.app && Math.floor(uid / 100_000) === inFront,
      );
      const expected = meant(installed, { front: inFront, runs, asked });
      const from = phone.record.length;
      const before = new Map(everybody.map((one) => [one, phone.packagesOf(one).has(asked.app)]));
      const answer = await made().call(tool, {
        appId: asked.app,
        ...(asked.user === undefined ? {} : { user: asked.user }),
      });
      // A command for a user without the app changes nothing; that it ran tells the product that there is no such app.
      const sent: readonly InputRecord[] = phone.record
        .slice(from)
        .filter(({ detail }) => !gone.has(`${detail['user'] ?? 0}:${detail['packageName']}`));
      if (tool === 'uninstall_app')
        expect(everybody.filter((one) => before.get(one) && !phone.packagesOf(one).has(asked.app))).toEqual(
          expected === null ? [] : [expected],
        );
      else
        expect(sent.map(({ kind, detail }) => [kind, detail['packageName'], detail['user'] ?? 0])).toEqual(
          expected === null ? [] : [[kinds[tool], asked.app, expected]],
        );
      if (expected === null)
        expect(codeOf(answer)).toMatch(/^(?:USER_AMBIGUOUS|APP_NOT_INSTALLED|INVALID_ARGUMENT)$/);
      else expect(answer.data).toMatchObject({ user: expected });
    }),
    { numRuns: 300 },
  );
});
