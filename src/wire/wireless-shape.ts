/** Devices of the network in answers, and their addresses in inputs. */
import * as z from 'zod';

export const wirelessFields = {
  name: z.string().meta({ doc: 'Name of the service, which stays when its port changes' }),
  kind: z.enum(['connect', 'pairing', 'plain']).meta({
    doc: '`connect`: wireless debugging. `pairing`: the pairing dialog is open, for `pair_device`. `plain`: debugging over TCP without a pairing',
  }),
  host: z.string().meta({ doc: 'Address' }),
  port: z.number().meta({ doc: 'Port, which changes each time the phone turns wireless debugging on' }),
  state: z.enum(['connected', 'unusable', 'available']).meta({
    doc: '`connected`; `unusable`: connected, but offline or unauthorized; `available` for `connect_device` or `pair_device`',
  }),
  deviceId: z.string().optional().meta({ doc: 'Id of the device, when it is connected' }),
};

/** A name or an address, or an IPv6 address without brackets: nothing in it can end the request that holds it. */
export const host = z
  .string()
  .regex(/^(?:[A-Za-z0-9](?:[\w.-]{0,252})|[\da-fA-F:]{2,45}(?:%\w{1,20})?)$/)
  .meta({ doc: 'Name or address of the phone, without its port' });

export const port = z.int().min(1).max(65_535);
