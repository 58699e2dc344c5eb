import type { Fault, ReleaseRequest } from '@guidebook/contracts'
import type { Change } from '../changes/change.ts'
import type { CheckedRequest } from '../release/check-request.ts'
import { titleIn } from '../release/find-guidebook.ts'
import { customizationOf } from '../release/new-release.ts'
import type { Release } from '../release/release.ts'

/**
 * What a request for a release that exists already changes of it: everything that the request says, but neither its codes nor
 * its seller. A fault where that may not be.
 */
export function changeByRequest(
  release: Release,
  request: ReleaseRequest,
  { guidebook, seller }: CheckedRequest,
  defaultLang: string,
): { change: Change; fault?: undefined } | { change?: undefined; fault: Fault } {
  if (release.kind === 'on-demand') {
    const message = 'The code names an on-demand release, which is changed by its own request.'
    return { fault: { pointer: '/downloadCode', code: 'download-code-taken', message } }
  }
  if (release.locked) return { fault: { pointer: '', code: 'release-locked', message: 'The release is locked.' } }
  if (seller !== null && seller.id !== release.seller) {
    const message = 'The seller of a release stays as it was created.'
    return { fault: { pointer: '/resellerOid', code: 'invalid-field', message } }
  }
  const customization = customizationOf(request)
  const isSameGuidebook = release.sourceGuidebook === guidebook.id
  const fields: Partial<Release> = {
    startDate: request.startdate,
    endDate: request.enddate,
    arrivalDate: request.arrivaldate ?? null,
    departureDate: request.departuredate ?? null,
    lang: request.lang,
    devices: request.devices,
    positioning: request.positioning ?? release.positioning,
    accommodation: customization.accommodation,
    texts: customization.texts,
    assets: customization.assets,
    // What is customized once stays so: its guidebook is a copy of its own already.
    ...(customization.customized ? { kind: 'customized' as const, customized: true } : {}),
    ...(isSameGuidebook
      ? {}
      : {
          sourceGuidebook: guidebook.id,
          sourceVersion: guidebook.version,
          guidebook: guidebook.id,
          title: titleIn(guidebook.titles, request.lang, defaultLang),
        }),
  }
  return {
    change: {
      action: 'release.changed-by-import',
      message: 'An imported row changed the release.',
      fields,
      rebuild: true,
    },
  }
}
