/** A client's roots become folders of files, at the start and when they change. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { Computer } from '../host-port/computer.ts';
import { followRoots } from './client-roots.ts';

async function connected(roots: { uri: string }[] | null) {
  const allowed: (readonly string[])[] = [];
  const server = new Server({ name: 'test', version: '0' }, { capabilities: { tools: {} } });
  followRoots(server, { allowFolders: (folders) => void allowed.push(folders) } as Computer);
  const client = new Client(
    { name: 'test', version: '0' },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots) client.setRequestHandler('roots/list', async () => ({ roots: [...roots] }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return { client, allowed };
}

it('allows what the client works in, and what it works in later', async () => {
  const roots = [{ uri: 'file:///srv/app' }, { uri: 'file://another.example/x' }];
  const { client, allowed } = await connected(roots);
  await expect.poll(() => allowed).toEqual([['/srv/app']]);
  roots.push({ uri: 'file:///srv/other%20app' });
  await client.sendRootsListChanged();
  await expect.poll(() => allowed.at(-1)).toEqual(['/srv/app', '/srv/other app']);
  await client.close();
});

it('asks nothing of a client without roots', async () => {
  const { client, allowed } = await connected(null);
  await client.ping();
  expect(allowed).toEqual([]);
  await client.close();
});
