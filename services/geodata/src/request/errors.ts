import type { Fault } from '@guidebook/contracts'
import { constraintOf, failWith, ServiceError } from '@guidebook/service-kit'

/** The owners of custom IDs, by the constraints that keep them unique. */
const owners: Readonly<Record<string, string>> = {
  libraries_custom_id: 'library of the account',
  guidebooks_custom_id: 'guidebook of the account',
  items_library_custom_id: 'item of the same library or guidebook',
  items_guidebook_custom_id: 'item of the same library or guidebook',
}

/** Rejects with 409 when another resource has the custom ID that is written; `pointer` is its field in the body. */
export async function translateCustomIdConflict<T>(write: Promise<T>, pointer = '/customId'): Promise<T> {
  try {
    return await write
  } catch (error) {
    const owner = owners[constraintOf(error) ?? '']
    if (owner === undefined) throw error
    const message = `another ${owner} has this custom ID; choose another one`
    throw new ServiceError('custom-id-taken', { faults: [{ pointer, code: 'custom-id-taken', message }], cause: error })
  }
}

/** Throws 422 with all faults of a body, if it has any. The first one decides the code. */
export function requireNoFaults(faults: readonly Fault[]): void {
  const [first] = faults
  if (first) failWith(first.code, faults)
}

/** The body names a library or guidebook that does not exist. */
export function containerMissing(what: 'library' | 'guidebook'): Fault {
  const message = `no ${what} of the account has this custom ID; create it with POST /content/${what}`
  return { pointer: `/${what}/customId`, code: `${what}-not-found`, message }
}

/**
 * Throws 404 for an item that a body names. Its fault distinguishes it from any other 404 (a wrong path, a proxy), so that a
 * synchronisation that updates first knows when to create.
 */
export function failItemMissing(what: 'POI' | 'text page', createPath: string): never {
  throw new ServiceError('not-found', {
    detail: `The library has no ${what} with this custom ID, or there is no such library.`,
    faults: [
      {
        pointer: '/customId',
        code: 'not-found',
        message: `no ${what} has this custom ID; create it with POST ${createPath}`,
      },
    ],
  })
}
