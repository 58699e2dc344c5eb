import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../../../', import.meta.url)
const texts = new Map<string, string>()

const migrationsOf = (service: string): string => {
  const folder = new URL(`services/${service}/migrations/`, root)
  const files = readdirSync(folder).map((name) => new URL(name, folder))
  const kit = new URL('packages/service-kit/src/database/kit-migrations.ts', root)
  const text = texts.get(service) ?? [...files, kit].map((file) => readFileSync(file, 'utf8')).join('\n')
  texts.set(service, text)
  return text
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether the statement, with `$1` instead of each constant, is part of the service's migrations, which its role runs. */
export const isOfMigrations = (service: string, statement: string): boolean =>
  new RegExp(
    statement
      .split(/\$\d+/)
      .map((part) => part.trim().split(/\s+/).map(escaped).join('\\s+'))
      .join("\\s*(?:'[^']*'|[\\w.]+)\\s*"),
  ).test(migrationsOf(service))
