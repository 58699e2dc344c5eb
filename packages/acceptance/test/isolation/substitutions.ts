/** For every field that names something: what another account has there, what no one has there, and how both are answered. */
import { randomBytes, randomUUID } from 'node:crypto'
import { chosenName, codeOf, type Mark, type Things } from '../../src/account/fixtures.ts'
import type { Call } from '../../src/contract/call.ts'

export interface Substitution {
  /** As the owner's things, or as nobody's: of the same length, so that answers can be compared to the byte. */
  value(of: Whose, operation: string): string | number
  /** The status of both answers; `unnoticed`: as if it were the account's own. */
  answer: 401 | 403 | 404 | 422 | 'unnoticed'
  /** A request in which there is such a field, when the usual one has another in its place. */
  within?(body: Record<string, unknown>, own: Things): Record<string, unknown>
  /** Of a field of a file: what stands there in the usual request. */
  usual?(own: Things): string
}

/** The owner's things, or how those of nobody would be called. */
export interface Whose {
  mark: Mark
  things: Pick<
    Things,
    | 'id'
    | 'oid'
    | 'routeId'
    | 'poiId'
    | 'textId'
    | 'release'
    | 'device'
    | 'keyId'
    | 'sharedRelease'
    | 'deliveryId'
    | 'runId'
  > &
    Pick<Things, 'image' | 'gpxFile' | 'library' | 'guidebook' | 'onDemandCode'>
}

/** Names in the form of the owner's things that nothing has. */
export function nobodys(owner: Things): Whose['things'] {
  const slug = () => randomBytes(owner.release.length).toString('base64url').slice(0, owner.release.length)
  const other = (name: string) => name.replace(/^.{6}/, 'nobody').padEnd(name.length, 'x').slice(0, name.length)
  return {
    id: randomUUID(),
    // The form of an Operator ID leaves no room for a mark; three letters that support has not given out.
    oid: 'QQQ',
    routeId: randomUUID(),
    poiId: randomUUID(),
    textId: randomUUID(),
    release: slug(),
    device: randomUUID(),
    sharedRelease: slug(),
    keyId: randomUUID(),
    deliveryId: randomUUID(),
    runId: randomUUID(),
    image: other(owner.image),
    gpxFile: other(owner.gpxFile),
    library: 'LIB-NONES',
    guidebook: 'GB-NONES',
    onDemandCode: codeOf('NONES', 100),
  }
}

type Answer = Substitution['answer']
const thing = (name: keyof Whose['things'], answer: Answer): Substitution => ({
  answer,
  value: ({ things }) => things[name],
})
/** In the library `SAME`, which both have, only the owner has an item of this name. */
const item = (kind: 'ROUTE' | 'POI' | 'TEXT', answer: Answer): Substitution => ({
  answer,
  value: ({ mark }) => `${kind}-${mark}`,
})
/** A name that the account gives to something of its own, and that the owner has given to something, too. */
const chosen: Substitution = { answer: 'unnoticed', value: ({ mark }, operation) => chosenName(operation, mark) }
/** A code that the account, or its seller, gives to a release. */
const code = (number: number): Substitution => ({ answer: 'unnoticed', value: ({ mark }) => codeOf(mark, number) })

/** The first rule that fits `<operation> <place> <pointer>` holds. */
const rules: [RegExp, Substitution][] = [
  [/ (path|query|body) \/account$/, thing('id', 403)],
  [/ body \/metadata\/operator$/, thing('oid', 403)],
  [/ path \/release$/, thing('release', 404)],
  [/ path \/route_id$/, thing('routeId', 404)],
  [/ path \/geodata_id$/, thing('poiId', 404)],
  [/ path \/key_id$/, thing('keyId', 404)],
  [/ path \/delivery_id$/, thing('deliveryId', 404)],
  [/ path \/run$/, thing('runId', 404)],
  [/^removeDevice path \/devices$/, thing('device', 404)],
  [/^(readLibrary|updateLibrary) path \/customId$/, thing('library', 404)],
  [/^(readGuidebook|replaceGuidebook|readAnalytics) path \/customId$/, thing('guidebook', 404)],
  [/^readTripPageIn path \/language$/, thing('image', 404)],
  [/^readTripGpxFile path \/file$/, thing('gpxFile', 404)],
  [/^readTripScript path \/name$/, thing('image', 404)],
  [/^readTripIcon path \/name$/, thing('image', 404)],
  [/^readTripImage path \/name$/, thing('image', 404)],

  // A list that names something of another account is empty, as if it named nothing.
  [/^listItems query \/library$/, thing('library', 'unnoticed')],
  [/^listItems query \/customId$/, item('POI', 'unnoticed')],
  [/^listReleases query \/downloadCode$/, code(0)],
  [/^listDeliveries query \/release$/, thing('sharedRelease', 'unnoticed')],

  [/^(updatePoi|updateText) body \/library\/customId$/, thing('library', 404)],
  [/^updatePoi body \/customId$/, item('POI', 404)],
  [/^updateText body \/customId$/, item('TEXT', 404)],
  [/ body \/library\/customId$/, thing('library', 422)],
  [
    / body \/guidebook\/customId$/,
    {
      ...thing('guidebook', 422),
      within: ({ library: _, ...body }, { guidebook }) => ({ ...body, guidebook: { customId: guidebook } }),
    },
  ],
  [/^setExternalId body \/value$/, chosen],
  [/^(create|update|replace)\w+ body \/customId$/, chosen],

  [/ body .*\/routes\/\*(\/libraryReference)?\/link$/, thing('routeId', 422)],
  [/ body .*\/pois\/\*(\/libraryReference)?\/link$/, thing('poiId', 422)],
  [/ body .*\/(texts|generalInfo)\/\*(\/libraryReference)?\/link$/, thing('textId', 422)],
  [/ body .*\/libraryCustomId$/, thing('library', 422)],
  [/ body .*\/(routes|parts)\/\*(\/libraryReference)?\/customId$/, item('ROUTE', 422)],
  [/ body .*\/(pois|accommodation)\/\*(\/libraryReference)?\/customId$/, item('POI', 422)],
  [/ body .*\/(texts|generalInfo)\/\*(\/libraryReference)?\/customId$/, item('TEXT', 422)],

  [/^createRelease body \/guidebookExternalId$/, thing('guidebook', 422)],
  [/ body \/metadata\/guidebookTemplateCustomId$/, thing('guidebook', 422)],
  [/ body (\/resellerOid|\/metadata\/seller)$/, thing('oid', 422)],
  // Looked for in the background, where what another account has is missing all the same.
  [/ body .*\/libraryExternalId$/, thing('library', 'unnoticed')],
  [/^createRelease body \/text\/\*\/externalId$/, item('TEXT', 'unnoticed')],
  [/ body .*\/externalId$/, item('POI', 'unnoticed')],

  [/^createRelease body \/downloadCode$/, code(1)],
  [/^createRelease body \/sellerDownloadCode$/, code(1001)],
  [/^createOnDemandRelease body \/metadata\/operatorCode$/, code(2)],
  [/^createOnDemandRelease body \/metadata\/sellerCode$/, code(1002)],
  [/^updateOnDemandRelease body \/metadata\/operatorCode$/, thing('onDemandCode', 404)],
  [/^updateOnDemandRelease body \/metadata\/sellerCode$/, code(1003)],
  [/^setSellerCode path \/code$/, code(1000)],

  [/ file guidebook$/, { ...thing('guidebook', 'unnoticed'), usual: ({ guidebook }) => guidebook }],
  [/ file hotel$/, { ...item('POI', 'unnoticed'), usual: () => 'POI-1' }],
  [/ file hotel by internal ID$/, { ...thing('poiId', 'unnoticed'), usual: () => 'POI-1' }],
]

/** What a contract cannot say of files: the things that they name. */
const inFiles: Record<string, string[]> = { previewImport: ['guidebook', 'hotel', 'hotel by internal ID'] }
export const fileFields = (operation: string): string[] => (inFiles[operation] ?? []).map((name) => `file ${name}`)

/** Null where nobody has said yet what to look for. */
export const substitutionFor = (operation: string, field: string): Substitution | null =>
  rules.find(([pattern]) => pattern.test(`${operation} ${field}`))?.[1] ?? null

/** The call with another value in one of its fields; throws when it has no such field. */
export function substituted(sent: Call, field: string, value: string | number, { usual }: { usual?: string }): Call {
  const [place = '', pointer = ''] = field.split(' ', 2)
  const [, ...steps] = pointer.split('/')
  const name = steps[0] ?? ''
  if (place === 'path') return { ...sent, params: { ...sent.params, [name]: String(value) } }
  if (place === 'query') return { ...sent, query: { ...sent.query, [name]: String(value) } }
  if (place === 'file') return { ...sent, file: sent.file?.replace(usual ?? '', String(value)) ?? '' }
  const body = replaced(sent.body, steps, value)
  if (body === undefined) throw new Error(`the request has no field ${pointer}`)
  return { ...sent, body }
}

/** A copy in which the first place of that pointer has the value; undefined when there is none. */
function replaced(value: unknown, [step, ...rest]: readonly string[], wanted: unknown): unknown {
  if (step === undefined) return wanted
  if (typeof value !== 'object' || value === null) return undefined
  const keys = step === '*' ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : []
  for (const key of keys) {
    const inner = replaced((value as Record<string, unknown>)[key], rest, wanted)
    if (inner === undefined) continue
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
  }
  return undefined
}
