/** The request of `accessibility_info` from its fields, and what such a read costs on the device. */
import type { Simulator } from '../simulator.ts';
import { defaultKeys } from './ax-format.ts';
import { type AxRequest, searchableKeys } from './ax-json.ts';
import { pointOf } from './hid-events.ts';
import type { ProtoMessage } from './protobuf.ts';

const formats = ['legacy', 'nested', 'complete'] as const;
/** By number; what is not said, or not known, is read the old way. */
const backends = ['ax', 'ax', 'axbridge', 'axbridge-persistent'] as const;

export function axRequestOf(message: ProtoMessage): AxRequest {
  const point = message.message(2);
  const marker = message.text(4);
  const key = searchableKeys[message.int(5)] ?? 'AXLabel';
  return {
    ...(point ? { point: pointOf(point) } : {}),
    ...(marker === '' ? {} : { marker: { text: marker, key, depth: message.int(6) } }),
    format: formats[message.int(3)] ?? 'legacy',
    keys: message.texts(7),
    backend: backends[message.int(8)] ?? 'ax',
    coverage: message.bool(10),
  };
}

/** One trip per attribute and element the old way; one for all by the guest's own reader. */
const TRIP_MS = 0.14;
const BRIDGE_MS = 600;
const PERSISTENT_MS = 25;
/** What an attribute takes of the answer, about. */
const ATTRIBUTE_CHARS = 22;

/** Nothing on a phone whose timing is instant. */
export function readCostMs({ phone }: Simulator, request: AxRequest, answerChars: number): number {
  if (phone.timing.helperReadMs === 0) return 0;
  if (request.backend === 'axbridge') return BRIDGE_MS;
  if (request.backend === 'axbridge-persistent') return PERSISTENT_MS;
  const keys = request.keys?.length || defaultKeys.length;
  return request.point ? keys * TRIP_MS : (answerChars / ATTRIBUTE_CHARS) * TRIP_MS;
}
