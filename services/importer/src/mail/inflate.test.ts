import { expect, it } from 'vitest'
import { limitInflation } from './inflate.ts'

it('archives of one mail may not be too large together', async () => {
  const megabyte = Buffer.alloc(1024 * 1024)
  const inflation = { bytes: 0 }
  const inflate = async (megabytes: number) => {
    const pieces = (async function* () {
      for (let n = 0; n < megabytes; n++) yield megabyte
    })()
    const limited = limitInflation(pieces, () => megabytes * megabyte.length, inflation)
    return (await Array.fromAsync(limited)).length
  }
  expect(await inflate(500)).toBe(500)
  expect(await inflate(12)).toBe(12)
  await expect(inflate(1)).rejects.toMatchObject({ reason: 'archive-too-large' })
})
