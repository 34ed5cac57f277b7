/** Pairing, connecting and disconnecting devices of the network, by the one platform that needs it done. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Wireless, WirelessAddress } from '../devices/port/wireless.ts';
import type { SessionPool } from '../session/session-pool.ts';

export async function pairDevice(
  op: Operation,
  pool: SessionPool,
  request: { readonly host: string; readonly port: number; readonly code: string },
) {
  const wireless = theOne(pool);
  const { name, output } = await wireless.pair(op, request);
  // The list follows what is announced, and adb connects some phones by itself once they are paired.
  await pool.list(op);
  const service = wireless.seen.find((each) => each.kind === 'connect' && each.name === name);
  const deviceId = service?.state === 'connected' ? service.deviceId : undefined;
  return {
    paired: true,
    ...(name === null ? {} : { name }),
    ...(deviceId === undefined ? {} : { deviceId }),
    output,
    next:
      deviceId === undefined
        ? `Call connect_device with ${service ? `name ${service.name}` : 'the host and the port that the screen "Wireless debugging" shows, which is not that of the dialog'}.`
        : 'Pass this deviceId to other calls.',
  };
}

export async function connectDevice(op: Operation, pool: SessionPool, address: WirelessAddress) {
  const { host, port, name } = address;
  if (host === undefined && name === undefined) {
    throw new Fault('INVALID_ARGUMENT', 'host: it is needed where no name is passed.', {
      nextStep: 'Pass host and port, or a name that list_devices shows under `wireless`.',
    });
  }
  if (name !== undefined && (host !== undefined || port !== undefined)) {
    throw new Fault('INVALID_ARGUMENT', 'name: it stands for host and port; pass either.');
  }
  return { connected: true, ...(await theOne(pool).connect(op, address)) };
}

export async function disconnectDevice(
  op: Operation,
  pool: SessionPool,
  {
    host,
    port,
    deviceId,
  }: { readonly host?: string | undefined; readonly port: number; readonly deviceId?: string | undefined },
) {
  const address = host?.includes(':') ? `[${host}]:${port}` : host && `${host}:${port}`;
  // Without one the server would end every connection that it has.
  const id = deviceId ?? address;
  if (id === undefined || (deviceId !== undefined && host !== undefined)) {
    throw new Fault('INVALID_ARGUMENT', 'deviceId: pass either it, or host and port.');
  }
  const { output } = await theOne(pool).disconnect(op, id);
  return { disconnected: true, deviceId: id, output };
}

function theOne(pool: SessionPool): Wireless {
  const [wireless] = pool.wireless();
  if (wireless) return wireless;
  throw new Fault(
    'PLATFORM_NOT_SUPPORTED',
    'This server serves no android devices, and only those are connected so.',
    {
      nextStep: 'iOS devices connect by themselves once they are paired in Xcode; call list_devices.',
    },
  );
}
