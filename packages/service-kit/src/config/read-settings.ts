import type { Setting } from './setting.ts'

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
    const text = env[name]
    if (text === undefined) {
      if (setting.absent) values[name] = setting.absent.value
      else faults.push(`${name} is missing`)
    } else if (text.trim() === '') {
      faults.push(`${name} is set but empty`)
    } else {
      try {
        values[name] = setting.read(text.trim())
      } catch (error) {
        faults.push(`${name} ${(error as Error).message}`)
      }
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return values as Settings<S>
}
