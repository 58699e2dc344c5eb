import { createHash } from 'node:crypto'

/** A whole number from 0 to below `limit`: always the same for the same seed and purpose. */
export const seededRandom = (seed: number, purpose: string, limit: number): number =>
  createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE() % limit
