import { expect } from 'chai';
import type { Client } from './running-service.js';

/** Reads an item and puts it back with other members. */
export async function changeItem(client: Client, path: string, members: object): Promise<void> {
  const { body } = await client.get(path);
  const { status, text } = await client.put(path, { ...body, ...members });
  expect(status, text).to.equal(200);
}
