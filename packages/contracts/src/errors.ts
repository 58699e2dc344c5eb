/** The catalogue of all error codes of all services. */
import account from './errors/account.json' with { type: 'json' }
import content from './errors/content.json' with { type: 'json' }
import http from './errors/http.json' with { type: 'json' }
import portal from './errors/portal.json' with { type: 'json' }
import releases from './errors/releases.json' with { type: 'json' }

export interface ErrorEntry {
  /** HTTP status of a response whose first fault has this code. */
  status: number
  /** Short text, the same for every occurrence (RFC 9457 `title`). */
  title: string
  /** What it means. Also the default of `detail` for errors without faults. */
  description: string
  /** Example of a `detail` that the service always writes itself. */
  detail?: string
  /** What the client should do. Markdown, for the page at `type`. */
  remedy: string
  /** Example of an entry in `errors`. */
  fault?: { pointer: string; message: string }
}

export const errorCatalogue = { ...http, ...content, ...releases, ...account, ...portal } satisfies Record<
  string,
  ErrorEntry
>

export type ErrorCode = keyof typeof errorCatalogue

/** Errors of any operation; operations list only further ones. */
export const commonErrors = [
  'malformed-request',
  'malformed-json',
  'bad-target',
  'invalid-header',
  'unauthorized',
  'account-mismatch',
  'account-suspended',
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'payload-too-large',
  'target-too-long',
  'unsupported-media-type',
  'unknown-field',
  'required-field',
  'invalid-field',
  'exactly-one-of',
  'invalid-text',
  'rate-limited',
  'headers-too-large',
  'internal-error',
  'part-unavailable',
] as const satisfies readonly ErrorCode[]
