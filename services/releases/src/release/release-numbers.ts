import type { Database } from '@guidebook/service-kit'

/** Gives each release its number before it is written, so that everything about it goes into one statement. */
export interface ReleaseNumbers {
  next(): Promise<number>
}

/** As the sequence's INCREMENT BY. Numbers that a process has not used when it ends are never given to anyone. */
const blockSize = 50

export function releaseNumbers({ knex }: Pick<Database, 'knex'>): ReleaseNumbers {
  const free: number[] = []
  let refill: Promise<void> | undefined

  const takeBlock = async () => {
    const { rows } = await knex.raw("SELECT nextval('release_numbers') AS first")
    const first = Number(rows[0].first)
    for (let number = first; number < first + blockSize; number++) free.push(number)
  }

  return {
    async next() {
      for (;;) {
        const number = free.shift()
        if (number !== undefined) return number
        refill ??= takeBlock().finally(() => {
          refill = undefined
        })
        await refill
      }
    },
  }
}
