import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { fail } from '@guidebook/service-kit'
import { bindNames, namesIn } from '../binding/bind-names.ts'
import { type Binding, boundItems, type NamedItem } from '../binding/bindings.ts'
import { findBindings, saveBindings } from '../binding/queries.ts'
import type { Context } from '../context.ts'
import { linksIn, namesOf, templateIn } from '../on-demand/references.ts'
import { lockByNumber } from '../release/queries.ts'
import type { Release } from '../release/release.ts'

/**
 * The bindings of a release that is built. Names without one are bound now: those of releases from before bindings were stored, and those whose
 * item did not exist when the request was validated. Throws 409 `generation-superseded` when the release changes meanwhile.
 */
export async function bindRelease(
  { database, geodata }: Pick<Context, 'database' | 'geodata'>,
  release: Release,
  request: StoredOnDemandRequest | null,
): Promise<readonly Binding[]> {
  const named = namedBy(release, request)
  const before = (await findBindings(database.knex, release)) ?? []
  const itemOf = boundItems(before)
  const bound = await bindNames(
    geodata,
    release.account,
    named.filter((name) => itemOf(name) === undefined),
  )
  const stored = new Set(before.map(withoutName))
  const others = otherItems(release, request).filter((other) => !stored.has(withoutName(other)))
  if (bound.length + others.length === 0) return before
  const bindings = [...before, ...others, ...bound]
  await database.transaction(async (trx) => {
    const locked = await lockByNumber(trx, release.account, release.id)
    if (locked?.generation !== release.generation) fail('generation-superseded')
    await saveBindings(trx, release, bindings)
  })
  return bindings
}

const withoutName = ({ use, item, customId }: Binding): string => JSON.stringify([use, item, customId === null])

const namedBy = ({ accommodation, texts, assets }: Release, request: StoredOnDemandRequest | null): NamedItem[] =>
  request === null ? namesIn({ accommodation, text: texts, asset: assets }) : namesOf(request)

/** What a request names without custom IDs of items. */
const otherItems = ({ source_guidebook }: Release, request: StoredOnDemandRequest | null): Binding[] =>
  request === null ? [] : [...linksIn(request), ...templateIn(source_guidebook)]
