import { hash } from 'node:crypto'
import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums'
import {
  Bom,
  Component,
  HashDictionary,
  LicenseExpression,
  LicenseRepository,
  Metadata,
  NamedLicense,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'

export interface Part {
  name: string
  version: string
  /** As in a manifest: an SPDX identifier or expression, or other text. */
  license?: string | undefined
  /** As in a lock file: `sha512-` and base64. */
  integrity?: string | undefined
  /** Parts that it uses, each as name@version. */
  dependencies?: readonly string[]
  /** The kind in the package URL; npm by default. */
  kind?: 'npm' | 'generic'
}

interface Contents {
  /** The program itself. */
  program: Part
  parts: readonly Part[]
  /** When its commit was made, ISO 8601. */
  time: string
}

/** Describes what a program consists of: CycloneDX 1.6 as JSON. The same contents give the same text. */
export function billOfMaterials({ program, parts, time }: Contents): string {
  const components = new Map(parts.map((part) => [keyOf(part), componentOf(part, ComponentType.Library)]))
  const root = componentOf(program, ComponentType.Application)
  const connect = (component: Component, { dependencies = [] }: Part) => {
    for (const key of dependencies) {
      const dependency = components.get(key)
      if (dependency === undefined) throw new Error(`${component.name} uses ${key}, which is no part`)
      component.dependencies.add(dependency.bomRef)
    }
  }
  connect(root, program)
  for (const part of parts) connect(components.get(keyOf(part)) ?? root, part)
  const bom = new Bom({ metadata: new Metadata({ component: root, timestamp: new Date(time) }) })
  for (const component of components.values()) bom.components.add(component)
  const serialize = () =>
    new JsonSerializer(new Json.Normalize.Factory(Spec1dot6)).serialize(bom, { sortLists: true, space: 1 })
  bom.serialNumber = `urn:uuid:${uuidOf(serialize())}`
  return `${serialize()}\n`
}

export const keyOf = ({ name, version }: Part): string => `${name}@${version}`

function componentOf(part: Part, type: ComponentType): Component {
  const { version, license, integrity, kind = 'npm' } = part
  const [, group, name = part.name] = /^(@[^/]+)\/(.+)$/.exec(part.name) ?? []
  const purl = `pkg:${kind}/${part.name.replace('@', '%40')}@${version}`
  return new Component(type, name, {
    ...(group !== undefined && { group }),
    version,
    purl,
    bomRef: purl,
    licenses: new LicenseRepository(license === undefined ? [] : [licenseOf(license)]),
    hashes: new HashDictionary(integrity === undefined ? [] : [hashOf(integrity)]),
  })
}

function licenseOf(license: string) {
  if (isSupportedSpdxId(license)) return new SpdxLicense(license)
  return / (AND|OR|WITH) /.test(license) ? new LicenseExpression(license) : new NamedLicense(license)
}

function hashOf(integrity: string): [HashAlgorithm, string] {
  const [algorithm, digest = ''] = integrity.split('-', 2)
  if (algorithm !== 'sha512') throw new Error(`unexpected integrity ${integrity}`)
  return [HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]
}

/** A UUID of version 8: its bits are derived from the text. */
function uuidOf(text: string): string {
  const digits = [...hash('sha256', text, 'hex').slice(0, 32)]
  digits[12] = '8'
  digits[16] = '8'
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
