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
  /** Those that were made already, by their ingredients. */
  async find(account: string, ingredients: readonly string[]): Promise<Map<string, Artifact>> {
    const rows = await prepared<Artifact>(
      db,
      'builder/find-artifacts',
      `SELECT ingredients, key, bytes, media_type AS "mediaType", facts FROM artifacts
       WHERE account = ? AND ingredients = ANY (?::text[])`,
      [account, ingredients],
    )
    return new Map(rows.map((row) => [row.ingredients, row]))
  },
})

/**
 * Remembers files that were made, if the condition holds. Bindings: the account, the files (JSON of `Artifact[]`). In one
 * order for everyone, so that two builds with pictures in common never wait for one another in a circle.
 */
export const insertArtifacts = (condition: string): string => `
  INSERT INTO artifacts (account, ingredients, key, bytes, media_type, facts)
  SELECT DISTINCT ON (ingredients) ?::text, ingredients, key, bytes, "mediaType", facts FROM json_to_recordset(?::json)
    AS made(ingredients text, key text, bytes bigint, "mediaType" text, facts jsonb)
  WHERE ${condition}
  ORDER BY ingredients
  ON CONFLICT (account, ingredients) DO UPDATE SET key = excluded.key, bytes = excluded.bytes,
    media_type = excluded.media_type, facts = excluded.facts, made_at = now()`
