import { ServiceError } from '@guidebook/service-kit'
import { customIdTaken } from '../request/errors.ts'

/** Another item of the same library or guidebook has the custom ID. */
export class ItemCustomIdTakenError extends Error {
  override readonly name = 'ItemCustomIdTakenError'
}

/** A guidebook uses the item. */
export class ItemInUseError extends Error {
  override readonly name = 'ItemInUseError'
}

/** Maps an `ItemCustomIdTakenError` to 409; returns any other error as it is. */
export const toItemError = (error: unknown, pointer = '/customId'): unknown =>
  error instanceof ItemCustomIdTakenError
    ? customIdTaken(pointer, 'another item of the same library or guidebook', error)
    : error

/**
 * Throws 404 for an item that a body names. Its fault distinguishes it from any other 404 (a wrong path, a proxy), so that a
 * synchronisation that updates first knows when to create.
 */
export function failItemMissing(what: 'POI' | 'text page', createPath: string): never {
  throw new ServiceError('not-found', {
    detail: `The library has no ${what} with this custom ID, or there is no such library.`,
    faults: [
      { pointer: '/customId', code: 'not-found', message: `names no ${what}; create it with POST ${createPath}` },
    ],
  })
}
