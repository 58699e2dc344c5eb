import { ServiceError } from '@guidebook/service-kit'

/** Previews of one account that this process works on at once. */
const slotsPerAccount = 2
/** Previews of all accounts that this process works on at once; each holds a file of up to 16 MiB. */
const slots = 16

/** Bounds how many previews run side by side, so that one account cannot take the time of all. */
export const createPreviewSlots = () => {
  const taken = new Map<string, number>()
  let takenByAll = 0
  const count = (account: string, change: 1 | -1) => {
    takenByAll += change
    const own = (taken.get(account) ?? 0) + change
    if (own === 0) taken.delete(account)
    else taken.set(account, own)
  }
  return {
    /** Throws `rate-limited` when the account has no slot left, `part-unavailable` when all are taken. */
    async run<T>(account: string, preview: () => Promise<T>): Promise<T> {
      if ((taken.get(account) ?? 0) >= slotsPerAccount) {
        const detail = `At most ${slotsPerAccount} previews of an account run at once. Wait for one of them to end.`
        throw new ServiceError('rate-limited', { detail, headers: { 'Retry-After': '1' } })
      }
      if (takenByAll >= slots) throw new ServiceError('part-unavailable', { headers: { 'Retry-After': '1' } })
      count(account, 1)
      try {
        return await preview()
      } finally {
        count(account, -1)
      }
    },
  }
}
