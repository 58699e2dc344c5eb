import type { Setting } from './setting.ts'
import { readNamedFile } from './setting-file.ts'

export type SettingsSpec = Readonly<Record<string, Setting<unknown>>>
export type Settings<S extends SettingsSpec> = { [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never }

/** All faults of the settings, one per line, without values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads every setting of the specification and reports all faults at once. A setting that cannot be read, even an empty one, is a
 * fault: it is never treated as absent.
 */
export function readSettings<const S extends SettingsSpec>(spec: S, env: Readonly<NodeJS.ProcessEnv>): Settings<S> {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(spec)) {
    const given = textOf(name, setting, env)
    if ('fault' in given) faults.push(given.fault)
    else if (given.text !== undefined) {
      try {
        values[name] = setting.read(given.text)
      } catch (error) {
        faults.push(`${name} ${(error as Error).message}`)
      }
    } else if (setting.absent) values[name] = setting.absent.value
    else faults.push(`${name} is missing`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return values as Settings<S>
}

/** The text of a setting, from its variable or the file that is named there, or in the variable `NAME_FILE`. */
function textOf(
  name: string,
  { mayBeInFile }: Setting<unknown>,
  env: Readonly<NodeJS.ProcessEnv>,
): { text: string | undefined } | { fault: string } {
  const inFile = `${name}_FILE`
  const [direct, path] = [env[name]?.trim(), mayBeInFile ? env[inFile]?.trim() : undefined]
  if (direct !== undefined && path !== undefined) return { fault: `${name} and ${inFile} are both set: remove one` }
  if (direct === '') return { fault: `${name} is set but empty` }
  if (path === '') return { fault: `${inFile} is set but empty` }
  if (path !== undefined) return contentOf(inFile, path)
  return mayBeInFile && direct?.startsWith('@') ? contentOf(name, direct.slice(1)) : { text: direct }
}

function contentOf(variable: string, path: string): { text: string } | { fault: string } {
  try {
    const text = readNamedFile(path).trim()
    return text === '' ? { fault: `${variable} names an empty file` } : { text }
  } catch (error) {
    return { fault: `${variable} ${(error as Error).message}` }
  }
}
