/** `accessibility_action` of newer companions: presses, scrolls and sets what accessibility names, without a finger. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { PhoneWindow } from '../../phone/phone-types.ts';
import { descendants } from './ax-controls.ts';
import { type AxElement, centreOf, elementAt } from './ax-element.ts';
import { flatElement } from './ax-format.ts';
import { findMarker, noTranslationObject, searchableKeys, visible } from './ax-json.ts';
import { axScreen } from './ax-screen.ts';
import { GrpcError, status } from './grpc-server.ts';
import { type HidTarget, pointOf } from './hid-events.ts';
import type { ProtoMessage } from './protobuf.ts';
import { stroke, touch } from './touches.ts';

/** A press through accessibility is long enough for every control. */
const PRESS_MS = 100;
const SCROLL_SECONDS = 0.3;
/** By number on the wire: where the reader wants to see more. */
const directions = [
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
] as const;

export async function performAction(op: Operation, target: HidTarget, request: ProtoMessage): Promise<void> {
  const { mac, simulator, moment } = target;
  if (simulator.state !== 'Booted' || mac.faults.take('no_translation_object', moment))
    throw new GrpcError(status.INTERNAL, noTranslationObject);
  const element = targetOf(target, request);
  const tap = request.message(5);
  const scroll = request.message(6);
  const value = request.message(7);
  if (tap) press(target, element, tap);
  else if (scroll) await scrollIn(op, target, { element, direction: scroll.int(1) });
  else if (value) setValue(target, element, value.text(1));
  else throw new GrpcError(status.INVALID_ARGUMENT, 'Unrecognized action');
}

function targetOf({ mac, simulator }: HidTarget, request: ProtoMessage): AxElement {
  const { root } = axScreen(mac, simulator);
  const marker = request.text(1);
  if (marker !== '') {
    const key = searchableKeys[request.int(3)] ?? 'AXLabel';
    // The guest's own reader serves actions; it sees into pages and containers, but no more of bars than others.
    const seen = visible(root, 'axbridge-persistent');
    const found = findMarker(seen, { text: marker, key, depth: request.int(4) });
    if (!found) throw new GrpcError(status.INTERNAL, `No element found matching '${marker}' for ${key}`);
    return found;
  }
  const point = request.message(2);
  if (!point) return root;
  const hit = elementAt(root, pointOf(point));
  if (!hit) throw new GrpcError(status.INTERNAL, noTranslationObject);
  return hit;
}

function press(target: HidTarget, element: AxElement, tap: ProtoMessage): void {
  if (tap.bool(1)) {
    const key = searchableKeys[tap.int(3)] ?? 'AXLabel';
    const found = flatElement(element, { keys: [key], pid: 0 })[key] ?? null;
    if (found !== tap.text(2))
      throw new GrpcError(
        status.INTERNAL,
        `Expected value '${tap.text(2)}' for ${key}, found '${String(found)}'`,
      );
  }
  if (!element.enabled) throw new GrpcError(status.INTERNAL, `Element ${name(element)} is not enabled`);
  const { x, y } = centreOf(element.frame);
  const thumb = element.subrole === 'AXSwitch' ? element.frame.x + element.frame.width - 31 : x;
  touch(target.mac, target.simulator, { x: thumb, y }, PRESS_MS);
}

async function scrollIn(
  op: Operation,
  { mac, simulator }: HidTarget,
  { element, direction }: { readonly element: AxElement; readonly direction: number },
): Promise<void> {
  const unit = directions[direction];
  if (!unit) return; // VISIBLE: whatever was found is on the screen already
  await op.sleep(SCROLL_SECONDS * 1000);
  const { x, y } = centreOf(element.frame);
  const reach = { x: element.frame.width * 0.3 * unit.x, y: element.frame.height * 0.3 * unit.y };
  const from = { x: x - reach.x, y: y - reach.y };
  const to = { x: x + reach.x, y: y + reach.y };
  stroke(mac, simulator, { from, to, durationMs: SCROLL_SECONDS * 1000 });
}

function setValue({ mac, simulator }: HidTarget, element: AxElement, text: string): void {
  const { phone, scale } = simulator;
  const { x, y } = centreOf(element.frame);
  if (element.type === 'Slider') {
    const share = Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1);
    const node = rangeAt(phone.windows(0), Math.round(x * scale), Math.round(y * scale));
    if (
      node &&
      !Number.isNaN(share) &&
      phone.setProgress(x * scale, y * scale, node.min + share * (node.max - node.min))
    )
      return;
  } else if (element.type === 'TextField' || element.type === 'TextArea') {
    if (!element.focused) touch(mac, simulator, { x, y }, PRESS_MS);
    if (phone.setFocusedText(text)) return;
  }
  throw new GrpcError(status.INTERNAL, `Element ${name(element)} does not support setting a value`);
}

function rangeAt(
  windows: readonly PhoneWindow[],
  x: number,
  y: number,
): { readonly min: number; readonly max: number } | null {
  for (const { root } of windows.toReversed())
    for (const node of descendants(root))
      if (
        node.range &&
        x >= node.bounds[0] &&
        x < node.bounds[2] &&
        y >= node.bounds[1] &&
        y < node.bounds[3]
      )
        return node.range;
  return null;
}

function name({ label, identifier, type }: AxElement): string {
  return label ?? identifier ?? type;
}
