import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { iconRecipe } from '../svg/draw-icons.ts'
import type { IconLook } from '../svg/icon-look.ts'

export type Icons = NonNullable<Artifacts['icons']>

export interface IconSources {
  account: string
  store: ObjectStore
  renderer: RenderTaskRunner
  made(artifact: Artifact): void
}

/** The icons of a look are one artifact, since they are always made together. */
export const iconIngredients = (look: IconLook): string => `icons-${fingerprint([iconRecipe, look])}`

/** The stored icons of a brand; draws them unless they exist already. */
export async function brandIcons(
  look: IconLook,
  known: ReadonlyMap<string, Artifact>,
  { account, store, renderer, made }: IconSources,
): Promise<Icons> {
  const ingredients = iconIngredients(look)
  const before = known.get(ingredients) as Artifact<{ files: Icons }> | undefined
  if (before) return before.facts.files
  const mediaType = 'image/png'
  const drawn = await renderer.run('drawIcons', look)
  const stored = await Promise.all(
    drawn.map(async ({ name, png }) => {
      const { key, bytes } = await store.putByContent(`builder/${account}`, Buffer.from(png), {
        contentType: mediaType,
        extension: '.png',
      })
      return { name, key, bytes }
    }),
  )
  const files = stored.map(({ name, key }) => ({ name, key }))
  const [first] = stored
  if (first) made({ ingredients, key: first.key, bytes: first.bytes, mediaType, facts: { files } })
  return files
}
