import type { Clock, Database, ObjectStore, OrphanSweep } from '@guidebook/service-kit'

/** Images that no on-demand request refers to. */
export const imageSweep = ({
  database: { knex },
  ...common
}: {
  database: Database
  objectStore: ObjectStore
  clock: Clock
}): OrphanSweep => ({
  ...common,
  prefix: 'releases/',
  async isUsed(account, key) {
    const requests = knex('on_demand_requests').where({ account })
    const found = await requests.whereRaw('image_keys @> array[cast(:key as text)]', { key }).first('release_id')
    return found !== undefined
  },
})
