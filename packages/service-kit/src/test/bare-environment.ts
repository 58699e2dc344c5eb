const needed = ['PATH', 'NODE_COMPILE_CACHE'] as const

/** The variables that a program needs to run and to start fast; tests set all others explicitly. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(needed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
