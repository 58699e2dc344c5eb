import { commonSettings, type SettingsSpec } from '@guidebook/service-kit'
import { spec as builder } from '../../../services/builder/src/config.ts'
import { spec as gateway } from '../../../services/gateway/src/config.ts'
import { spec as geodata } from '../../../services/geodata/src/config.ts'
import { spec as importer } from '../../../services/importer/src/config.ts'
import { spec as releases } from '../../../services/releases/src/config.ts'
import { spec as webhooks } from '../../../services/webhooks/src/config.ts'
import type { ServiceName } from '../src/services/names.ts'

/** The declared settings of every service. */
export const specs: Readonly<Record<ServiceName, SettingsSpec>> = {
  gateway,
  geodata,
  releases,
  builder,
  webhooks,
  importer,
}

const [begin, end] = [
  '<!-- Generated from the declarations: see CONTRIBUTING.md. -->',
  '<!-- End of the generated part. -->',
]

/** The document with its generated part written again from the declarations. */
export function withReference(document: string): string {
  const [before, rest = ''] = document.split(begin)
  const [, after = ''] = rest.split(end)
  const sections = [
    section('All services', commonSettings),
    ...Object.entries(specs).map(([service, spec]) => section(service, ownSettings(spec))),
  ]
  return [before, begin, '\n\n', sections.join('\n\n'), '\n\n', end, after].join('')
}

const ownSettings = (spec: SettingsSpec): SettingsSpec =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => !Object.hasOwn(commonSettings, name)))

function section(title: string, spec: SettingsSpec): string {
  const rows = Object.entries(spec).map(([name, setting]) => [
    `\`${name}\``,
    setting.type.replaceAll(/\w+:\/\//g, '`$&`'),
    setting.absent === undefined ? '**required**' : (setting.describedDefault ?? written(name, setting.default)),
    setting.secret ? 'yes' : '',
    setting.description,
  ])
  const lines = [['name', 'type', 'default', 'secret', 'meaning'], Array(5).fill('---'), ...rows]
  return [`## ${title}`, '', ...lines.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
}

/** Sizes are hard to read as bytes. */
function written(name: string, value: string | undefined): string {
  if (value === undefined) return 'none'
  const mebibytes = Number(value) / 1024 ** 2
  return name.endsWith('_BYTES') && Number.isInteger(mebibytes) ? `\`${value}\` (${mebibytes} MiB)` : `\`${value}\``
}
