import type { Artifacts } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** A stored file with its metadata. */
export interface Artifact<Facts = unknown> {
  /** Hash of everything that the file is made from. */
  ingredients: string
  key: string
  bytes: number
  mediaType: string
  facts: Facts
}

/** SQL of artifacts. They are scoped by account: no account learns that another one has the same file. */
export const artifactQueries = (db: Knex | Knex.Transaction) => ({
  /** Existing artifacts by their ingredients. Finding one keeps it for at least another 23 hours; one that the sweeper is deleting is not found. */
  async find(account: string, ingredients: readonly string[]): Promise<Map<string, Artifact>> {
    const rows = await prepared<Artifact>(
      db,
      'builder/find-artifacts',
      `with found as (
         select ingredients, key, bytes, media_type as "mediaType", facts, used_at from artifacts
         where account = :account and ingredients = any (cast(:ingredients as text[]))
       ), used as (
         update artifacts set used_at = now() from found
         where account = :account and artifacts.ingredients = found.ingredients and found.used_at < now() - interval '1 hour'
         returning artifacts.ingredients
       )
       select ingredients, key, bytes, "mediaType", facts from found
       where used_at >= now() - interval '1 hour' or ingredients in (select ingredients from used)`,
      { account, ingredients },
    )
    return new Map(rows.map((row) => [row.ingredients, row]))
  },
})

/**
 * SQL after a build is completed, in the same statement: only if `changed` has its row.
 *
 * Inserts artifacts (`made`, JSON of `Artifact[]`). Sorted, so that two builds with common images cannot deadlock.
 */
export const insertArtifacts = `
  insert into artifacts (account, ingredients, key, bytes, media_type, facts, keys)
  select distinct on (ingredients) cast(:account as text), ingredients, key, bytes, "mediaType", facts,
    array_append(array(select part ->> 'key' from jsonb_array_elements(
      coalesce(facts -> 'files', '[]') || coalesce(facts -> 'courses', '[]')) as part), key)
  from json_to_recordset(cast(:made as json))
    as made(ingredients text, key text, bytes bigint, "mediaType" text, facts jsonb)
  where exists (select from changed)
  order by ingredients
  on conflict (account, ingredients) do update set key = excluded.key, bytes = excluded.bytes,
    media_type = excluded.media_type, facts = excluded.facts, keys = excluded.keys, made_at = now(), used_at = now()`

/** Records the objects of a release (`keys`); those of a preview as dropped. */
export const insertBuildObjects = `
  insert into build_objects (account, release, key, dropped_at)
  select :account, :release, key, case when cast(:isPreview as boolean) then now() end
  from unnest(cast(:keys as text[])) as key where exists (select from changed)
  on conflict (account, release, key) do update set dropped_at = excluded.dropped_at`

/** Marks objects that the release no longer has. */
export const dropBuildObjects = `
  update build_objects set dropped_at = now()
  where account = :account and release = :release and dropped_at is null and not key = any (cast(:keys as text[]))
    and exists (select from changed)
  returning key`

/**
 * Artifacts of the objects in `dropped` count as used now, so that the sweeper looks at them a day later. Not those in `made`: a statement can change
 * a row only once, and they are new. Sorted like those; both together can still deadlock, so the caller repeats the statement.
 */
export const touchDroppedArtifacts = `
  update artifacts set used_at = now()
  where account = :account and ingredients = any (array(
    select ingredients from artifacts
    where account = :account and key = any (array(select key from dropped))
      and used_at not between now() - interval '1 hour' and now()
      and ingredients not in (
        select made.ingredients from json_to_recordset(cast(:made as json)) as made(ingredients text))
    order by ingredients for update))`

/** The distinct keys of all objects of a release. */
export function objectKeys({
  pdf,
  gpx,
  page,
  languages = [],
  images,
  bundle,
  icons = [],
  map = null,
}: Artifacts): string[] {
  const tracks = gpx ? [gpx.zip, ...gpx.files, ...(gpx.courses ?? [])] : []
  const parts = [pdf, page, map, ...languages, bundle, ...tracks, ...images, ...icons]
  return [...new Set(parts.flatMap((part) => (part ? [part.key] : [])))]
}
