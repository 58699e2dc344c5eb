import { Version } from '@cyclonedx/cyclonedx-library/Spec'
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'

const contents = {
  program: {
    name: '@guidebook/gateway',
    version: '0.1.0',
    license: 'UNLICENSED',
    dependencies: ['koa@3.3.0', 'node@24.21.0'],
  },
  parts: [
    {
      name: 'koa',
      version: '3.3.0',
      license: 'MIT',
      integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
      dependencies: ['@scope/a@1.0.0'],
    },
    { name: '@scope/a', version: '1.0.0', license: '(MIT OR Apache-2.0)' },
    { name: 'node', version: '24.21.0', license: 'see LICENSE', kind: 'generic' as const },
  ],
  time: '2026-11-24T12:00:00.000Z',
}

test('a bill of materials fits the schema of CycloneDX 1.6', async () => {
  const text = billOfMaterials(contents)
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull()
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text.replace('"library"', '"unknown"'))).not.toBeNull()
})

test('a bill of materials names the program, and each part with licence, hash and what it uses', () => {
  const { metadata, components, dependencies } = JSON.parse(billOfMaterials(contents))
  expect(metadata).toMatchObject({ timestamp: contents.time, component: { name: 'gateway', group: '@guidebook' } })
  expect(components).toContainEqual({
    type: 'library',
    name: 'koa',
    version: '3.3.0',
    'bom-ref': 'pkg:npm/koa@3.3.0',
    purl: 'pkg:npm/koa@3.3.0',
    hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
    licenses: [{ license: { id: 'MIT' } }],
  })
  expect(components.map(({ licenses }: { licenses: unknown }) => licenses)).toContainEqual([
    { expression: '(MIT OR Apache-2.0)' },
  ])
  expect(dependencies).toContainEqual({ ref: 'pkg:npm/koa@3.3.0', dependsOn: ['pkg:npm/%40scope/a@1.0.0'] })
})

test('the same contents give the same text, and other contents another serial number', () => {
  const serialNumber = (text: string) => JSON.parse(text).serialNumber
  expect(billOfMaterials(contents)).toBe(billOfMaterials(contents))
  const later = billOfMaterials({ ...contents, time: '2026-11-25T12:00:00.000Z' })
  expect(serialNumber(later)).not.toBe(serialNumber(billOfMaterials(contents)))
})
