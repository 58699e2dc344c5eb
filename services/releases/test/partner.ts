import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import type { Answer, Send } from '@guidebook/service-kit/test'

/** Requests of an account, and the releases that most tests begin with. */
export interface Partner {
  account: AccountProjection
  get: Send
  post: Send
  put: Send
  patch: Send
  delete: Send
  /** Creates a release; `fields` override those of the request. */
  release(fields?: Record<string, unknown>, query?: string): Promise<ReleaseRecord>
  onDemand(fields?: OnDemandFields): Promise<ReleaseRecord>
  /** The path of a release as this account addresses it. */
  path(release: { link: string }, rest?: string): string
}

export interface OnDemandFields {
  metadata?: Record<string, unknown>
  publish?: Record<string, unknown>
  booking?: Record<string, unknown>
  guidebook?: Record<string, unknown>
}

let codes = 1_000

/** A request for a plain release of the guidebook GB-1, valid on any day of 2026 and 2027. */
export const releaseRequest = (account: string, fields: Record<string, unknown> = {}) => ({
  account,
  downloadCode: codes++,
  guidebookExternalId: 'GB-1',
  startdate: '2026-07-01',
  enddate: '2026-08-31',
  arrivaldate: '2026-07-14',
  departuredate: '2026-07-21',
  lang: 'en',
  devices: 2,
  ...fields,
})

/** An on-demand request with one stage and no references. */
export const onDemandRequest = (oid: string, { metadata, publish, booking, guidebook }: OnDemandFields = {}) => ({
  metadata: { operator: oid, operatorCode: codes++, lang: 'en', ...metadata },
  publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2, ...publish },
  booking: { arrivalDate: '2026-07-14', departureDate: '2026-07-21', ...booking },
  guidebook: {
    title: 'Over the passes',
    stages: [
      {
        number: 1,
        title: 'To the pass',
        routes: [
          {
            content: {
              type: 'HIKING',
              name: 'Morning walk',
              waypoints: [
                { lat: 46.83412, lon: 9.29731 },
                { lat: 46.83398, lon: 9.29755 },
              ],
            },
          },
        ],
      },
    ],
    ...guidebook,
  },
})

export function partnerOf(account: AccountProjection, send: (method: string) => Send): Partner {
  const post = send('POST')
  const expectRecord = ({ status, body, text }: Answer): ReleaseRecord => {
    if (status >= 300) throw new Error(`release was not created: ${status} ${text}`)
    return body
  }
  return {
    account,
    get: send('GET'),
    post,
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    release: async (fields, query = '') =>
      expectRecord(await post(`/content/release${query}`, releaseRequest(account.id, fields))),
    onDemand: async (fields) =>
      expectRecord(await post('/content/release/ondemand', onDemandRequest(account.oid, fields))),
    path: ({ link }, rest = '') => `/content/release/${account.id}/${link}${rest}`,
  }
}
