import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** A file that was made, with what is known of it beside its bytes. */
export interface Artifact<Facts = Record<string, unknown>> {
  /** Hash of everything that went into it. */
  ingredients: string
  key: string
  bytes: number
  mediaType: string
  facts: Facts
}

/** The SQL of artifacts. They are an account's own: another one never learns that the same file exists. */
export const artifactQueries = (db: Knex | Knex.Transaction) => ({
  /** Those that were made already, by their ingredients. Whatever is found stays for another day at least. */
  async find(account: string, ingredients: readonly string[]): Promise<Map<string, Artifact>> {
    const rows = await prepared<Artifact>(
      db,
      'builder/find-artifacts',
      `WITH found AS (
         SELECT ingredients, key, bytes, media_type AS "mediaType", facts, used_at FROM artifacts
         WHERE account = ? AND ingredients = ANY (?::text[])
       ), used AS (
         UPDATE artifacts SET used_at = now() FROM found
         WHERE account = ? AND artifacts.ingredients = found.ingredients AND found.used_at < now() - interval '1 hour'
       )
       SELECT ingredients, key, bytes, "mediaType", facts FROM found`,
      [account, ingredients, account],
    )
    return new Map(rows.map((row) => [row.ingredients, row]))
  },
})

/**
 * Remembers files that were made, if the condition holds. Bindings: the account, the files (JSON of `Artifact[]`). In one
 * order for everyone, so that two builds with pictures in common never wait for one another in a circle.
 */
export const insertArtifacts = (condition: string): string => `
  INSERT INTO artifacts (account, ingredients, key, bytes, media_type, facts, keys)
  SELECT DISTINCT ON (ingredients) ?::text, ingredients, key, bytes, "mediaType", facts,
    array_append(ARRAY(SELECT jsonb_array_elements(facts -> 'files') ->> 'key'), key)
  FROM json_to_recordset(?::json)
    AS made(ingredients text, key text, bytes bigint, "mediaType" text, facts jsonb)
  WHERE ${condition}
  ORDER BY ingredients
  ON CONFLICT (account, ingredients) DO UPDATE SET key = excluded.key, bytes = excluded.bytes,
    media_type = excluded.media_type, facts = excluded.facts, keys = excluded.keys, made_at = now(), used_at = now()`

/** Names what a release consists of from now on, if the condition holds. Bindings: account, release, keys (text[]). */
export const insertBuildObjects = (condition: string): string => `
  INSERT INTO build_objects (account, release, key)
  SELECT ?, ?, key FROM unnest(?::text[]) AS key WHERE ${condition}
  ON CONFLICT (account, release, key) DO UPDATE SET dropped_at = NULL`

/** Marks what it no longer consists of. Bindings: account, release, keys (text[]). */
export const dropBuildObjects = (condition: string): string => `
  UPDATE build_objects SET dropped_at = now()
  WHERE account = ? AND release = ? AND dropped_at IS NULL AND NOT key = ANY (?::text[]) AND ${condition}`
