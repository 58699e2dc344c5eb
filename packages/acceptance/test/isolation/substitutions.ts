/** For every field that identifies a resource: another account's value, an unknown value, and the expected response to both. */
import { randomBytes, randomUUID } from 'node:crypto'
import { customIdFor, downloadCodeOf, type Fixtures, type Mark } from '../../src/account/fixtures.ts'
import type { Call } from '../../src/contract/call.ts'

export interface Substitution {
  /** The owner's value or an unknown one. Equally long, so that responses can be compared byte by byte. */
  value(target: Target, operation: string): string | number
  /** The status of both responses; `success` for a field that names no other account's resource. */
  expected: 401 | 403 | 404 | 422 | 'success'
  /** Adds the field to the body when the usual request has an alternative field. */
  withField?(body: Record<string, unknown>, own: Fixtures): Record<string, unknown>
  /** For a field in a file: its value in the usual request. */
  usual?(own: Fixtures): string
}

/** The ids to request: those of the owner, or unknown ones. */
export interface Target {
  mark: Mark
  ids: Pick<
    Fixtures,
    | 'id'
    | 'oid'
    | 'routeId'
    | 'poiId'
    | 'textId'
    | 'release'
    | 'device'
    | 'document'
    | 'keyId'
    | 'userId'
    | 'sharedRelease'
    | 'deliveryId'
    | 'runId'
  > &
    Pick<Fixtures, 'image' | 'gpxFile' | 'course' | 'library' | 'guidebook' | 'onDemandCode'>
}

/** Unknown ids in the form of the owner's. */
export function unknownIds(owner: Fixtures): Target['ids'] {
  const slug = () => randomBytes(owner.release.length).toString('base64url').slice(0, owner.release.length)
  const other = (name: string) => name.replace(/^.{6}/, 'nobody').padEnd(name.length, 'x').slice(0, name.length)
  const otherTitle = (name: string) => name.replace(/(?<=^\d+-).{6}/, 'nobody')
  return {
    id: randomUUID(),
    // An Operator ID has only three characters, so it contains no mark. No account has this one.
    oid: 'QQQ',
    routeId: randomUUID(),
    poiId: randomUUID(),
    textId: randomUUID(),
    release: slug(),
    device: randomUUID(),
    document: randomUUID(),
    sharedRelease: slug(),
    keyId: randomUUID(),
    userId: randomUUID(),
    deliveryId: randomUUID(),
    runId: randomUUID(),
    image: other(owner.image),
    gpxFile: otherTitle(owner.gpxFile),
    course: otherTitle(owner.course),
    library: 'LIB-NONES',
    guidebook: 'GB-NONES',
    onDemandCode: downloadCodeOf('NONES', 100),
  }
}

type Expected = Substitution['expected']
const id = (name: keyof Target['ids'], expected: Expected): Substitution => ({
  expected,
  value: ({ ids }) => ids[name],
})
/** Both accounts have a library `SAME`; only the owner's has an item with this custom ID. */
const item = (kind: 'ROUTE' | 'POI' | 'TEXT', expected: Expected): Substitution => ({
  expected,
  value: ({ mark }) => `${kind}-${mark}`,
})
/** A new custom ID that the account chooses, and that the owner already uses. */
const newCustomId: Substitution = { expected: 'success', value: ({ mark }, operation) => customIdFor(operation, mark) }
/** A download code that the account or its seller chooses, and that the owner already uses. */
const code = (number: number): Substitution => ({
  expected: 'success',
  value: ({ mark }) => downloadCodeOf(mark, number),
})

/** The first rule that matches `<operation> <place> <pointer>` applies. */
const rules: [RegExp, Substitution][] = [
  [/ (path|query|body) \/account$/, id('id', 403)],
  [/ body \/metadata\/operator$/, id('oid', 403)],
  [/ path \/release$/, id('release', 404)],
  [/ path \/route_id$/, id('routeId', 404)],
  [/ path \/geodata_id$/, id('poiId', 404)],
  [/ path \/key_id$/, id('keyId', 404)],
  [/ path \/user_id$/, id('userId', 404)],
  [/ path \/delivery_id$/, id('deliveryId', 404)],
  [/ path \/run$/, id('runId', 404)],
  [/^(removeDocument|readTripDocument) path \/document$/, id('document', 404)],
  [/^removeDevice path \/devices$/, id('device', 404)],
  [/^(readLibrary|updateLibrary) path \/customId$/, id('library', 404)],
  [
    /^((read|replace)Guidebook|(request|read)GuidebookPreview\w*|readGuidebookCover|readAnalytics) path \/customId$/,
    id('guidebook', 404),
  ],
  [/^readTripPageIn path \/language$/, id('image', 404)],
  // Any title leads to the trip's own file of the stage with this number.
  [/^readTripGpxFile path \/file$/, id('gpxFile', 'success')],
  [/^readTripCourse path \/name$/, id('course', 'success')],
  [/^readTripScript path \/name$/, id('image', 404)],
  [/^readTripIcon path \/name$/, id('image', 404)],
  [/^readTripImage path \/name$/, id('image', 404)],

  // A filter by another account's value returns an empty list, like a filter by an unknown value.
  [/^listItems query \/library$/, id('library', 'success')],
  [/^listItems query \/customId$/, item('POI', 'success')],
  [/^listGuidebooks query \/item$/, id('poiId', 'success')],
  [/^(list|export)Releases query \/downloadCode$/, code(0)],
  [/^listDeliveries query \/release$/, id('sharedRelease', 'success')],

  [/^(updatePoi|updateText) body \/library\/customId$/, id('library', 404)],
  [/^updatePoi body \/customId$/, item('POI', 404)],
  [/^updateText body \/customId$/, item('TEXT', 404)],
  [/ body \/library\/customId$/, id('library', 422)],
  [
    / body \/guidebook\/customId$/,
    {
      ...id('guidebook', 422),
      withField: ({ library: _, ...body }, { guidebook }) => ({ ...body, guidebook: { customId: guidebook } }),
    },
  ],
  [/^setExternalId body \/value$/, newCustomId],
  [/^(create|update|replace)\w+ body \/customId$/, newCustomId],

  [/ body .*\/routes\/\*(\/libraryReference)?\/link$/, id('routeId', 422)],
  [/ body .*\/pois\/\*(\/libraryReference)?\/link$/, id('poiId', 422)],
  [/ body .*\/(texts|generalInfo)\/\*(\/libraryReference)?\/link$/, id('textId', 422)],
  [/ body .*\/libraryCustomId$/, id('library', 422)],
  [/ body .*\/(routes|parts)\/\*(\/libraryReference)?\/customId$/, item('ROUTE', 422)],
  [/ body .*\/(pois|accommodation)\/\*(\/libraryReference)?\/customId$/, item('POI', 422)],
  [/ body .*\/(texts|generalInfo)\/\*(\/libraryReference)?\/customId$/, item('TEXT', 422)],

  [/^createRelease body \/guidebookExternalId$/, id('guidebook', 422)],
  [/ body \/metadata\/guidebookTemplateCustomId$/, id('guidebook', 422)],
  [/ body (\/resellerOid|\/metadata\/seller)$/, id('oid', 422)],
  // Resolved in the background, where another account's resource is as missing as an unknown one.
  [/ body .*\/libraryExternalId$/, id('library', 'success')],
  [/^createRelease body \/text\/\*\/externalId$/, item('TEXT', 'success')],
  [/ body .*\/externalId$/, item('POI', 'success')],

  [/^createRelease body \/downloadCode$/, code(1)],
  [/^createRelease body \/sellerDownloadCode$/, code(1001)],
  [/^createOnDemandRelease body \/metadata\/operatorCode$/, code(2)],
  [/^createOnDemandRelease body \/metadata\/sellerCode$/, code(1002)],
  [/^updateOnDemandRelease body \/metadata\/operatorCode$/, id('onDemandCode', 404)],
  [/^updateOnDemandRelease body \/metadata\/sellerCode$/, code(1003)],
  [/^setSellerCode path \/code$/, code(1000)],

  [/ file guidebook$/, { ...id('guidebook', 'success'), usual: ({ guidebook }) => guidebook }],
  [/ file hotel$/, { ...item('POI', 'success'), usual: () => 'POI-1' }],
  [/ file hotel by internal ID$/, { ...id('poiId', 'success'), usual: () => 'POI-1' }],
]

/** Identifying fields in files, which contracts do not declare. */
const fileReferences = ['guidebook', 'hotel', 'hotel by internal ID']
const inFiles: Record<string, string[]> = { previewImport: fileReferences, uploadImport: fileReferences }
export const fileFields = (operation: string): string[] => (inFiles[operation] ?? []).map((name) => `file ${name}`)

/** Null when no rule matches the field. */
export const substitutionFor = (operation: string, field: string): Substitution | null =>
  rules.find(([pattern]) => pattern.test(`${operation} ${field}`))?.[1] ?? null

/** The call with another value in one field. Throws when it has no such field. */
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

/** A copy with the new value at the first match of the pointer; undefined when nothing matches. */
function replaced(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown {
  if (step === undefined) return replacement
  if (typeof value !== 'object' || value === null) return undefined
  const keys = step === '*' ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : []
  for (const key of keys) {
    const inner = replaced((value as Record<string, unknown>)[key], rest, replacement)
    if (inner === undefined) continue
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
  }
  return undefined
}
