import { randomInt } from 'node:crypto'
import { isFree } from '../src/ports.ts'

/** A free port above the blocks of systems and below the ephemeral range. */
export async function freePort(): Promise<number> {
  const port = randomInt(30_000, 32_000)
  return (await isFree(port)) ? port : await freePort()
}
