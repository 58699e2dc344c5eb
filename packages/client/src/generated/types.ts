// Generated from the contracts: see README.md.
import type { ChangeOptions, DeleteOptions, DownloadOptions, ReadOptions, WriteOptions, CallOptions } from '../options.ts'

export interface AccommodationEntry {
  /** Custom ID, chosen by the account. */
  externalId: string
  /** Custom ID, chosen by the account. */
  libraryExternalId: string
  /** Calendar day. */
  arrivalDate?: string
  /** Calendar day. */
  departureDate?: string
  /** Free text, specific to the booking. */
  comment?: string
}

export interface AccommodationRecord {
  externalId: string | null
  libraryExternalId: string | null
  stageNumber: number | null
  name: string | null
  /** Calendar day. */
  arrivalDate: string | null
  /** Calendar day. */
  departureDate: string | null
  comment: string | null
}

/** What travellers did with the releases of the account, by month. */
export interface AccountUsage {
  /** The newest 24 months with at least one count, the newest first. */
  months: Array<{
    /** Year and month. */
    month: string
    /** How often a Trip Link page was looked at. */
    pageViews: number
    /** How often a PDF roadbook was fetched. */
    roadbookDownloads: number
    /** How often a GPX file, or all of them in one archive, was fetched. */
    gpxDownloads: number
    /** How often the app fetched the content of a trip. */
    appDownloads: number
    /** Devices that were registered. */
    devices: number
  }>
}

export interface AccountUser {
  /** Internal ID: an opaque string. */
  id: string
  email: string
  /** As the invitation has it, until the person signs in to the account. */
  name: string | null
  /** `viewer` reads, `office` also works on releases, `editor` also on content, `admin` also on keys, people and settings. */
  role: 'viewer' | 'office' | 'editor' | 'admin'
  /** Instant, ISO 8601 in UTC. */
  invitedAt: string
  /** When the person signed in to the account for the first time. */
  acceptedAt: string | null
  /** When the person last signed in; null until they sign in to the account. */
  lastSignInAt: string | null
}

export interface Analytics {
  /** Calendar day. */
  from: string
  /** Calendar day. */
  to: string
  total: UsageCounts
  /** The days with at least one count. */
  days: Array<{
    /** Calendar day. */
    day: string
    /** How often a Trip Link page was looked at. */
    pageViews: number
    /** How often a PDF roadbook was fetched. */
    roadbookDownloads: number
    /** How often a GPX file, or all of them in one archive, was fetched. */
    gpxDownloads: number
    /** How often the app fetched the content of a trip. */
    appDownloads: number
    /** Devices that were registered. */
    devices: number
  }>
}

/** A key without its secret part. */
export interface ApiKey {
  /** Internal ID: an opaque string. */
  id: string
  prefix: string
  /** The key that created this key; null when support or a person created it. */
  parent: string | null
  /** The person who created this key, such as `user:anna@account.example`; else null. */
  createdBy: string | null
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Last use, to within an hour; null when none was recorded. */
  lastUsedAt: string | null
}

export interface AssetEntry {
  type: 'GEO'
  /** Custom ID, chosen by the account. */
  externalId: string
  /** Custom ID, chosen by the account. */
  libraryExternalId: string
}

export interface AttachedDocument {
  /** Internal ID: an opaque string. */
  id: string
  /** Shown to travellers, and the name of the file. */
  title: string
  traveller: string | null
  /** Calendar day. */
  from: string | null
  /** Calendar day. */
  until: string | null
  /** Size of the file. */
  bytes: number
  /** The file is encrypted. A device may ask for a password to open it. */
  encrypted: boolean
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
}

export interface AuditEntry {
  /** Instant, ISO 8601 in UTC. */
  at: string
  /** The beginning of an API key, a person of the portal such as `user:anna@account.example`, the seller by its OID such as `seller:XYZ`, `support`, or a part of the service. */
  actor: string
  action: string
  severity: 'info' | 'warning' | 'error'
  message: string
  code: string | null
  requestId: string | null
  /** The changed fields before the change; null when nothing changed. */
  before: unknown
  /** The changed fields after the change. */
  after: unknown
}

export interface Build {
  state: 'waiting' | 'running' | 'completed' | 'failed'
  /** Increases with every requested build. */
  generation: number | null
  /** Current step, e.g. `rendering`. */
  step: string | null
  percent: number
  /** Why it failed, or what it waits for. English has details; with `Accept-Language: de`, `es`, `fr`, `it` or `nl` a shorter sentence in that language. */
  message: string | null
  /** Their messages are in the language of `message`. */
  warnings: Array<Issue>
  /** Instant, ISO 8601 in UTC. */
  requestedAt: string | null
  /** Instant, ISO 8601 in UTC. */
  finishedAt: string | null
}

export interface BuilderState {
  state: 'queued' | 'running' | 'done' | 'failed' | 'superseded'
  /** Attempts that ended with an error. */
  attempts: number
  /** Attempts that ended because another service was unavailable. */
  waits: number
  /** Instant, ISO 8601 in UTC. */
  nextAttemptAt: string | null
  lastError: string | null
}

export interface ByCustomId {
  /** Custom ID, chosen by the account. */
  customId: string
}

export interface CalculatedAttributes {
  /** In metres; null when it is unknown. */
  altitudeUp: string | null
  /** In metres; null when it is unknown. */
  altitudeDown: string | null
  /** In kilometres; null when it is unknown. */
  routeDistance: string | null
  /** In hours; null when it is unknown. */
  time: string | null
  /** Share of points with a height, 0 to 1. */
  elevationShare: number
  method: {
    distance: string
    elevation: string
    time: string
    constants: Record<string, number>
  }
}

export interface CreateReleaseQuery {
  /** E-mail address. */
  email?: string
}

/** How the file was read: detected, or as the configuration says. */
export interface CsvDialect {
  encoding: string
  delimiter: string
  quote: string | null
  dateFormat: string | null
}

export interface Delivery {
  /** Internal ID: an opaque string. */
  id: string
  /** The header `webhook-id` of every attempt. */
  webhookId: string
  kind: 'release.shared' | 'ping'
  /** The release’s link. */
  release: string | null
  state: 'pending' | 'delivered' | 'failed'
  attempts: Array<{
    /** Instant, ISO 8601 in UTC. */
    at: string
    /** HTTP status; null when there was no response. */
    status: number | null
    durationMs: number
    /** Outcome, e.g. `acknowledged`, `timeout`, `address-forbidden`. */
    outcome: string
    /** Beginning of the response body, at most 16 kB, without values that look like secrets. */
    response: string | null
    /** For people, in the language of `Accept-Language`: why there was no usable response. */
    reason: string | null
  }>
  /** Instant, ISO 8601 in UTC. */
  nextAttemptAt: string | null
  replays: Array<{
    /** Instant, ISO 8601 in UTC. */
    at: string
    /** Who requested the replay. */
    actor: string
  }>
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
}

export interface DeliveryDetail {
  /** Internal ID: an opaque string. */
  id: string
  /** The header `webhook-id` of every attempt. */
  webhookId: string
  kind: 'release.shared' | 'ping'
  /** The release’s link. */
  release: string | null
  state: 'pending' | 'delivered' | 'failed'
  attempts: Array<{
    /** Instant, ISO 8601 in UTC. */
    at: string
    /** HTTP status; null when there was no response. */
    status: number | null
    durationMs: number
    /** Outcome, e.g. `acknowledged`, `timeout`, `address-forbidden`. */
    outcome: string
    /** Beginning of the response body, at most 16 kB, without values that look like secrets. */
    response: string | null
    /** For people, in the language of `Accept-Language`: why there was no usable response. */
    reason: string | null
  }>
  /** Instant, ISO 8601 in UTC. */
  nextAttemptAt: string | null
  replays: Array<{
    /** Instant, ISO 8601 in UTC. */
    at: string
    /** Who requested the replay. */
    actor: string
  }>
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** The request that every attempt and replay sends. */
  request: {
    /** Always `POST`. */
    method: 'POST'
    /** The current address of the webhook; earlier attempts may have had another one. Null when the account has no webhook. */
    url: string | null
    /** Content type, sender and ID: the same in every attempt. `webhook-timestamp` (the attempt’s `at` in seconds since 1970, rounded down) and `webhook-signature` differ and are not stored. */
    headers: Record<string, string>
    /** The body exactly as it is sent, JSON of less than 1 MB: the signature covers its bytes in UTF-8. Stored as long as the delivery. */
    body: string
  }
}

export interface DeliveryFilter {
  state?: 'pending' | 'delivered' | 'failed'
  /** Trip Link slug of the release. */
  release?: string
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface Device {
  /** ID of the device, for removing it. */
  id: string
  name: string
  /** Instant, ISO 8601 in UTC. */
  registeredAt: string
}

export interface DiagnoseReleaseQuery {
  /** Language of the findings: de, en, es, fr, it or nl; English for others. */
  lang?: string
}

export interface DiagnosedDelivery {
  /** Internal ID: an opaque string. */
  id: string
  state: 'pending' | 'delivered' | 'failed'
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Attempts so far. */
  attempts: number
  /** Instant, ISO 8601 in UTC. */
  lastAttemptAt: string | null
  /** HTTP status of the last attempt, if there was a response. */
  lastStatus: number | null
  /** Outcome of the last attempt, e.g. `timeout`. */
  lastOutcome: string | null
  /** Instant, ISO 8601 in UTC. */
  nextAttemptAt: string | null
}

export interface DiagnosedRelease {
  /** Internal release ID: a unique whole number below 2^53. IDs are not consecutive; store them in 64 bits. */
  id: number
  /** Unique release key. */
  key: string
  /** Trip Link slug of the release. */
  link: string
  /** The Trip Link. */
  url: string
  title: string
  kind: ReleaseKind
  /** Download code, typically the booking reference; unique within the account. */
  downloadCode: number
  /** Download code, typically the booking reference; unique within the account. */
  sellerDownloadCode: number | null
  operator: PartyName
  seller: PartyName | null
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  revokedAt: string | null
  disabled: boolean
  /** A locked release works, but refuses changes. */
  locked: boolean
  /** What the Trip Link shows now: the trip (`open`), that it is not open yet, over, closed (`disabled`), withdrawn (`revoked`), being prepared, or that its documents could not be built (`failed`). */
  shows: 'open' | 'early' | 'over' | 'disabled' | 'revoked' | 'preparing' | 'failed'
  /** The release period, and the current day, in the time zone of the operator. */
  period: {
    /** Calendar day. */
    start: string
    /** Calendar day. */
    end: string
    /** IANA time zone of the operator’s account. */
    timeZone: string
    /** Calendar day. */
    today: string
    /** Instant, ISO 8601 in UTC. */
    opensAt: string
    /** The end of the last day. */
    closesAt: string
  }
  channels: {
    /** The app. */
    app: {
      enabled: boolean
      /** Whether it is built and enabled. */
      available: boolean
    }
    /** The PDF roadbook. */
    pdf: {
      enabled: boolean
      /** Whether it is built and enabled. */
      available: boolean
    }
    /** The GPX files. */
    gpx: {
      enabled: boolean
      /** Whether it is built and enabled. */
      available: boolean
    }
  }
  build: Build
  /** The build that the link shows. */
  published: {
    /** Increases with every requested build. */
    generation: number
    /** Instant, ISO 8601 in UTC. */
    at: string
    /** Languages of the page besides that of the release. */
    otherLanguages: Array<string>
  } | null
  devices: {
    /** Devices that may register. */
    limit: number
    /** Devices that are registered. */
    registered: number
    /** The newest devices. Empty for the seller. */
    newest: Array<Device>
  }
  usage: ReleaseUsage | null
  /** The latest changes, newest first. Empty for the seller. */
  changes: Array<AuditEntry>
}

export interface DiagnosedRow {
  /** Account ID. */
  account: string
  /** Internal ID: an opaque string. */
  run: string
  /** Number of the row below the header, from 1. */
  row: number
  status: 'created' | 'changed' | 'unchanged' | 'failed' | 'pending'
  /** A mail with TEST in its subject, or an upload with `test`: rows are checked, not applied. */
  test: boolean
  downloadCode: number | null
  link: string | null
  errors: Array<{
    column: string | null
    code: string
    /** The reason, for people. In the language of `Accept-Language`: de, en, es, fr, it or nl; English without it and for others. */
    message: string
  }>
  fileName: string | null
  sender: string | null
  subject: string | null
  /** Instant, ISO 8601 in UTC. */
  receivedAt: string
  /** Internal ID: an opaque string. */
  mail: string
}

export interface DiagnosedWebhook {
  isSet: boolean
  enabled: boolean
  /** Instant, ISO 8601 in UTC. */
  failingSince: string | null
  /** The newest deliveries of the release. */
  deliveries: Array<DiagnosedDelivery>
}

/** Why travellers did, or did not, get a roadbook. Lists have the newest ten entries. */
export interface Diagnosis {
  release: DiagnosedRelease | null
  builder: BuilderState | null
  webhook: DiagnosedWebhook | null
  /** Rows of CSV files with this code, newest first. */
  importRows: Array<DiagnosedRow>
  /** Refused requests with this code, newest first. */
  refusedRequests: Array<RefusedRequest>
  /** Mails about the release and its rows, newest first. */
  mails: Array<SentMail>
  /** The conclusions, the most important first. */
  findings: Array<Finding>
  /** Services that did not respond in time. Their facts are missing here. */
  unknown: Array<'gateway' | 'geodata' | 'releases' | 'builder' | 'webhooks' | 'importer'>
}

export interface DocumentToAttach {
  /** Shown to travellers, and the name of the file. */
  title: string
  /** Name of the traveller. Documents of one traveller are shown together; those without a name are for all. */
  traveller?: string
  /** First day on which travellers get it; without it the first day of the release period. */
  from?: string
  /** Last day on which travellers get it; without it the last day of the release period. */
  until?: string
  /** A PDF file in Base64, at most 10 MB decoded. */
  pdfBase64: string
}

export interface EffectiveAttributes {
  /** In metres; null when it is unknown. */
  altitudeUp: string | null
  /** In metres; null when it is unknown. */
  altitudeDown: string | null
  /** In kilometres; null when it is unknown. */
  routeDistance: string | null
  /** In hours; null when it is unknown. */
  time: string | null
}

/** Error code. */
export type ErrorCode = 'malformed-json' | 'malformed-request' | 'bad-target' | 'invalid-header' | 'unauthorized' | 'forbidden' | 'account-mismatch' | 'account-suspended' | 'not-found' | 'method-not-allowed' | 'request-in-progress' | 'secret-already-given' | 'request-timeout' | 'precondition-failed' | 'payload-too-large' | 'target-too-long' | 'unsupported-media-type' | 'unknown-field' | 'required-field' | 'invalid-field' | 'exactly-one-of' | 'invalid-text' | 'idempotency-key-reused' | 'rate-limited' | 'headers-too-large' | 'internal-error' | 'part-unavailable' | 'custom-id-taken' | 'item-in-use' | 'library-not-found' | 'guidebook-not-found' | 'reference-not-found' | 'reference-wrong-kind' | 'stage-number-taken' | 'image-too-large' | 'image-not-supported' | 'download-code-taken' | 'period-reversed' | 'trip-outside-period' | 'trip-reversed' | 'accommodation-outside-period' | 'stage-not-found' | 'partner-not-connected' | 'release-locked' | 'document-too-large' | 'document-not-supported' | 'too-many-documents' | 'too-many-previews' | 'device-limit-reached' | 'device-not-registered' | 'release-started' | 'generation-superseded' | 'release-not-started' | 'release-over' | 'channel-disabled' | 'artifact-not-ready' | 'oid-taken' | 'admin-token-name-taken' | 'too-many-keys' | 'connection-to-self' | 'webhook-not-configured' | 'webhook-url-not-allowed' | 'import-not-configured' | 'import-not-quarantined' | 'import-mail-gone' | 'logo-unavailable' | 'csv-unreadable' | 'csv-column-missing' | 'ambiguous-date' | 'sign-in-failed' | 'signed-out' | 'sign-in-not-configured' | 'account-has-admin' | 'own-proof-needed' | 'cross-site-request' | 'role-too-small' | 'user-exists' | 'too-many-users' | 'last-admin' | 'passkey-refused' | 'too-many-passkeys' | 'own-admin-token-needed'

export interface ExportReleasesQuery {
  /** Only the release with this code of the account: the operator’s code in the operator’s account, the seller’s in the seller’s. The operator finds a release by the seller’s code with `q`. */
  downloadCode?: number
  /** Only releases whose period ends on this day or later. */
  from?: string
  /** Only releases whose period starts on this day or earlier. */
  to?: string
  /** Only releases whose trip begins on this day or later: on `arrivaldate` or, without one, on `startdate`. */
  arrivalFrom?: string
  /** Only releases whose trip begins on this day or earlier. */
  arrivalTo?: string
  /** Only releases whose trip ends on this day or later: on `departuredate` or, without one, on `enddate`. With the same day as `arrivalTo`: the trips of that day. */
  departureFrom?: string
  /** Only releases whose trip ends on this day or earlier. */
  departureTo?: string
  /** By today in the time zone of the account that asks, also for releases that it sells: `upcoming`, `active` or `ended`, and not `disabled`. `on-tour`: also not `disabled`, and today is a day of the trip, or of the period where the release has no days of a trip. `building`: the newest build waits or runs. `failed`: the newest build failed. `locked`: the release is locked against changes. */
  state?: 'upcoming' | 'active' | 'on-tour' | 'ended' | 'disabled' | 'building' | 'failed' | 'locked'
  /** Only releases of the guidebook with this custom ID, as the release’s request named it. */
  guidebook?: string
  /** Only releases that this account sells. */
  reseller?: string
  /** Words that must all be in the first 200 characters of the release’s name, begin one of its codes (for the seller only its own), be in the name of a traveller with a document, or be the whole e-mail address that the release was created with (only for its operator). Only the first eight different words count. */
  q?: string
  /** By creation, first or last day of the period, first day of the trip (`arrival`), or name; with `-` the other way round. */
  sort?: '-created' | 'created' | 'start' | '-start' | 'end' | '-end' | 'arrival' | '-arrival' | 'title' | '-title'
}

export interface Fault {
  pointer: string
  /** Error code. */
  code: ErrorCode
  message: string
  /** The broken rule, for programs that write their own message. The list may grow. */
  rule?: 'attribute-name' | 'bare-color' | 'calendar-day' | 'decimal-text' | 'device-count' | 'download-code' | 'email' | 'hash-color' | 'https-address' | 'instant' | 'language-code' | 'language-key' | 'mail-code' | 'not-blank' | 'oid' | 'pdf-base64' | 'phone' | 'stay-days' | 'token-name' | 'visible-ascii' | 'web-address' | 'allowed-values' | 'constant' | 'min-length' | 'min-items' | 'min-fields' | 'max-length' | 'max-items' | 'max-fields' | 'minimum' | 'maximum' | 'value-type' | 'outside-period' | 'sender-taken' | 'time-zone' | 'used-in'
  /** Values of the rule, such as its limit; never the value that was sent. */
  values?: Record<string, string | number>
}

export interface Finding {
  /** Code of the message, such as `shows-early`. */
  code: string
  /** `error` and `warning`: travellers or their operator miss something. */
  severity: 'ok' | 'info' | 'warning' | 'error'
  /** The finding as a sentence. */
  message: string
  /** What to do, as a sentence; null when there is nothing to do. */
  advice: string | null
}

export interface Guidebook {
  /** Internal ID: an opaque string. */
  id: string
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string | null
  /** Names by language code. */
  titles: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions: Record<string, string>
  cover: {
    mediaType: string
    bytes: number
  } | null
  stages: Array<{
    /** Number of the stage; stages are sorted by it. */
    number: number
    /** Names by language code. */
    titles: Record<string, string>
    routes: Array<{
      /** Internal ID: an opaque string. */
      link: string
      kind: ItemKind
      /** Custom ID, chosen by the account. */
      libraryCustomId: string | null
      /** Custom ID, chosen by the account. */
      customId: string | null
      /** Names by language code. */
      names: Record<string, string>
      /** Role of the route in its stage: a part of the main way (`main`), the continuation of a way (`leg`), or an `alternative`. Without it, a route that begins within 500 m of where the main way ends, or the route before it, continues that way; any other is an alternative. Totals, profile and the stage’s GPX file are those of the main way. */
      role?: RouteRole
      attributes: EffectiveAttributes
    }>
    pois: Array<{
      /** Internal ID: an opaque string. */
      link: string
      kind: ItemKind
      /** Custom ID, chosen by the account. */
      libraryCustomId: string | null
      /** Custom ID, chosen by the account. */
      customId: string | null
      /** Names by language code. */
      names: Record<string, string>
    }>
    texts: Array<{
      /** Internal ID: an opaque string. */
      link: string
      kind: ItemKind
      /** Custom ID, chosen by the account. */
      libraryCustomId: string | null
      /** Custom ID, chosen by the account. */
      customId: string | null
      /** Names by language code. */
      names: Record<string, string>
    }>
  }>
  generalInfo: Array<{
    /** Internal ID: an opaque string. */
    link: string
    kind: ItemKind
    /** Custom ID, chosen by the account. */
    libraryCustomId: string | null
    /** Custom ID, chosen by the account. */
    customId: string | null
    /** Names by language code. */
    names: Record<string, string>
  }>
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

export interface GuidebookCreation {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  titles: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** PNG or JPEG in Base64, at most 5 MB decoded. */
  imageBase64?: string
  stages?: Array<{
    /** Number of the stage; stages are sorted by it. */
    number: number
    /** Names by language code. */
    titles?: Record<string, string>
    routes?: Array<StageRouteReference>
    pois?: Array<ItemReference>
    texts?: Array<ItemReference>
  }>
  generalInfo?: Array<ItemReference>
}

export interface GuidebookReplacement {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId?: string
  /** Names by language code. */
  titles: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** PNG or JPEG in Base64, at most 5 MB decoded. Absent: the cover stays. `null` removes it. */
  imageBase64?: string | null
  stages?: Array<{
    /** Number of the stage; stages are sorted by it. */
    number: number
    /** Names by language code. */
    titles?: Record<string, string>
    routes?: Array<StageRouteReference>
    pois?: Array<ItemReference>
    texts?: Array<ItemReference>
  }>
  generalInfo?: Array<ItemReference>
}

/** A guidebook without its descriptions and its content. */
export interface GuidebookSummary {
  /** Internal ID: an opaque string. */
  id: string
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  titles: Record<string, string>
  cover: {
    mediaType: string
    bytes: number
  } | null
  /** Number of stages. */
  stageCount: number
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

/** Support opened the portal of the account, in the place of a person. */
export interface Impersonation {
  /** Internal ID: an opaque string. */
  id: string
  /** Support, with the name of its person, such as `support:anna`. */
  by: string
  /** The rights of support while it lasts, never more. */
  role: 'viewer' | 'office' | 'editor' | 'admin'
  /** Why, as the person of support stated it. */
  reason: string
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** When the portal was opened; null if it was not. */
  openedAt: string | null
  /** When it ended, or will end at the latest; null if the portal was not opened. */
  endsAt: string | null
}

export interface ImportConfiguration {
  senders: Array<string>
  columns: {
    /** Name of a column, as in the header row. */
    downloadCode: string
    /** Name of a column, as in the header row. */
    guidebookId: string
    /** Name of a column, as in the header row. */
    language: string
    /** Name of a column, as in the header row. */
    arrivalDate: string
    /** Name of a column, as in the header row. */
    departureDate: string
    /** Name of a column, as in the header row. */
    devices: string
  }
  hotelColumns?: Array<{
    /** Name of a column, as in the header row. */
    header: string
    /** Custom ID, chosen by the account. */
    library: string
    /** `stay` for the whole stay, or the first and last day, counted from 1. */
    nights?: 'stay' | {
      /** Day of the stay, from 1. */
      from: number
      /** Day of the stay, from 1. */
      to: number
    }
  }>
  period: {
    daysBeforeArrival: number
    daysAfterDeparture: number
  }
  format?: {
    delimiter?: ',' | ';' | '	' | '|'
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
    dateFormat?: 'YYYY-MM-DD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD-MM-YYYY' | 'YYYYMMDD'
  }
  onExistingCode: OnExistingCode
}

export interface ImportFilter {
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
  state?: 'quarantined' | 'processing' | 'completed' | 'failed'
}

export interface ImportPreview {
  /** How the file was read: detected, or as the configuration says. */
  dialect: CsvDialect
  /** The first 1000 rows. */
  rows: Array<ImportRow>
  /** Whether these are all rows of the file. */
  complete: boolean
}

export interface ImportRow {
  /** Number of the row below the header, from 1. */
  row: number
  status: 'created' | 'changed' | 'unchanged' | 'failed' | 'pending'
  downloadCode: number | null
  link: string | null
  errors: Array<{
    column: string | null
    code: string
    /** The reason, for people. In the language of `Accept-Language`: de, en, es, fr, it or nl; English without it and for others. */
    message: string
  }>
}

export interface ImportRowFilter {
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
  status?: 'created' | 'changed' | 'unchanged' | 'failed' | 'pending'
}

export interface ImportRun {
  /** Internal ID: an opaque string. */
  id: string
  /** Account ID. */
  account: string | null
  state: 'quarantined' | 'processing' | 'completed' | 'failed'
  /** A mail with TEST in its subject, or an upload with `test`: rows are checked, not applied. */
  test: boolean
  /** Who mailed the file, or gets the report on an upload. */
  sender: string | null
  /** Who uploaded the file, as in audit logs; null for a file by mail. */
  uploadedBy: string | null
  subject: string | null
  fileName: string | null
  /** Why it is in quarantine or failed. In the language of `Accept-Language`: de, en, es, fr, it or nl; English without it and for others. */
  reason: string | null
  dialect: CsvDialect | null
  counts: {
    created: number
    changed: number
    unchanged: number
    failed: number
    pending: number
  }
  /** Instant, ISO 8601 in UTC. */
  receivedAt: string
  /** Instant, ISO 8601 in UTC. */
  finishedAt: string | null
}

export interface ImportRunDetail {
  /** Internal ID: an opaque string. */
  id: string
  /** Account ID. */
  account: string | null
  state: 'quarantined' | 'processing' | 'completed' | 'failed'
  /** A mail with TEST in its subject, or an upload with `test`: rows are checked, not applied. */
  test: boolean
  /** Who mailed the file, or gets the report on an upload. */
  sender: string | null
  /** Who uploaded the file, as in audit logs; null for a file by mail. */
  uploadedBy: string | null
  subject: string | null
  fileName: string | null
  /** Why it is in quarantine or failed. In the language of `Accept-Language`: de, en, es, fr, it or nl; English without it and for others. */
  reason: string | null
  dialect: CsvDialect | null
  counts: {
    created: number
    changed: number
    unchanged: number
    failed: number
    pending: number
  }
  /** Instant, ISO 8601 in UTC. */
  receivedAt: string
  /** Instant, ISO 8601 in UTC. */
  finishedAt: string | null
  rows: Array<ImportRow>
  /** For the next page of rows; null on the last one. */
  nextCursor: string | null
}

export interface ImportUpload {
  /** Name of the file, for the list of imports and the report. */
  fileName?: string
  /** Check the rows, as for a mail with TEST in its subject. Nothing is created or changed. */
  test?: boolean
}

export interface Invitation {
  /** E-mail address. */
  email: string
  /** Name of the person. */
  name?: string
  /** `viewer` reads, `office` also works on releases, `editor` also on content, `admin` also on keys, people and settings. */
  role: 'viewer' | 'office' | 'editor' | 'admin'
  /** Language of the mail and of the portal; the account’s default language if it is missing. */
  language?: string
}

export interface Issue {
  code: string
  message: string
  pointer: string | null
}

export type Item = Route | Poi | TextPage

export type ItemKind = 'route' | 'poi' | 'text'

/** Either `link`, or `libraryCustomId` and `customId`. */
export type ItemReference = ({
  /** Internal ID: an opaque string. */
  link: string
  libraryCustomId?: never
  customId?: never
} | {
  link?: never
  /** Custom ID, chosen by the account. */
  libraryCustomId: string
  /** Custom ID, chosen by the account. */
  customId: string
})

export interface KeyRevocation {
  /** Revoke also every key that this one made, and that those made in turn. Works for a key that is revoked already. */
  descendants?: boolean
}

export interface Library {
  /** Internal ID: an opaque string. */
  id: string
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names: Record<string, string>
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

export interface LibraryChange {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId?: string
  /** Names by language code. */
  names: Record<string, string>
}

export interface LibraryCreation {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names: Record<string, string>
}

export interface LibraryMember {
  /** Custom ID, chosen by the account. */
  libraryCustomId: string
  /** Custom ID, chosen by the account. */
  customId: string
}

export interface ListDevicesQuery {
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface ListGuidebooksQuery {
  /** Account ID. */
  account?: string
  /** Words that must all be in the custom ID or in the titles. Only the first eight count. */
  q?: string
  /** Only guidebooks that contain the item with this internal ID. */
  item?: string
  /** By creation, last change, custom ID or title; with `-` the other way round. Only the first 100 characters count. */
  sort?: 'created' | '-created' | 'changed' | '-changed' | 'customId' | '-customId' | 'title' | '-title'
  /** Language of the titles to sort by. A guidebook without it is sorted by its English title, else by any. */
  lang?: string
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface ListItemsQuery {
  /** Account ID. */
  account?: string
  /** Custom ID, chosen by the account. */
  library?: string
  kind?: ItemKind
  /** Custom ID, chosen by the account. */
  customId?: string
  /** Words that must all be in the custom ID or in the names. Only the first eight count. */
  q?: string
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface ListLibrariesQuery {
  /** Account ID. */
  account?: string
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface ListReleasesQuery {
  /** Only the release with this code of the account: the operator’s code in the operator’s account, the seller’s in the seller’s. The operator finds a release by the seller’s code with `q`. */
  downloadCode?: number
  /** Only releases whose period ends on this day or later. */
  from?: string
  /** Only releases whose period starts on this day or earlier. */
  to?: string
  /** Only releases whose trip begins on this day or later: on `arrivaldate` or, without one, on `startdate`. */
  arrivalFrom?: string
  /** Only releases whose trip begins on this day or earlier. */
  arrivalTo?: string
  /** Only releases whose trip ends on this day or later: on `departuredate` or, without one, on `enddate`. With the same day as `arrivalTo`: the trips of that day. */
  departureFrom?: string
  /** Only releases whose trip ends on this day or earlier. */
  departureTo?: string
  /** By today in the time zone of the account that asks, also for releases that it sells: `upcoming`, `active` or `ended`, and not `disabled`. `on-tour`: also not `disabled`, and today is a day of the trip, or of the period where the release has no days of a trip. `building`: the newest build waits or runs. `failed`: the newest build failed. `locked`: the release is locked against changes. */
  state?: 'upcoming' | 'active' | 'on-tour' | 'ended' | 'disabled' | 'building' | 'failed' | 'locked'
  /** Only releases of the guidebook with this custom ID, as the release’s request named it. */
  guidebook?: string
  /** Only releases that this account sells. */
  reseller?: string
  /** Words that must all be in the first 200 characters of the release’s name, begin one of its codes (for the seller only its own), be in the name of a traveller with a document, or be the whole e-mail address that the release was created with (only for its operator). Only the first eight different words count. */
  q?: string
  /** By creation, first or last day of the period, first day of the trip (`arrival`), or name; with `-` the other way round. */
  sort?: '-created' | 'created' | 'start' | '-start' | 'end' | '-end' | 'arrival' | '-arrival' | 'title' | '-title'
  /** Largest number of items. A page of large items may have fewer. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

export interface NewApiKey {
  /** Internal ID: an opaque string. */
  id: string
  prefix: string
  /** The key that created this key; null when support or a person created it. */
  parent: string | null
  /** The person who created this key, such as `user:anna@account.example`; else null. */
  createdBy: string | null
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Last use, to within an hour; null when none was recorded. */
  lastUsedAt: string | null
  key: string
}

export type OnDemandPoi = ({
  content: {
    /** Name. */
    name: string
    /** Description, HTML allowed. */
    description?: string
    /** PNG or JPEG in Base64, at most 5 MB decoded. */
    imageBase64?: string
    /** Latitude in degrees, WGS 84. */
    lat: number
    /** Longitude in degrees, WGS 84. */
    lon: number
    /** Web address. */
    web?: string
    /** Telephone number. */
    phone?: string
    /** E-mail address. */
    email?: string
    /** Postal address. */
    address?: string
    /** From when guests can move in, such as `15:00`. */
    checkIn?: string
    /** Until when guests must leave. */
    checkOut?: string
    /** Opening hours or season. */
    openingHours?: string
    type: 'ATTENTION' | 'FORK' | 'HUT' | 'INFO' | 'LOCATION_LARGE' | 'PARKING' | 'TOWN' | 'WATER' | 'BALLSPORTS' | 'CABLECAR_SPORTS' | 'CLIMBING' | 'CROSSCOUNTRYSKIING' | 'CYCLING' | 'DIVING_SNORKELING' | 'FISHING' | 'GOLFING' | 'HIKING' | 'HORSERIDING' | 'KITESURFING' | 'MOUNTAINBIKING' | 'ROWBOAT' | 'SAILING' | 'SKIING' | 'SURFING' | 'SWIMMING' | 'WINDSURFING' | 'FESTIVAL' | 'MOVIE' | 'MUSEUM' | 'MUSIC' | 'THEATER' | 'BEACH' | 'SWIMMING_INDOOR' | 'SWIMMING_OUTDOOR' | 'APARTMENT' | 'BED_BREAKFAST' | 'HOTEL' | 'DOCTOR' | 'HOSPITAL' | 'PHARMACY' | 'POLICE' | 'CABLECAR_POI' | 'CASTLE' | 'CHURCH' | 'GENERIC' | 'LAKE' | 'PANORAMICVIEW' | 'PEAK' | 'RUINS' | 'SIGHT' | 'STAR' | 'TOSEE' | 'TOURIST_INFO' | 'WATERFALL' | 'ZOO' | 'TEXT' | 'DESTINATION' | 'INTERIMSTEP' | 'STAGETOWN' | 'BAR' | 'COFFEE' | 'DELI' | 'DISTILLERY_WINERY' | 'ICECREAM' | 'PUB' | 'RESTAURANT' | 'CONVENIENCESTORE' | 'MALL' | 'SUPERMARKET' | 'AIRPORT' | 'BIKERENTAL' | 'BUSSTOP' | 'CABLECAR_TRANS' | 'CAMPING' | 'CAR' | 'CARRENTAL' | 'FERRY' | 'PARKINGGARAGE' | 'TAXI' | 'TRAINSTATION' | 'VESPA'
  }
  libraryReference?: never
} | {
  content?: never
  /** Either `link`, or `libraryCustomId` and `customId`. */
  libraryReference: ItemReference
})

export interface OnDemandRequest {
  metadata: {
    /** Operator ID (OID) of an organisation. */
    operator: string
    /** Operator ID (OID) of an organisation. */
    seller?: string
    /** Download code, typically the booking reference; unique within the account. */
    operatorCode: number
    /** Download code, typically the booking reference; unique within the account. */
    sellerCode?: number
    /** Language code. */
    lang: string
    /** Custom ID, chosen by the account. */
    guidebookTemplateCustomId?: string
    translate?: boolean
  }
  publish: {
    /** Calendar day. */
    startDate: string
    /** Calendar day. */
    endDate: string
    /** Number of devices that can download. */
    devices: number
    app?: boolean
    gpx?: boolean
  }
  booking?: {
    /** Calendar day. */
    arrivalDate?: string
    /** Calendar day. */
    departureDate?: string
    accommodation?: Array<{
      /** Calendar day. */
      arrivalDate?: string
      /** Calendar day. */
      departureDate?: string
      /** Number of the stage; stages are sorted by it. */
      stageNumber?: number
      /** Free text, specific to the booking. */
      comment?: string
    } & ({
      content: {
        /** Name. */
        name: string
        /** Description, HTML allowed. */
        description?: string
        /** PNG or JPEG in Base64, at most 5 MB decoded. */
        imageBase64?: string
        /** Latitude in degrees, WGS 84. */
        lat: number
        /** Longitude in degrees, WGS 84. */
        lon: number
        /** Web address. */
        web?: string
        /** Telephone number. */
        phone?: string
        /** E-mail address. */
        email?: string
        /** Postal address. */
        address?: string
        /** From when guests can move in, such as `15:00`. */
        checkIn?: string
        /** Until when guests must leave. */
        checkOut?: string
        /** Opening hours or season. */
        openingHours?: string
      }
      libraryReference?: never
    } | {
      content?: never
      libraryReference: LibraryMember
    })>
  }
  guidebook: {
    /** Optional when a template guidebook is given. */
    title?: string
    /** PNG or JPEG in Base64, at most 5 MB decoded. */
    imageBase64?: string
    stages: Array<{
      /** Number of the stage; stages are sorted by it. */
      number: number
      title?: string
      routes?: Array<OnDemandRoute>
      pois?: Array<OnDemandPoi>
      texts?: Array<OnDemandText>
    }>
    generalInfo?: Array<OnDemandText>
  }
}

export type OnDemandRoute = {
  /** Role of the route in its stage: a part of the main way (`main`), the continuation of a way (`leg`), or an `alternative`. Without it, a route that begins within 500 m of where the main way ends, or the route before it, continues that way; any other is an alternative. Totals, profile and the stage’s GPX file are those of the main way. */
  role?: RouteRole
} & ({
  content: {
    type: 'CYCLING' | 'HIKING' | 'WALKING' | 'DRIVING'
    /** Name. */
    name: string
    /** Description, HTML allowed. */
    description?: string
    /** PNG or JPEG in Base64, at most 5 MB decoded. */
    imageBase64?: string
    /** Points of the route in order. All, some or no points may have `ele`. */
    waypoints: Array<Waypoint>
  }
  libraryReference?: never
  group?: never
} | {
  content?: never
  /** Either `link`, or `libraryCustomId` and `customId`. */
  libraryReference: ItemReference
  group?: never
} | {
  content?: never
  libraryReference?: never
  group: {
    /** Name. */
    name: string
    parts: Array<LibraryMember>
  }
})

export type OnDemandText = ({
  content: {
    /** Name. */
    name: string
    /** Text, HTML allowed. */
    description?: string
  }
  libraryReference?: never
} | {
  content?: never
  /** Either `link`, or `libraryCustomId` and `customId`. */
  libraryReference: ItemReference
})

export type OnExistingCode = 'report' | 'change'

export interface OwnAccount {
  /** Account ID. */
  id: string
  /** Operator ID (OID) of an organisation. */
  oid: string
  name: string
  type: 'operator' | 'reseller'
  email: string
  /** Language code. */
  defaultLang: string
  timeZone: string
  test: boolean
  logo: string | null
  colors: {
    /** Colour. */
    primary: string
    /** Colour. */
    secondary: string
  }
  app: StoreUrls
  roadbook: {
    /** Paper size of roadbooks. */
    paper: 'A4' | 'A5'
  }
  /** The operator’s telephone number for emergencies, answered day and night. Printed in roadbooks and shown on the page. */
  emergencyPhone: string | null
  keys: Array<ApiKey>
  partners: Array<{
    /** Account ID. */
    id: string
    /** Operator ID (OID) of an organisation. */
    oid: string
    name: string
    type: 'operator' | 'reseller'
  }>
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
}

export interface OwnAccountChange {
  /** Language code. */
  defaultLang?: string
  /** IANA time zone of the account’s days. */
  timeZone?: string
  colors?: {
    /** Colour. */
    primary?: string
    /** Colour. */
    secondary?: string
  }
  /** Address of a logo: PNG, JPEG or SVG. It is fetched once a day. */
  logo?: string | null
  app?: {
    /** Web address. */
    iosUrl?: string | null
    /** Web address. */
    androidUrl?: string | null
  }
  roadbook?: {
    /** Paper size of roadbooks. */
    paper: 'A4' | 'A5'
  }
  /** The operator’s telephone number for emergencies, answered day and night. Printed in roadbooks and shown on the page. */
  emergencyPhone?: string | null
}

/** The operator or the seller of a release. */
export interface Party {
  /** Account ID. */
  id: string
  /** Operator ID (OID) of an organisation. */
  oid: string
  name: string
  logo: string | null
  type: 'operator' | 'reseller'
  /** Colour. */
  color: string | null
  app: StoreUrls
}

export interface PartyName {
  /** Account ID. */
  id: string
  /** Operator ID (OID) of an organisation. */
  oid: string
  name: string
}

export interface Poi {
  /** Internal ID: an opaque string. */
  id: string
  kind: 'poi'
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string | null
  /** Names by language code. */
  names: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions: Record<string, string>
  image: {
    mediaType: string
    bytes: number
  } | null
  /** Latitude in degrees, WGS 84. */
  lat: number
  /** Longitude in degrees, WGS 84. */
  lng: number
  /** POI icon. */
  icon: PoiIcon
  category: {
    /** Names by language code. */
    names: Record<string, string>
  } | null
  /** Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`. */
  attributes: PoiAttributes
  tags: Array<{
    /** Names by language code. */
    names: Record<string, string>
  }>
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

/** Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`. */
export type PoiAttributes = Record<string, string>

export interface PoiChange {
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names?: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** Latitude in degrees, WGS 84. */
  lat?: number
  /** Longitude in degrees, WGS 84. */
  lng?: number
  /** POI icon. */
  icon?: PoiIcon
  /** Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`. */
  attributes?: PoiAttributes
  /** PNG or JPEG in Base64, at most 5 MB decoded. Absent: the image stays. `null` removes it. */
  imageBase64?: string | null
  /** Ignored on update. */
  category?: unknown
  /** Ignored on update. */
  tags?: unknown
}

export interface PoiCreation {
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names: Record<string, string>
  /** Latitude in degrees, WGS 84. */
  lat: number
  /** Longitude in degrees, WGS 84. */
  lng: number
  /** POI icon. */
  icon: PoiIcon
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** PNG or JPEG in Base64, at most 5 MB decoded. */
  imageBase64?: string
  category?: {
    /** Names by language code. */
    names: Record<string, string>
  } | null
  /** Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`. */
  attributes?: PoiAttributes
  tags?: Array<{
    /** Names by language code. */
    names: Record<string, string>
  }>
}

/** POI icon. */
export type PoiIcon = 'attention' | 'fork' | 'hut' | 'info' | 'location_large' | 'parking' | 'town' | 'water' | 'ballsports' | 'cablecar_sports' | 'climbing' | 'crosscountryskiing' | 'cycling' | 'diving_snorkeling' | 'fishing' | 'golfing' | 'hiking' | 'horseriding' | 'kitesurfing' | 'mountainbiking' | 'rowboat' | 'sailing' | 'skiing' | 'surfing' | 'swimming' | 'windsurfing' | 'festival' | 'movie' | 'museum' | 'music' | 'theater' | 'beach' | 'swimming_indoor' | 'swimming_outdoor' | 'apartment' | 'bed_breakfast' | 'hotel' | 'doctor' | 'hospital' | 'pharmacy' | 'police' | 'cablecar_poi' | 'castle' | 'church' | 'generic' | 'lake' | 'panoramicview' | 'peak' | 'ruins' | 'sight' | 'star' | 'tosee' | 'tourist_info' | 'waterfall' | 'zoo' | 'text' | 'destination' | 'interimstep' | 'stagetown' | 'bar' | 'coffee' | 'deli' | 'distillery_winery' | 'icecream' | 'pub' | 'restaurant' | 'conveniencestore' | 'mall' | 'supermarket' | 'airport' | 'bikerental' | 'busstop' | 'cablecar_trans' | 'camping' | 'car' | 'carrental' | 'ferry' | 'parkinggarage' | 'taxi' | 'trainstation' | 'vespa'

export interface PoiPatch {
  /** Account ID. */
  account?: string
  /** Names by language code. */
  names?: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** Latitude in degrees, WGS 84. */
  lat?: number
  /** Longitude in degrees, WGS 84. */
  lng?: number
  /** POI icon. */
  icon?: PoiIcon
  /** Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`. */
  attributes?: PoiAttributes
  /** PNG or JPEG in Base64, at most 5 MB decoded. Absent: the image stays. `null` removes it. */
  imageBase64?: string | null
  category?: {
    /** Names by language code. */
    names: Record<string, string>
  } | null
  tags?: Array<{
    /** Names by language code. */
    names: Record<string, string>
  }>
}

export interface PreviewLogoQuery {
  /** Address of a logo: PNG, JPEG or SVG. It is fetched once a day. */
  address: string
}

export interface PreviewPageQuery {
  /** Language of the page: that of the release, or one of `otherLanguages` of its diagnosis; 404 otherwise. Default: that of the release. */
  language?: string
}

export interface ReadAnalyticsQuery {
  /** Calendar day. */
  from?: string
  /** Calendar day. */
  to?: string
}

export interface ReadGuidebookPreviewQuery {
  /** Language of the preview. Default: that of the account. */
  language?: string
}

export interface ReadLibraryQuery {
  /** Account ID. */
  account?: string
}

export interface RefusedRequest {
  requestId: string
  /** Instant, ISO 8601 in UTC. */
  at: string
  /** Account ID. */
  account: string | null
  operation: string | null
  status: number
  /** Error code. */
  code: string | null
  /** What the code means, in the language of the findings. */
  title: string
  /** The first faults of the response, without their messages. */
  faults: Array<{
    pointer: string
    code: string
  }>
}

export interface ReleaseChange {
  /** Trip Link slug of the release. */
  release: string
  /** Download code, typically the booking reference; unique within the account. */
  downloadCode: number
  bundleName: string
  /** The release is revoked now. Another release may have its code. */
  revoked: boolean
  entry: AuditEntry
}

export type ReleaseKind = 'plain' | 'customized' | 'on-demand'

export interface ReleaseRecord {
  /** Internal release ID: a unique whole number below 2^53. IDs are not consecutive; store them in 64 bits. */
  id: number
  /** Unique release key. */
  key: string
  /** Trip Link slug of the release. */
  link: string
  /** Full Trip Link URL, the central link for travellers. */
  url: string
  bundleName: string
  /** Internal ID: an opaque string. */
  guidebookInternalId: string | null
  /** Download code, typically the booking reference; unique within the account. */
  downloadCode: number
  /** Download code, typically the booking reference; unique within the account. */
  operatorDownloadCode: number
  /** Download code, typically the booking reference; unique within the account. */
  sellerDownloadCode: number | null
  /** Calendar day. */
  arrivaldate: string | null
  /** Calendar day. */
  departuredate: string | null
  /** Calendar day. */
  startdate: string
  /** Calendar day. */
  enddate: string
  /** Epoch milliseconds of 00:00 of `startdate` in the account’s zone. */
  startDatetime: number
  /** Epoch milliseconds of 00:00 of `enddate` in the account’s zone. */
  endDatetime: number
  /** Instant, ISO 8601 in UTC. */
  creation: string
  /** Language code. */
  lang: string
  devices: number
  appEnabled: boolean
  appAvailable: boolean
  pdfEnabled: boolean
  pdfAvailable: boolean
  gpxEnabled: boolean
  positioning: boolean
  navigation: boolean
  tourguide: boolean
  travelgroup: boolean
  photocontest: boolean
  /** The feature flags of the record as strings. */
  attributes: {
    positioning: '0' | '1'
    navigation: '0' | '1'
    tourguide: '0' | '1'
    travelgroup: '0' | '1'
    photocontest: '0' | '1'
  }
  customized: boolean
  disabled: boolean
  locked: boolean
  /** Colour. */
  primaryColor: string | null
  /** Colour. */
  secondaryColor: string | null
  androidUrl: string | null
  iosUrl: string | null
  /** The operator or the seller of a release. */
  provider: Party
  seller: Party | null
  additionalAssets: Array<{
    type: string
    externalId: string | null
    libraryExternalId: string | null
  }>
  accommodation: Array<AccommodationRecord>
  text: Array<{
    externalId: string | null
    libraryExternalId: string | null
  }>
}

export interface ReleaseRequest {
  /** Account ID. */
  account: string
  /** Download code, typically the booking reference; unique within the account. */
  downloadCode: number
  /** Custom ID, chosen by the account. */
  guidebookExternalId: string
  /** Calendar day. */
  startdate: string
  /** Calendar day. */
  enddate: string
  /** Calendar day. */
  arrivaldate?: string
  /** Calendar day. */
  departuredate?: string
  /** Language code. */
  lang: string
  /** Number of devices that can download. */
  devices: number
  positioning?: boolean
  accommodation?: Array<AccommodationEntry>
  text?: Array<TextEntry>
  additionalAssets?: Array<AssetEntry>
  /** Operator ID (OID) of an organisation. */
  resellerOid?: string
  /** Download code, typically the booking reference; unique within the account. */
  sellerDownloadCode?: number
}

export interface ReleaseUsage {
  /** How often a Trip Link page was looked at. */
  pageViews: number
  /** How often a PDF roadbook was fetched. */
  roadbookDownloads: number
  /** How often a GPX file, or all of them in one archive, was fetched. */
  gpxDownloads: number
  /** How often the app fetched the content of a trip. */
  appDownloads: number
  /** Devices that were registered. */
  devices: number
  /** First day with a count. */
  firstDay: string | null
  /** Last day with a count. */
  lastDay: string | null
}

export interface ReplaceAccommodationBody {
  assets: Array<AccommodationEntry>
}

export interface ReplayRange {
  /** `failed` when absent. */
  state?: 'failed' | 'delivered'
  /** Instant, ISO 8601 in UTC. */
  since?: string
  /** Instant, ISO 8601 in UTC. */
  until?: string
}

export interface Replayed {
  /** Number of deliveries that are queued again. */
  replayed: number
}

export interface RoleChange {
  /** `viewer` reads, `office` also works on releases, `editor` also on content, `admin` also on keys, people and settings. */
  role: 'viewer' | 'office' | 'editor' | 'admin'
}

/** A stored route. `waypoints` are present when a single item is read. */
export interface Route {
  /** Internal ID: an opaque string. */
  id: string
  kind: 'route'
  /** Account ID. */
  account: string
  library: {
    /** Custom ID, chosen by the account. */
    customId: string
  } | null
  guidebook: {
    /** Custom ID, chosen by the account. */
    customId: string
  } | null
  /** Custom ID, chosen by the account. */
  customId: string | null
  remark: string
  /** Names by language code. */
  names: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions: Record<string, string>
  image: {
    mediaType: string
    bytes: number
  } | null
  /** Line colour. Stored and returned; page and roadbook draw routes in the colours of the brand. */
  color: string | null
  icon: {
    /** Route icon. */
    name: RouteIcon
  } | null
  attributes: EffectiveAttributes
  /** Attributes that the account overrides. */
  overridden: Array<'altitudeUp' | 'altitudeDown' | 'routeDistance' | 'time'>
  calculated: CalculatedAttributes
  warnings: Array<Issue>
  bounds: {
    /** Latitude in degrees, WGS 84. */
    south: number
    /** Longitude in degrees, WGS 84. */
    west: number
    /** Latitude in degrees, WGS 84. */
    north: number
    /** Longitude in degrees, WGS 84. */
    east: number
  } | null
  pointCount: number
  /** Points of the route in order. All, some or no points may have `ele`. */
  waypoints?: Array<Waypoint>
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

export type RouteChange = {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId?: string
  /** Names by language code. */
  names?: Record<string, string>
  attributes?: {
    /** Overrides the calculated value; metres. */
    altitudeUp?: string | null
    /** Overrides the calculated value; metres. */
    altitudeDown?: string | null
    /** Overrides the calculated value; kilometres. */
    routeDistance?: string | null
    /** Overrides the calculated value; hours. */
    time?: string | null
  }
  /** Points of the route in order. All, some or no points may have `ele`. */
  waypoints?: Array<Waypoint>
  remark?: string
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** Line colour. Stored and returned; page and roadbook draw routes in the colours of the brand. */
  color?: string
  icon?: {
    /** One of motorbike, sledding, ski-touring, hiking, cycling, ferry-route, bus-tour, canoeing, mountaineering, snowshoeing, cross-country-skiing, running, driving, transfer, walking, segment, e-bike, nordic-walking, mountain-biking; case, spaces, hyphens and underscores do not matter. */
    name: string
  }
  /** PNG or JPEG in Base64, at most 5 MB decoded. Absent: the image stays. `null` removes it. */
  imageBase64?: string | null
} & ({
  library: ByCustomId
  guidebook?: never
} | {
  library?: never
  guidebook: ByCustomId
} | {
  library?: never
  guidebook?: never
})

export type RouteCreation = {
  /** Account ID. */
  account: string
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names: Record<string, string>
  attributes: {
    /** Overrides the calculated value; metres. */
    altitudeUp?: string | null
    /** Overrides the calculated value; metres. */
    altitudeDown?: string | null
    /** Overrides the calculated value; kilometres. */
    routeDistance?: string | null
    /** Overrides the calculated value; hours. */
    time?: string | null
  }
  /** Points of the route in order. All, some or no points may have `ele`. */
  waypoints: Array<Waypoint>
  remark?: string
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** Line colour. Stored and returned; page and roadbook draw routes in the colours of the brand. */
  color?: string
  icon?: {
    /** One of motorbike, sledding, ski-touring, hiking, cycling, ferry-route, bus-tour, canoeing, mountaineering, snowshoeing, cross-country-skiing, running, driving, transfer, walking, segment, e-bike, nordic-walking, mountain-biking; case, spaces, hyphens and underscores do not matter. */
    name: string
  }
  /** PNG or JPEG in Base64, at most 5 MB decoded. */
  imageBase64?: string
} & ({
  library: ByCustomId
  guidebook?: never
} | {
  library?: never
  guidebook: ByCustomId
})

/** Route icon. */
export type RouteIcon = 'motorbike' | 'sledding' | 'ski-touring' | 'hiking' | 'cycling' | 'ferry-route' | 'bus-tour' | 'canoeing' | 'mountaineering' | 'snowshoeing' | 'cross-country-skiing' | 'running' | 'driving' | 'transfer' | 'walking' | 'segment' | 'e-bike' | 'nordic-walking' | 'mountain-biking'

/** Role of the route in its stage: a part of the main way (`main`), the continuation of a way (`leg`), or an `alternative`. Without it, a route that begins within 500 m of where the main way ends, or the route before it, continues that way; any other is an alternative. Totals, profile and the stage’s GPX file are those of the main way. */
export type RouteRole = 'main' | 'leg' | 'alternative'

export interface SentMail {
  service: 'gateway' | 'geodata' | 'releases' | 'builder' | 'webhooks' | 'importer'
  /** What it reports. */
  kind: 'share' | 'build-problems' | 'import-report' | 'webhook-off' | 'other'
  /** Null when the address is another account’s. */
  to: string | null
  /** Null for mails that may be secret, and for those of older versions. */
  subject: string | null
  state: 'waiting' | 'sent' | 'failed'
  /** Failed attempts. */
  attempts: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  settledAt: string | null
  /** Why the last attempt failed. */
  lastError: string | null
}

export interface SetExternalIdBody {
  /** Account ID. */
  account?: string
  /** Custom ID, chosen by the account. */
  value: string
}

export interface SetReleasePeriodBody {
  /** Calendar day. */
  start: string
  /** Calendar day. */
  end: string
}

export interface SetTripPeriodBody {
  /** Calendar day. */
  start: string
  /** Calendar day. */
  end: string
}

/** Either `link`, or `libraryCustomId` and `customId`; optionally the route’s role. */
export type StageRouteReference = {
  /** Role of the route in its stage: a part of the main way (`main`), the continuation of a way (`leg`), or an `alternative`. Without it, a route that begins within 500 m of where the main way ends, or the route before it, continues that way; any other is an alternative. Totals, profile and the stage’s GPX file are those of the main way. */
  role?: RouteRole
} & ({
  /** Internal ID: an opaque string. */
  link: string
  libraryCustomId?: never
  customId?: never
} | {
  link?: never
  /** Custom ID, chosen by the account. */
  libraryCustomId: string
  /** Custom ID, chosen by the account. */
  customId: string
})

export interface StoreUrls {
  iosUrl: string | null
  androidUrl: string | null
}

export interface TextChange {
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names?: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** PNG or JPEG in Base64, at most 5 MB decoded. Absent: the image stays. `null` removes it. */
  imageBase64?: string | null
}

export interface TextCreation {
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string
  /** Names by language code. */
  names: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions?: Record<string, string>
  /** PNG or JPEG in Base64, at most 5 MB decoded. */
  imageBase64?: string
}

export interface TextEntry {
  /** Custom ID, chosen by the account. */
  externalId: string
  /** Custom ID, chosen by the account. */
  libraryExternalId: string
}

export interface TextPage {
  /** Internal ID: an opaque string. */
  id: string
  kind: 'text'
  /** Account ID. */
  account: string
  library: ByCustomId
  /** Custom ID, chosen by the account. */
  customId: string | null
  /** Names by language code. */
  names: Record<string, string>
  /** Descriptions (HTML allowed) by language code. */
  descriptions: Record<string, string>
  image: {
    mediaType: string
    bytes: number
  } | null
  /** Increases with every change. */
  version: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant, ISO 8601 in UTC. */
  updatedAt: string
}

/** What the translation service translated for the account, by month in UTC. */
export interface TranslationUsage {
  /** The newest 24 months with at least one count, the newest first. */
  months: Array<{
    /** Year and month. */
    month: string
    /** Texts that the translation service translated. */
    texts: number
    /** Their characters, with markup: what translation services charge for. */
    characters: number
  }>
}

export interface UsageCounts {
  /** How often a Trip Link page was looked at. */
  pageViews: number
  /** How often a PDF roadbook was fetched. */
  roadbookDownloads: number
  /** How often a GPX file, or all of them in one archive, was fetched. */
  gpxDownloads: number
  /** How often the app fetched the content of a trip. */
  appDownloads: number
  /** Devices that were registered. */
  devices: number
}

export interface Waypoint {
  /** Latitude in degrees, WGS 84. */
  lat: number
  /** Longitude in degrees, WGS 84. */
  lon: number
  /** Height in metres. */
  ele?: number
}

export interface Webhook {
  /** Set by support; null when there is none. */
  url: string | null
  enabled: boolean
  disabledReason: string | null
  /** While the receiver fails, deliveries are paused until then and tried one at a time. Null when it works. */
  pausedUntil: string | null
  /** Time since which every attempt has failed; null when the last one succeeded. A disabled webhook keeps it. */
  failingSince: string | null
  /** Instant, ISO 8601 in UTC. */
  secretCreatedAt: string | null
  /** Instant, ISO 8601 in UTC. */
  previousSecretValidUntil: string | null
}

export interface WebhookSecret {
  /** Shown only once; `whsec_` and Base64. */
  secret: string
  /** Instant, ISO 8601 in UTC. */
  previousValidUntil: string | null
}

/** Request and response of each operation. */
export interface Operations {
  createLibrary: {
    body: LibraryCreation
    response: Library
    options: WriteOptions
  }
  listLibraries: {
    query: ListLibrariesQuery
    response: {
      items: Array<Library>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<Library>
      nextCursor: string | null
    }>
  }
  readLibrary: {
    params: {
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadLibraryQuery
    response: Library
    options: ReadOptions<Library>
  }
  updateLibrary: {
    params: {
      /** Custom ID, chosen by the account. */
      customId: string
    }
    body: LibraryChange
    response: Library
    options: ChangeOptions
  }
  createRoute: {
    body: RouteCreation
    response: Route
    options: WriteOptions
  }
  updateRoute: {
    params: {
      /** Internal ID: an opaque string. */
      route_id: string
    }
    body: RouteChange
    response: Route
    options: ChangeOptions
  }
  createPoi: {
    body: PoiCreation
    response: Poi
    options: WriteOptions
  }
  patchPoi: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    body: PoiPatch
    response: Poi
    options: ChangeOptions
  }
  updatePoi: {
    body: PoiChange
    response: Poi
    options: ChangeOptions
  }
  createText: {
    body: TextCreation
    response: TextPage
    options: WriteOptions
  }
  updateText: {
    body: TextChange
    response: TextPage
    options: ChangeOptions
  }
  deleteItem: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    response: undefined
    options: DeleteOptions
  }
  listItems: {
    query: ListItemsQuery
    response: {
      items: Array<Item>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<Item>
      nextCursor: string | null
    }>
  }
  readItem: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    response: Item
    options: ReadOptions<Item>
  }
  readItemGeojson: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    response: Response
    options: DownloadOptions
  }
  readItemGpx: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    response: Response
    options: DownloadOptions
  }
  readItemImage: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    response: Response
    options: DownloadOptions
  }
  setExternalId: {
    params: {
      /** Internal ID: an opaque string. */
      geodata_id: string
    }
    body: SetExternalIdBody
    response: Item
    options: ChangeOptions
  }
  createGuidebook: {
    body: GuidebookCreation
    response: Guidebook
    options: WriteOptions
  }
  listGuidebooks: {
    query: ListGuidebooksQuery
    response: {
      items: Array<GuidebookSummary>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<GuidebookSummary>
      nextCursor: string | null
    }>
  }
  readAnalytics: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadAnalyticsQuery
    response: Analytics
    options: ReadOptions<Analytics>
  }
  readGuidebook: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    response: Guidebook
    options: ReadOptions<Guidebook>
  }
  readGuidebookCover: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    response: Response
    options: DownloadOptions
  }
  replaceGuidebook: {
    params: {
      /** Custom ID, chosen by the account. */
      customId: string
    }
    body: GuidebookReplacement
    response: Guidebook
    options: ChangeOptions
  }
  readGuidebookPreview: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadGuidebookPreviewQuery
    response: Build
    options: ReadOptions<Build>
  }
  readGuidebookPreviewPage: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadGuidebookPreviewQuery
    response: Response
    options: DownloadOptions
  }
  readGuidebookPreviewRoadbook: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadGuidebookPreviewQuery
    response: Response
    options: DownloadOptions
  }
  requestGuidebookPreview: {
    params: {
      /** Account ID. */
      account: string
      /** Custom ID, chosen by the account. */
      customId: string
    }
    query: ReadGuidebookPreviewQuery
    response: Build
    options: CallOptions
  }
  createRelease: {
    query: CreateReleaseQuery
    body: ReleaseRequest
    response: ReleaseRecord
    options: WriteOptions
  }
  exportReleases: {
    params: {
      /** Account ID. */
      account: string
    }
    query: ExportReleasesQuery
    response: Response
    options: DownloadOptions
  }
  listReleases: {
    params: {
      /** Account ID. */
      account: string
    }
    query: ListReleasesQuery
    response: {
      items: Array<ReleaseRecord>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<ReleaseRecord>
      nextCursor: string | null
    }>
  }
  readRelease: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: ReleaseRecord
    options: ReadOptions<ReleaseRecord>
  }
  revokeRelease: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: undefined
    options: DeleteOptions
  }
  createOnDemandRelease: {
    body: OnDemandRequest
    response: ReleaseRecord
    options: WriteOptions
  }
  updateOnDemandRelease: {
    body: OnDemandRequest
    response: ReleaseRecord
    options: ChangeOptions
  }
  replaceAccommodation: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    body: ReplaceAccommodationBody
    response: ReleaseRecord
    options: ChangeOptions
  }
  setAppChannel: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** `1` enables, `0` disables. */
      flag: '1' | '0'
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setGpxChannel: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** `1` enables, `0` disables. */
      flag: '1' | '0'
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setPdfChannel: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** `1` enables, `0` disables. */
      flag: '1' | '0'
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setReleaseDevices: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** Number of devices that can download. */
      devices: number
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setReleaseDisabled: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** `1` enables, `0` disables. */
      flag: '1' | '0'
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setReleaseLanguage: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** Language code. */
      language: string
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setReleaseLocked: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** `1` enables, `0` disables. */
      flag: '1' | '0'
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setReleasePeriod: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    body: SetReleasePeriodBody
    response: ReleaseRecord
    options: ChangeOptions
  }
  setSellerCode: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** Download code, typically the booking reference; unique within the account. */
      code: number
    }
    response: ReleaseRecord
    options: ChangeOptions
  }
  setTripPeriod: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    body: SetTripPeriodBody
    response: ReleaseRecord
    options: ChangeOptions
  }
  diagnoseRelease: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release, or a download code of the account. */
      release: string
    }
    query: DiagnoseReleaseQuery
    response: Diagnosis
    options: ReadOptions<Diagnosis>
  }
  followReleaseBuild: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: Response
    options: DownloadOptions
  }
  listDevices: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    query: ListDevicesQuery
    response: {
      items: Array<Device>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<Device>
      nextCursor: string | null
    }>
  }
  listReleaseAudit: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    query: ListDevicesQuery
    response: {
      items: Array<AuditEntry>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<AuditEntry>
      nextCursor: string | null
    }>
  }
  listReleaseChanges: {
    query: ListDevicesQuery
    response: {
      items: Array<ReleaseChange>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<ReleaseChange>
      nextCursor: string | null
    }>
  }
  previewGpx: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: Response
    options: DownloadOptions
  }
  previewPage: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    query: PreviewPageQuery
    response: Response
    options: DownloadOptions
  }
  previewRoadbook: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: Response
    options: DownloadOptions
  }
  readReleaseBuild: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: Build
    options: ReadOptions<Build>
  }
  removeDevice: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** Internal ID: an opaque string. */
      devices: string
    }
    response: undefined
    options: DeleteOptions
  }
  requestReleaseBuild: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    response: Build
    options: ChangeOptions
  }
  attachDocument: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    body: DocumentToAttach
    response: AttachedDocument
    options: ChangeOptions
  }
  listDocuments: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
    }
    query: ListDevicesQuery
    response: {
      items: Array<AttachedDocument>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<AttachedDocument>
      nextCursor: string | null
    }>
  }
  removeDocument: {
    params: {
      /** Account ID. */
      account: string
      /** Trip Link slug of the release. */
      release: string
      /** Internal ID: an opaque string. */
      document: string
    }
    response: undefined
    options: DeleteOptions
  }
  createKey: {
    response: NewApiKey
    options: WriteOptions
  }
  readOwnAccount: {
    response: OwnAccount
    options: ReadOptions<OwnAccount>
  }
  revokeKey: {
    params: {
      /** Internal ID: an opaque string. */
      key_id: string
    }
    query: KeyRevocation
    response: undefined
    options: CallOptions
  }
  updateOwnAccount: {
    body: OwnAccountChange
    response: OwnAccount
    options: ChangeOptions
  }
  changeUser: {
    params: {
      /** Internal ID: an opaque string. */
      user_id: string
    }
    body: RoleChange
    response: AccountUser
    options: WriteOptions
  }
  inviteUser: {
    body: Invitation
    response: AccountUser
    options: WriteOptions
  }
  listImpersonations: {
    query: ListDevicesQuery
    response: {
      items: Array<Impersonation>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<Impersonation>
      nextCursor: string | null
    }>
  }
  listUsers: {
    response: {
      items: Array<AccountUser>
    }
    options: ReadOptions<{
      items: Array<AccountUser>
    }>
  }
  removeUser: {
    params: {
      /** Internal ID: an opaque string. */
      user_id: string
    }
    response: undefined
    options: CallOptions
  }
  readTranslationUsage: {
    response: TranslationUsage
    options: ReadOptions<TranslationUsage>
  }
  readUsage: {
    response: AccountUsage
    options: ReadOptions<AccountUsage>
  }
  previewLogo: {
    query: PreviewLogoQuery
    response: Response
    options: DownloadOptions
  }
  listDeliveries: {
    query: DeliveryFilter
    response: {
      items: Array<Delivery>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<Delivery>
      nextCursor: string | null
    }>
  }
  pingWebhook: {
    response: Delivery
    options: WriteOptions
  }
  readDelivery: {
    params: {
      /** Internal ID: an opaque string. */
      delivery_id: string
    }
    response: DeliveryDetail
    options: ReadOptions<DeliveryDetail>
  }
  readWebhook: {
    response: Webhook
    options: ReadOptions<Webhook>
  }
  replayDeliveries: {
    body: ReplayRange
    response: Replayed
    options: WriteOptions
  }
  replayDelivery: {
    params: {
      /** Internal ID: an opaque string. */
      delivery_id: string
    }
    response: Delivery
    options: WriteOptions
  }
  rotateWebhookSecret: {
    response: WebhookSecret
    options: WriteOptions
  }
  listImports: {
    query: ImportFilter
    response: {
      items: Array<ImportRun>
      nextCursor: string | null
    }
    options: ReadOptions<{
      items: Array<ImportRun>
      nextCursor: string | null
    }>
  }
  previewImport: {
    file: string | Uint8Array<ArrayBuffer> | Blob
    response: ImportPreview
    options: CallOptions
  }
  readImport: {
    params: {
      /** Internal ID: an opaque string. */
      run: string
    }
    query: ImportRowFilter
    response: ImportRunDetail
    options: ReadOptions<ImportRunDetail>
  }
  readImportConfiguration: {
    response: {
      configuration: ImportConfiguration | null
    }
    options: ReadOptions<{
      configuration: ImportConfiguration | null
    }>
  }
  uploadImport: {
    query: ImportUpload
    file: string | Uint8Array<ArrayBuffer> | Blob
    response: ImportRun
    options: WriteOptions
  }
}
