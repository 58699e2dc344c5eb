const needed = ['PATH', 'NODE_COMPILE_CACHE'] as const

/** What a program needs of this environment in order to run, and to start as fast as others; all else it is told. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(needed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
