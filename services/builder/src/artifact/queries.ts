import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** A stored file with its metadata. */
export interface Artifact<Facts = Record<string, unknown>> {
  /** Hash of everything that the file is made from. */
  ingredients: string
  key: string
  bytes: number
  mediaType: string
  facts: Facts
}

/** SQL of artifacts. They are scoped by account: no account learns that another one has the same file. */
export const artifactQueries = (db: Knex | Knex.Transaction) => ({
  /** Existing artifacts by their ingredients. Finding one keeps it for at least another day. */
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
 * Inserts artifacts if the condition holds. Bindings: account, artifacts (JSON of `Artifact[]`). Sorted, so that two builds with common
 * images cannot deadlock.
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

/** Records the objects of a release if the condition holds. Bindings: account, release, keys (text[]). */
export const insertBuildObjects = (condition: string): string => `
  INSERT INTO build_objects (account, release, key)
  SELECT ?, ?, key FROM unnest(?::text[]) AS key WHERE ${condition}
  ON CONFLICT (account, release, key) DO UPDATE SET dropped_at = NULL`

/** Marks objects that the release no longer has, if the condition holds. Bindings: account, release, keys (text[]). */
export const dropBuildObjects = (condition: string): string => `
  UPDATE build_objects SET dropped_at = now()
  WHERE account = ? AND release = ? AND dropped_at IS NULL AND NOT key = ANY (?::text[]) AND ${condition}`
