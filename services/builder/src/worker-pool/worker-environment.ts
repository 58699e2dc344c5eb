/** Memory allocation, library paths, time zone, temporary folder. */
const inherited = /^(MALLOC_\w+|GLIBC_TUNABLES|LD_\w+|DYLD_\w+|TZ|TMPDIR|SystemRoot)$/

/** The environment of a worker. Workers process untrusted content, so they get no address and no secret. */
export const workerEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => inherited.test(name)))
