import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differenceOf } from './difference.ts'
import { type PagePicture, pictureOf, pngOf } from './page-pictures.ts'

const kept = new URL('./pictures/', import.meta.url)
const renewing = process.env.RENEW_PICTURES === '1'
const howToRenew = 'Look at them; when they are right: RENEW_PICTURES=1 npm test -- roadbook/test/golden'

const fileOf = (index: number): string => `${String(index + 1).padStart(2, '0')}.png`

const keptPictures = async (folder: URL): Promise<PagePicture[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png')).sort()
  return Promise.all(names.map(async (name) => pictureOf(await readFile(new URL(name, folder)))))
}

const keep = async (folder: URL, pages: readonly PagePicture[]): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [index, page] of pages.entries()) await writeFile(new URL(fileOf(index), folder), await pngOf(page))
}

/**
 * What is wrong with the pages of a book beside those that were looked at and kept; `null` when they are as they were.
 * Pages that differ are written to a temporary folder, each with a picture of what differs.
 */
export const golden = async (name: string, pages: readonly PagePicture[]): Promise<string | null> => {
  const folder = new URL(`${name}/`, kept)
  if (renewing) await keep(folder, pages)
  const before = await keptPictures(folder)
  const shown = join(tmpdir(), 'roadbook-pages', name)
  await rm(shown, { recursive: true, force: true })
  await mkdir(shown, { recursive: true })
  const faults = before.length === pages.length ? [] : [`${pages.length} pages instead of ${before.length}`]
  for (const [index, page] of pages.entries()) {
    const was = before[index]
    const difference = was ? differenceOf(was, page) : { share: 1, picture: page }
    if (!difference) continue
    faults.push(`page ${index + 1} differs in ${(difference.share * 100).toFixed(2)} % of its area`)
    await writeFile(join(shown, `new-${fileOf(index)}`), await pngOf(page))
    await writeFile(join(shown, `difference-${fileOf(index)}`), await pngOf(difference.picture))
  }
  return faults.length === 0 ? null : `${name}: ${faults.join('; ')}. The pages are in ${shown}. ${howToRenew}`
}
