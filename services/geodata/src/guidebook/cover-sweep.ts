import type { Clock, Database, ObjectStore, OrphanSweep } from '@guidebook/service-kit'

/** Covers that no guidebook refers to. */
export const coverSweep = ({
  database: { knex },
  ...common
}: {
  database: Database
  objectStore: ObjectStore
  clock: Clock
}): OrphanSweep => ({
  ...common,
  prefix: 'geodata/',
  async isUsed(account, key) {
    const guidebooks = knex('guidebooks').where({ account })
    return (await guidebooks.whereRaw("cover->>'key' = :key", { key }).first('id')) !== undefined
  },
})
