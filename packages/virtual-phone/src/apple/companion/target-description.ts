/** How a companion describes its simulator, over the wire and in lists. */
import type { Mac } from '../program.ts';
import { findDeviceType, runtimeOf } from '../runtimes.ts';
import type { Simulator } from '../simulator.ts';
import { ProtoWriter } from './protobuf.ts';

export function targetDescription(mac: Mac, simulator: Simulator, diagnostics: boolean): ProtoWriter {
  const { udid, name, state, phone, scale } = simulator;
  const { width = 0, height = 0 } = phone.displays[0]?.physical ?? {};
  const screen = new ProtoWriter()
    .int(1, width)
    .int(2, height)
    .double(3, scale)
    .int(4, Math.floor(width / scale))
    .int(5, Math.floor(height / scale));
  const description = new ProtoWriter()
    .text(1, udid)
    .text(2, name)
    .message(3, screen)
    .text(4, state)
    .text(5, 'simulator')
    .text(6, runtimeOf(simulator.runtime).name)
    // Newer ones leave it out.
    .text(7, mac.companionVersion === 'head' ? '' : 'arm64')
    .bytes(9, json(extended(simulator)));
  return diagnostics ? description.bytes(10, json({})) : description;
}

/** One line of `--list 1`. */
export function targetLine(simulator: Simulator): string {
  return JSON.stringify({
    model: findDeviceType(simulator.deviceType)?.name ?? null,
    name: simulator.name,
    os_version: runtimeOf(simulator.runtime).name,
    state: simulator.state,
    type: 'simulator',
    udid: simulator.udid,
    architecture: 'arm64',
    ...extended(simulator),
  });
}

function extended({ deviceType, runtime }: Simulator): Readonly<Record<string, unknown>> {
  return { device: { deviceTypeIdentifier: deviceType, runtimeIdentifier: runtime } };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
