/** For which device an Xcode project is built: any simulator, a certain one, or a real device, which is none. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import type { ProjectHost, RunRequest } from '../host-port/project-host.ts';
import type { BuildTarget } from './build-plan.ts';
import { xcodeBuild } from './xcode-build.ts';

/** Has one project with one scheme. */
function scriptedHost(): { readonly host: ProjectHost; readonly asked: RunRequest[] } {
  const asked: RunRequest[] = [];
  const host: ProjectHost = {
    platform: 'darwin',
    env: {},
    workFolder: '/w',
    list: async () => [{ name: 'Shop.xcodeproj', folder: true }],
    readText: async () => null,
    stat: async () => null,
    assertReadable: async () => {},
    open: () => Promise.reject(new Error('Nothing is opened.')),
    async run(_op, request) {
      asked.push(request);
      request.onLine('{ "project" : { "name" : "Shop", "schemes" : [ "Shop" ] } }');
      return { exitCode: 0 };
    },
    newPath: async (_op, stem, ending) => `/a/${stem}${ending}`,
    findTool: (name) => ({ path: `/x/${name}`, source: 'PATH' }),
    javaHomes: async () => [],
  };
  return { host, asked };
}

it.each<[BuildTarget | null, string]>([
  [null, 'generic/platform=iOS Simulator'],
  [{ id: 'U-1', simulator: true }, 'platform=iOS Simulator,id=U-1'],
  [{ id: '00008110-X', simulator: false }, 'platform=iOS,id=00008110-X'],
])('builds for %j', async (target, destination) => {
  using op = Operation.start(5_000);
  const { host, asked } = scriptedHost();
  const project = { platform: 'ios', type: 'native', folder: '/w', buildFolder: '/w' } as const;
  const plan = await xcodeBuild(op, host, { project, variant: null, target });
  expect(plan.args[plan.args.indexOf('-destination') + 1]).toBe(destination);
  // The product is asked for with the very same destination: settings of another one name another folder.
  await plan.products(op);
  expect(asked.at(-1)?.args).toContain(destination);
});

it('asks the result bundle what failed, where there is one', async () => {
  using op = Operation.start(5_000);
  const { host, asked } = scriptedHost();
  const project = { platform: 'ios', type: 'native', folder: '/w', buildFolder: '/w' } as const;
  const request = { project, variant: null, target: null };
  expect(await (await xcodeBuild(op, host, request)).errors?.(op)).toEqual([]);
  const bundled: ProjectHost = {
    ...host,
    stat: async () => ({ folder: true, sizeBytes: 0, modifiedMs: 0, executable: true }),
    async run(later, call) {
      if (!call.args.includes('xcresulttool')) return await host.run(later, call);
      asked.push(call);
      call.onLine('{"errors":[{"message":"m","sourceURL":"file:///p/F.swift#StartingLineNumber=3"}]}');
      return { exitCode: 0 };
    },
  };
  const plan = await xcodeBuild(op, bundled, request);
  expect(await plan.errors?.(op)).toEqual([{ file: '/p/F.swift', line: 3, message: 'm' }]);
  const bundle = plan.args[plan.args.indexOf('-resultBundlePath') + 1] ?? '';
  expect(asked.at(-1)).toMatchObject({
    command: '/x/xcrun',
    args: ['xcresulttool', 'get', 'build-results', '--path', bundle, '--compact'],
  });
});
