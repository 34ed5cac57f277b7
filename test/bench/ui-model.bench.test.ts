/** What the UI model costs: 10,000 and 50,000 nodes, and 5,000 deep. Prints; fails only where growth is not linear. */
import { describe, expect, it } from 'vitest';
import { largeDump } from '../../src/devices/android/fixtures/dumps.ts';
import { parseUiXml } from '../../src/devices/android/screen/ui-xml.ts';
import { buildTree } from '../../src/ui/build-tree.ts';
import { fingerprint, signature } from '../../src/ui/fingerprint.ts';
import { HandleTable } from '../../src/ui/handles.ts';
import { outline } from '../../src/ui/outline.ts';
import type { RawNode, RawScreen } from '../../src/ui/raw-screen.ts';
import { matchElements } from '../../src/ui/selector.ts';
import { treeToWire } from '../../src/ui/wire.ts';
import { list, node, row, screen, text, window } from '../fixtures/raw-screens.ts';

/** Cards of ten nodes as apps have them: half of the nodes are layout. */
function cards(nodes: number): RawScreen {
  const all: RawNode[] = [];
  for (let i = 0; i < nodes / 10; i++) {
    const top = (i * 97) % 2_000;
    const layout = (...children: RawNode[]): RawNode =>
      node({ bounds: [0, top, 1080, top + 200] }, ...children);
    all.push(
      row(
        [0, top, 1080, top + 200],
        layout(
          layout(text(`Title ${i}`, [0, top, 900, top + 60], { identifier: 'com.example.app:id/title' })),
        ),
        layout(layout(text(`Line ${i % 40}`, [0, top + 60, 900, top + 120]))),
        layout(layout(node({ type: 'android.widget.ImageView', bounds: [900, top, 1080, top + 200] }))),
      ),
    );
  }
  return screen([window({ layer: 0 }, node({}, list([0, 0, 1080, 2400], ...all)))]);
}

function best<T>(work: () => T): { ms: number; result: T } {
  let ms = Number.POSITIVE_INFINITY;
  let result = work();
  for (let run = 0; run < 12; run++) {
    const from = performance.now();
    result = work();
    ms = Math.min(ms, performance.now() - from);
  }
  return { ms, result };
}

function measure(raw: RawScreen) {
  const { ms: build, result: tree } = best(() => buildTree(raw));
  const handles = best(() => new HandleTable().assign(tree));
  return {
    nodes: tree.nodeCount,
    kept: tree.elements.length,
    build,
    signature: best(() => signature(tree)).ms,
    fingerprint: best(() => fingerprint(tree)).ms,
    handles: handles.ms,
    outline: best(() => outline(tree, handles.result, { revision: 1 })).ms,
    wire: best(() => treeToWire(tree, handles.result)).ms,
    match: best(() => matchElements(tree, { text: 'title 7' })).ms,
  };
}

describe('ui model', () => {
  it('is linear from 10,000 to 50,000 nodes', () => {
    const small = measure(cards(10_000));
    const large = measure(cards(50_000));
    console.table([small, large]);
    expect(large.build / small.build).toBeLessThan(10);
  });

  it('goes 5,000 deep', () => {
    let deep: RawNode = text('bottom', [0, 0, 90, 90]);
    for (let i = 0; i < 5_000; i++) deep = node({ clickable: true, identifier: `n${i}` }, deep);
    console.table([measure(screen([window({}, deep)]))]);
  });

  it('goes from the bytes of a dump to the model, as every reading does', () => {
    const rows = [10_000, 20_000, 50_000].map((nodes) => {
      const bytes = Buffer.from(largeDump(nodes));
      const { ms, result } = best(() => modelled(bytes));
      return {
        nodes,
        megabytes: bytes.length / 1e6,
        kept: result.elements.length,
        leastMs: ms,
        msPer1000: (ms / nodes) * 1_000,
      };
    });
    console.table(rows);
    const [small, , large] = rows;
    expect((large?.msPer1000 ?? 0) / (small?.msPer1000 ?? 1)).toBeLessThan(2);
  });

  it('goes 5,000 deep from the bytes', () => {
    const open =
      '<node class="android.widget.FrameLayout" resource-id="n" package="com.example.app" clickable="true" bounds="[0,0][90,90]">';
    const xml = `<hierarchy rotation="0">${open.repeat(5_000)}${'</node>'.repeat(5_000)}</hierarchy>`;
    const { ms, result } = best(() => modelled(Buffer.from(xml)));
    console.table([{ depth: result.elements.at(-1)?.depth, leastMs: ms }]);
    expect(result.elements).toHaveLength(5_000);
  });
});

function modelled(bytes: Buffer) {
  return buildTree({ ...screen(parseUiXml(bytes).windows), rotation: 0 });
}
