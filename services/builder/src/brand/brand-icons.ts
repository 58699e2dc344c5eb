import type { BuildInput } from '@guidebook/contracts'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Build } from '../context.ts'
import { iconRecipe } from '../svg/draw-icons.ts'
import { iconLook } from '../svg/icon-look.ts'

/** The stored icons of a brand; draws them unless they exist already. They are one artifact, since they are always made together. */
export async function brandIcons(brand: BuildInput['brand'], { files, renderer }: Build) {
  const look = iconLook(brand)
  const { facts } = await files.reuse(`icons-${fingerprint([iconRecipe, look])}`, async () => {
    const drawn = await renderer.run('drawIcons', look)
    const stored = await Promise.all(
      drawn.map(async ({ name, png }) => ({ name, file: await files.put(png, 'image/png') })),
    )
    const [first] = stored
    if (!first) throw new Error('no icon was drawn')
    return { ...first.file, facts: { files: stored.map(({ name, file }) => ({ name, key: file.key })) } }
  })
  return facts.files
}
