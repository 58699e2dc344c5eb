import { ServiceError } from '@guidebook/service-kit'

/**
 * 404 for an item that a body names. Its fault tells it from any other 404 (a path that is wrong, a proxy in between), so that a
 * synchronisation which updates first knows that it is to create.
 */
export const itemMissing = (what: 'POI' | 'text page', createPath: string): never => {
  throw new ServiceError('not-found', {
    detail: `The library has no ${what} with this custom ID, or there is no such library.`,
    faults: [
      { pointer: '/customId', code: 'not-found', message: `names no ${what}; create it with POST ${createPath}` },
    ],
  })
}
