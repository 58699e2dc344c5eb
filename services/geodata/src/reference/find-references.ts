import type { ItemKind } from '@guidebook/contracts'
import { alignByOrdinality, isUuid, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** An item by its internal ID, or by its library's and its own custom ID. */
export interface Reference {
  link?: string
  libraryCustomId?: string
  customId?: string
}

export interface FoundItem {
  id: string
  kind: ItemKind
  version: number
  customId: string | null
  library: string | null
}

const found = 'i.id, i.kind, i.version, i.custom_id AS "customId", l.custom_id AS library'

/**
 * The items of the account that the references name, in their order, null for none: one question however many there
 * are. What was generated for a release can't be referred to.
 */
export async function findReferences(
  db: Knex | Knex.Transaction,
  account: string,
  references: readonly Reference[],
): Promise<(FoundItem | null)[]> {
  const rows = await prepared<FoundItem & { place: number }>(
    db,
    'references/find',
    `WITH asked AS (
       SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[]) WITH ORDINALITY AS a(link, library, item, place))
     SELECT a.place, ${found} FROM asked a
       JOIN items i ON i.account = ? AND i.id = a.link AND NOT i.generated
       LEFT JOIN libraries l ON l.account = i.account AND l.id = i.library_id
     UNION ALL
     SELECT a.place, ${found} FROM asked a
       JOIN libraries l ON l.account = ? AND l.custom_id = a.library
       JOIN items i ON i.account = l.account AND i.library_id = l.id AND i.custom_id = a.item`,
    [
      references.map(({ link }) => (link !== undefined && isUuid(link) ? link : null)),
      references.map(({ libraryCustomId }) => libraryCustomId ?? null),
      references.map(({ customId }) => customId ?? null),
      account,
      account,
    ],
  )
  return alignByOrdinality<FoundItem>(references.length, rows)
}
