/** Screens of the gallery by name, what they cost, and where to look in answers. No expectations here. */
import { readFileSync } from 'node:fs';
import type { FaultAction } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { tapView } from '@mobile-debug/virtual-phone/testing/probe.ts';
import type { Answer, TestBed } from '../harness.ts';

export type Wire = Readonly<Record<string, unknown>>;

export const gallery = 'com.example.gallery';

/** A fresh instance of a gallery screen, in front; what the phone was asked before is forgotten. */
export function openGallery(bed: TestBed, name: string): void {
  bed.open(gallery, `${gallery}.${name}Activity`);
  bed.wire.clear();
}

/** A finger on the phone itself, not through the product. */
export function touch(bed: TestBed, name: string): void {
  tapView(bed.phone, name);
}

/** Readings of the screen that the phone was asked for since the last clearing. */
export function reads(bed: TestBed): number {
  return bed.adbServer.commands().filter(({ service }) => service.includes('uiautomator dump')).length;
}

/** The debug tree; from its file where it is too long for an answer. */
export async function wholeTree(bed: TestBed): Promise<Answer> {
  const answer = await bed.call('get_ui_tree');
  const file = answer.data['full_answer'];
  return typeof file === 'string'
    ? { ...answer, data: JSON.parse(readFileSync(file, 'utf8')) as Wire }
    : answer;
}

export function elementsOf({ data }: Answer): readonly Wire[] {
  return data['elements'] as readonly Wire[];
}

/** The only element with this text, description or id (its part behind the slash). */
export function element(answer: Answer, name: string): Wire {
  const found = elementsOf(answer).filter(
    ({ text, contentDescription, resourceId }) =>
      text === name ||
      contentDescription === name ||
      String(resourceId).endsWith(`/${name}`) ||
      resourceId === name,
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} elements are called ${name}`);
  return only;
}

/** A nested part of an answer. */
export function part(wire: Wire, ...path: readonly string[]): Wire {
  let at: unknown = wire;
  for (const name of path) at = (at as Wire | undefined)?.[name];
  if (typeof at !== 'object' || at === null)
    throw new Error(`no ${path.join('.')} in ${JSON.stringify(wire)}`);
  return at as Wire;
}

const odd = (owner: string, words: string): FaultAction => ({
  kind: 'replace',
  output: `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="${words}" resource-id="" class="android.widget.FrameLayout" package="${owner}" content-desc="" enabled="true" clickable="false" bounds="[0,0][1080,2400]" /></hierarchy>UI hierchary dumped to: /dev/tty\n`,
});

/** Readings that succeed and show nothing of the app in front. */
export const oddDumps: Readonly<Record<string, FaultAction>> = {
  'is a bare root': odd(gallery, ''),
  'is of a foreign package': odd('com.other.app', 'Elsewhere'),
  'is of the bars alone': odd('com.android.systemui', '12:30'),
};

/** An answer of the dumper without any node: it is asked again, and then it is no reading. */
export const emptyDump: FaultAction = {
  kind: 'replace',
  output: "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"></hierarchy>",
};
