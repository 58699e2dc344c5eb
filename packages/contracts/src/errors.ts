/** The closed catalogue of error codes: one status and one text for each, for every service. */
import { accountErrors } from './errors/account.ts'
import { contentErrors } from './errors/content.ts'
import { httpErrors } from './errors/http.ts'
import { releaseErrors } from './errors/releases.ts'

export interface ErrorEntry {
  /** HTTP status of an answer whose first fault has this code. */
  status: number
  /** Short, the same for every occurrence (RFC 9457 `title`). */
  title: string
  /** What it means. Also the detail of an answer that has none of its own. */
  description: string
  /** What whoever sent the request does now; Markdown, for the page that `type` leads to. */
  remedy: string
  /** An example of what an answer's `errors` holds. */
  fault?: { pointer: string; message: string }
}

export const errorCatalogue = {
  ...httpErrors,
  ...contentErrors,
  ...releaseErrors,
  ...accountErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** What any operation may answer; operations list only what comes on top. */
export const commonErrors = [
  'malformed-request',
  'malformed-json',
  'bad-target',
  'invalid-header',
  'unauthorized',
  'account-mismatch',
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

/** One thing that is wrong, with a JSON Pointer into the body (or to the parameter's name). Never holds the value. */
export interface Fault {
  pointer: string
  code: ErrorCode
  message: string
}
