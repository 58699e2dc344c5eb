import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An Operator ID. It has only three characters, so an account may have it already. */
export const randomOid = (): string => Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join('')
