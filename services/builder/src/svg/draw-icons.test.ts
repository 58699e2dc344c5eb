import { fontPaths, loadFonts } from '@guidebook/roadbook'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from './draw-icons.ts'
import { iconLook } from './icon-look.ts'

const { covers } = loadFonts()
const drawn = (name: string, primaryColor: string | null = '#0a7d4b') =>
  drawIcons(iconLook({ name, primaryColor }), { covers, fontFiles: fontPaths(name) })

const pixels = async (png: Uint8Array) => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const inks = new Set<number>()
  for (let at = 0; at < data.length; at += 4) if ((data[at] as number) > 240) inks.add(at / 4)
  const columns = [...inks].map((at) => at % info.width)
  return { data, info, inks, columns }
}

test('icons have the sizes that platforms require, with a centred letter', async () => {
  const sizes = new Map<string, number>()
  for (const { name, png } of drawn('Alpine Walks')) {
    const { info, columns } = await pixels(png)
    sizes.set(name, info.width)
    expect(info.height).toBe(info.width)
    const middle = (Math.min(...columns) + Math.max(...columns)) / 2
    expect(Math.abs(middle - info.width / 2)).toBeLessThan(info.width / 40)
  }
  expect(Object.fromEntries(sizes)).toEqual({
    'apple-touch.png': 180,
    '192.png': 192,
    '512.png': 512,
    'maskable.png': 512,
  })
})

test('icons that a platform masks fill their corners, and keep the letter inside the safe zone', async () => {
  for (const { name, png } of drawn('Wanderreisen')) {
    const { data, info, inks } = await pixels(png)
    const isWhole = name === 'apple-touch.png' || name === 'maskable.png'
    expect([...data.subarray(0, 4)], name).toEqual(isWhole ? [10, 125, 75, 255] : [0, 0, 0, 0])
    if (name !== 'maskable.png') continue
    for (const at of inks) {
      const distance = Math.hypot((at % info.width) - 255.5, Math.floor(at / info.width) - 255.5)
      expect(distance).toBeLessThan(0.4 * info.width)
    }
  }
})

test.each(['Жаворонок', 'Ωμέγα', 'élan', '山の会', '7 summits'])('the letter of %s is drawn', async (name) => {
  const { inks } = await pixels((drawn(name)[0] as { png: Uint8Array }).png)
  expect(inks.size).toBeGreaterThan(100)
})

test.each(['', '···', 'ԱԲԳ ⛰'.replace('ԱԲԳ', '\u{1E900}')])(
  'the icon is plain if "%s" has no drawable letter',
  async (name) => {
    const { inks } = await pixels((drawn(name)[0] as { png: Uint8Array }).png)
    expect(inks.size).toBe(0)
  },
)

test('the letter is one capital that contrasts with its background', () => {
  expect(iconLook({ name: '  «straße»', primaryColor: '#F4A300' })).toMatchObject({
    letter: 'S',
    background: '#f4a300',
  })
  expect(iconLook({ name: 'ßa', primaryColor: null }).letter).toBe('ß')
  expect(iconLook({ name: 'a', primaryColor: '#ffffff' }).ink).not.toBe('#ffffff')
  expect(iconLook({ name: 'a', primaryColor: null }).background).toBe('#1f4e5f')
})
