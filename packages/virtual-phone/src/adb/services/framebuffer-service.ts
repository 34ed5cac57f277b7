/** `framebuffer:`: the old screenshot service, a 56-byte header and raw RGBA. */
import type { HostedPhone } from '../hosted-phone.ts';
import type { ServiceStream } from '../wire/service-stream.ts';

export async function serveFramebuffer(device: HostedPhone, stream: ServiceStream): Promise<void> {
  const { width, height, rgba } = device.phone.screenshot();
  const header = Buffer.alloc(56);
  // version 2, bits per pixel, colour space, size, width, height, then offset and length of r, b, g, a.
  const fields = [2, 32, 0, rgba.length, width, height, 0, 8, 16, 8, 8, 8, 24, 8];
  for (const [index, value] of fields.entries()) header.writeUInt32LE(value, index * 4);
  await stream.write(header);
  await stream.write(rgba);
}
