/** The fields that go out, what is left out, and what it costs. */
import { describe, expect, it } from 'vitest';
import { button, list, node, row, text, the, treeOf } from '../../test/fixtures/raw-screens.ts';
import { HandleTable } from './handles.ts';
import type { RawNode } from './raw-screen.ts';
import { hintsFor } from './selector-hints.ts';
import type { Bounds } from './ui-tree.ts';
import { candidateToWire, elementToWire, resolvedToWire, treeToWire } from './wire.ts';

const at: Bounds = [0, 0, 500, 100];
const id = 'com.example.app:id/wifi';
const wire = (child: RawNode) => {
  const tree = treeOf(child);
  return elementToWire(tree, tree.elements[1] ?? expect.unreachable(), 'e2');
};

describe('elementToWire', () => {
  it('gives the fields of the contract', () => {
    const toggle = node({
      type: 'android.widget.Switch',
      text: 'Wi-Fi',
      description: 'Wireless',
      identifier: id,
      clickable: true,
      checkable: true,
      checked: true,
      bounds: at,
    });
    expect(wire(toggle)).toEqual({
      elementId: 'e2',
      text: 'Wi-Fi',
      contentDescription: 'Wireless',
      type: 'android.widget.Switch',
      resourceId: id,
      role: 'switch',
      clickable: true,
      bounds: at,
      center: [250, 50],
      parentId: 0,
      state: { checked: true },
      stable_id: id,
      selector: { value: id, confidence: { score: 1, reason: 'resource_id' } },
      semantic: { is_clickable: true, state_shape: 'discrete', supported_actions: ['tap', 'toggle'] },
    });
  });

  it('leaves out what is null, false or empty, but says disabled and invisible', () => {
    expect(wire(text('Hi', at, { focused: false, selected: false }))).toEqual({
      elementId: 'e2',
      text: 'Hi',
      type: 'android.widget.TextView',
      role: 'text',
      bounds: at,
      center: [250, 50],
      parentId: 0,
      selector: { value: 'Hi', confidence: { score: 0.6, reason: 'text_match' } },
    });
    expect(wire(button('Hi', at, { enabled: false, displayed: false }))).toMatchObject({
      enabled: false,
      visible: false,
    });
    const empty = treeOf();
    expect(elementToWire(empty, empty.elements[0] ?? expect.unreachable(), null)).not.toHaveProperty(
      'elementId',
    );
  });

  it('tells an off switch from a label, a closed list from a plain one, and which tab is not selected', () => {
    const off = node({ type: 'android.widget.Switch', checkable: true, checked: false, bounds: at });
    expect(wire(off)).toMatchObject({ state: { checked: false } });
    expect(wire(text('Hi', at, { expanded: false }))).toMatchObject({ state: { expanded: false } });
    const tab = (words: string, selected: boolean) => text(words, at, { selected });
    const tree = treeOf(
      node({ identifier: 'tabs' }, tab('One', true), tab('Two', false)),
      tab('Plain', false),
    );
    const states = treeToWire(tree, []).flatMap(({ text: words, state }) => (words ? [[words, state]] : []));
    expect(states).toEqual([
      ['One', { selected: true }],
      ['Two', { selected: false }],
      ['Plain', undefined],
    ]);
  });

  it('gives other selectors only where the best one is shared', () => {
    const same = { identifier: id, bounds: at };
    const tree = treeOf(button('Save', at, same), button('Load', at, same));
    expect(treeToWire(tree, [])[1]).toMatchObject({
      selector: { value: 'Save', confidence: { score: 0.6, reason: 'text_match' } },
    });
    expect(wire(button('Save', at, same))).not.toHaveProperty('alternatives');
  });

  it('keeps a value of nought', () => {
    expect(
      wire(node({ type: 'android.widget.SeekBar', value: 0, valueRange: { min: 0, max: 10 }, bounds: at })),
    ).toMatchObject({
      state: { value: 0, value_range: { min: 0, max: 10 } },
      semantic: {
        semantic_role: 'slider',
        adjustable: true,
        state_shape: 'continuous',
        supported_actions: ['adjust'],
      },
    });
  });

  it('makes unseen characters visible wherever text of the screen stands', () => {
    const said = JSON.stringify(
      wire(
        text('\u202eevil\u001b[0m', at, {
          description: 'a\u200b',
          identifier: 'i\u2066',
          hint: 'h\u200f',
          error: 'e\u0007',
        }),
      ),
    );
    for (const unseen of ['\u202e', '\u001b', '\u200b', '\u2066', '\u200f', '\u0007'])
      expect(said).not.toContain(unseen);
    expect(said).toContain('\\\\u202eevil\\\\u001b[0m');
  });

  it('never repeats what a masked field holds', () => {
    const field = node({
      type: 'android.widget.EditText',
      password: true,
      text: '••••••2',
      value: '••••••2',
      bounds: at,
    });
    const tree = treeOf(row(at, field));
    const said = JSON.stringify([
      treeToWire(tree, []),
      resolvedToWire(tree, tree.elements[2] ?? expect.unreachable(), 'e3'),
    ]);
    expect(said).not.toContain('••••••2');
    expect(said).toContain('"secure":true');
  });

  it('gives the label of a row that has no words of its own', () => {
    const tree = treeOf(row(at, text('Ann', at), text('online', at)));
    expect(treeToWire(tree, [])[1]).toMatchObject({ label: 'Ann, online' });
  });
});

describe('resolved targets and candidates', () => {
  const tree = treeOf(button('Save', at, { identifier: id, description: 'Save it' }));

  it('have the field names of action results', () => {
    expect(resolvedToWire(tree, the(tree, 'Save'), 'e2')).toMatchObject({
      elementId: 'e2',
      text: 'Save',
      resource_id: id,
      accessibility_id: 'Save it',
      class: 'android.widget.Button',
      bounds: at,
      index: 1,
      stable_id: id,
      role: 'button',
    });
  });

  it('say what is needed to choose', () => {
    expect(candidateToWire({ element: the(tree, 'Save'), why: 'match.index 0' }, 'e2')).toEqual({
      elementId: 'e2',
      label: 'Save',
      role: 'button',
      resourceId: id,
      bounds: at,
      why: 'match.index 0',
    });
  });
});

it('costs at most a third of pretty JSON with all nulls for a screen of 60 elements', () => {
  const cards = Array.from({ length: 19 }, (_, i) =>
    row(
      [0, i * 120, 1080, i * 120 + 120],
      text(`Conversation ${i}`, [0, i * 120, 900, i * 120 + 60], { identifier: 'com.example.app:id/title' }),
      text('Last message', [0, i * 120 + 60, 900, i * 120 + 120], {
        identifier: 'com.example.app:id/subtitle',
      }),
    ),
  );
  const tree = treeOf(
    list([0, 0, 1080, 2400], ...cards),
    button('New', [800, 2300, 1080, 2400], { identifier: 'com.example.app:id/new' }),
  );
  expect(tree.elements).toHaveLength(60);
  const pretty = JSON.stringify(
    tree.elements.map((element) => ({ ...element, selector: hintsFor(tree, element) })),
    null,
    2,
  ).length;
  const sent = JSON.stringify(treeToWire(tree, new HandleTable().assign(tree))).length;
  expect(sent / pretty).toBeLessThan(1 / 3);
  // With its header it is given whole: answers may have 20,000 characters.
  expect(sent).toBeLessThan(18_500);
});
