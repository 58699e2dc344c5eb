import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { thirdPartyNotices } from './third-party-notices.ts'

const root = resolve(import.meta.dirname, '../../..')

const command = '`npm test -- third-party -u` rewrites it'
test(`THIRD_PARTY_NOTICES names every package of npm in the services and in the portal with its licence; ${command}`, async () => {
  const notices = thirdPartyNotices([...globSync(join(root, 'services/*')), join(root, 'packages/portal')])
  for (const name of [
    '@img/sharp-libvips',
    '@mantine/core',
    '@resvg/resvg-js',
    '@scalar/api-reference',
    'dejavu-fonts-ttf',
    'maplibre-gl',
    'react-dom',
  ]) {
    expect(notices).toContain(`\n- ${name} `)
  }
  await expect(notices).toMatchFileSnapshot(join(root, 'THIRD_PARTY_NOTICES'))
})
