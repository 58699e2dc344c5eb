import { readFileSync } from 'node:fs'
import { ConfigError, readSettings, setting } from '@guidebook/service-kit'

/** Reads an address with its password: from the variable `name`, from the file that it names (`@/path`), or from the file in `<name>_FILE`. */
export function readUrl(env: Readonly<NodeJS.ProcessEnv>, name: string, protocols: readonly string[]): string {
  const direct = env[name]
  const file = env[`${name}_FILE`] ?? (direct?.startsWith('@') ? direct.slice(1) : undefined)
  if (direct !== undefined && env[`${name}_FILE`] !== undefined)
    throw new ConfigError([`${name} and ${name}_FILE are both set: remove one`])
  const text = file === undefined ? direct : contentOf(name, file)
  return String(readSettings({ [name]: setting.url({ protocols }) }, { [name]: text })[name])
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${name}: ${(error as Error).message}`])
  }
}
