import { expect, it } from 'vitest';
import { settings } from '../config.ts';
import { toolsets } from '../tools/define-tool.ts';
import { tools as all } from '../tools/index.ts';
import { assertAny, everything, OfferedTools, setsOf } from './toolsets.ts';

/** Without those that are there only when their set is named. */
const tools = all.filter(({ offered }) => offered !== 'when_named');
const [looks] = tools.filter(({ name }) => name === 'list_apps');
if (!looks) throw new Error('There is no list_apps.');
const named = { ...looks, name: 'only_when_named', offered: 'when_named' } as const;

function names(offered: OfferedTools): readonly string[] {
  return offered.on.map(({ name }) => name);
}

it('offers the sets that hold a tool, and the help names the same', () => {
  const sets = setsOf(tools);
  expect(sets).toEqual(toolsets);
  expect(settings.tools.help).toContain(`comma-separated: ${sets.join(', ')}.`);
  for (const set of sets) expect(new OfferedTools(tools, { ...everything, sets: [set] }).on).not.toEqual([]);
});

it('refuses a choice that leaves no tool', () => {
  expect(() => assertAny(tools, everything)).not.toThrow();
  const none = { ...everything, exclude: tools.map(({ name }) => name) };
  expect(() => assertAny(tools, none)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});

it('offers what turns sets on only while one is off', () => {
  expect(names(new OfferedTools(tools, everything))).not.toContain('enable_tools');
  expect(names(new OfferedTools([...tools, named], everything))).toContain('enable_tools');
  let changes = 0;
  const offered = new OfferedTools(tools, { ...everything, sets: ['core'] }, () => changes++);
  expect(names(offered)).toContain('enable_tools');
  expect(offered.enable(toolsets).on).toEqual(toolsets);
  expect(names(offered)).toEqual(tools.map(({ name }) => name).filter((name) => name !== 'enable_tools'));
  expect(changes).toBe(1);
  offered.enable(['debug']);
  expect(changes).toBe(1);
});

it('holds a tool back until its set is named, by a flag or later', () => {
  const more = [...tools, named];
  const offered = new OfferedTools(more, everything);
  expect(() => offered.find(named.name)).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      nextStep: expect.stringMatching(/enable_tools.*\["device"\].*--tools core,build,device,debug\.$/),
    }),
  );
  expect(offered.enable(['device']).added).toEqual([named.name]);
  expect(offered.find(named.name)).toBe(named);
  expect(names(new OfferedTools(more, { ...everything, sets: ['device'] }))).toContain(named.name);
});

it('keeps off what a flag excludes, and says which', () => {
  const offered = new OfferedTools(tools, { sets: ['core'], exclude: ['push_file'], readOnly: true });
  const { added, keptOff } = offered.enable(['device']);
  expect(added).toContain('list_apps');
  expect(added).not.toContain('push_file');
  expect(keptOff.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['push_file', 'uninstall_app']));
  expect(() => offered.find('push_file')).toThrow(/--read-only/);
});

it('says the nearest names of a tool that is not known', () => {
  expect(() => new OfferedTools(tools, everything).find('tap_elements')).toThrow(/Near: .*tap_element/);
});
