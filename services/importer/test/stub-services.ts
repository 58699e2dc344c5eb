import { type Fault, operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { testAccount } from '@guidebook/service-kit/test'

export const hotelId = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Knows the hotel H-1. A reference to H-FAULT fails each time, one to H-FAULT-ONCE only the first time. */
export const geodataRoutes = (): Route[] => {
  let wasFaulty = false
  return [
    route(operations.resolveReferences, async ({ body }) => {
      const asks = (id: string) => body.references.some(({ customId }) => customId === id)
      if (asks('H-FAULT')) fail('internal-error')
      if (asks('H-FAULT-ONCE') && !wasFaulty) {
        wasFaulty = true
        fail('internal-error')
      }
      return {
        status: 200,
        body: {
          results: body.references.map(({ link, customId }) =>
            link === hotelId || customId === 'H-1'
              ? { id: hotelId, kind: 'poi' as const, customId: 'H-1', library: 'HOTELS' }
              : null,
          ),
        },
      }
    }),
  ]
}

const codeTaken: Fault = {
  pointer: '/downloadCode',
  code: 'download-code-taken',
  message: 'Another release of the account has this code.',
}

/** Finds nothing wrong, and has a release of the code 99 for two devices. */
export const releasesRoutes: Route[] = [
  route(operations.checkRelease, async ({ body: { request, onExistingCode } }) => {
    const existing = request.downloadCode === 99 ? { link: 'abcdefghijklmnopqrstu' } : null
    const fails = existing !== null && onExistingCode !== 'change'
    const decided = existing === null ? 'created' : request.devices === 2 ? 'unchanged' : 'changed'
    const status = fails ? 'failed' : decided
    return { status: 200, body: { status, faults: fails ? [codeTaken] : [], existing } }
  }),
]

/** Every account speaks the same language. */
export const gatewayRoutes = (lang: string): Route[] => [
  route(operations.readAccount, async ({ params }) => ({
    status: 200,
    body: { account: testAccount({ id: params.account_id, defaultLang: lang }) },
  })),
]
