import type { Readable } from 'node:stream'
import type { HealthCheck } from '../health.ts'
import type { Digest } from './digest.ts'

export type StoredObject = Digest & { key: string }

export interface ListedObject {
  key: string
  modified: Date
}

interface PutOptions {
  contentType: string
}

/**
 * Bytes by key. Most keys begin with `<service>/<account>/`; `createOrphanSweeper` takes the second part for the account. Parts consist of
 * `A-Z a-z 0-9 . _ -` and are joined by `/`. A put is atomic and replaces an existing object.
 */
export interface ObjectStore {
  put(key: string, body: Buffer | Readable, options: PutOptions): Promise<StoredObject>
  /** Stores under `<prefix>/<sha256><extension>`, so the same bytes are stored once. The extension is like `.pdf`. */
  putByContent(
    prefix: string,
    body: Buffer | Readable,
    options: PutOptions & { extension?: string },
  ): Promise<StoredObject>
  /** Throws `ObjectMissingError`. The stream must be read or destroyed. */
  get(key: string): Promise<{ stream: Readable; bytes: number; contentType: string }>
  /** The whole object in memory. Throws `ObjectMissingError`. */
  read(key: string): Promise<Buffer>
  exists(key: string): Promise<boolean>
  /** When it was last stored; null when it does not exist. */
  modified(key: string): Promise<Date | null>
  /** Does nothing when the object does not exist. */
  remove(key: string): Promise<void>
  /** Removes unfinished objects that no process has written to since `before`. */
  removeUnfinished(before: Date): Promise<void>
  /** All objects whose key begins with the prefix, in no defined order. */
  list(prefix: string): AsyncIterable<ListedObject>
  check: HealthCheck
}

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError'
  readonly key: string
  constructor(key: string, options?: ErrorOptions) {
    super('no such object', options)
    this.key = key
  }
}
