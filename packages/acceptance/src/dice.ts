import { createHash } from 'node:crypto'

/** A number from 0 to below `sides`: always the same for the same seed and `what`. */
export const rollDice = (seed: number, what: string, sides: number): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() % sides
