/** Reads its arguments and settings, and returns the work, which may be repeated and returns what it has done. Throws a ConfigError. */
export type Command = (args: readonly string[], env: Readonly<NodeJS.ProcessEnv>) => () => Promise<string>
